#!/usr/bin/env bash
# What a reader may rely on: the rooms, the layout of text, both compilers.
# Called by ./build.sh lint.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=0
fail() { echo "lint: $*"; failed=1; }

code=$(git ls-files 'src/*.[ch]pp' 'ngx_module/*.[ch]pp' 't/unit/*.[ch]pp' \
    't/fuzz/*.cpp' 't/load/*.[ch]pp')
scripts=$(git ls-files '*.sh' '*.pl' '*.pm' '*.t' config sources.sh)

# src/ has never heard of nginx, and ngx_module/ meets it in one place
for file in $(grep -lE '#include [<"]ngx_' $code); do
    case $file in
        ngx_module/ngx.hpp) ;;
        *) fail "$file includes an nginx header" ;;
    esac
done
for file in $(grep -l '#include "ngx.hpp"' $code); do
    case $file in
        ngx_module/*) ;;
        *) fail "$file includes ngx.hpp" ;;
    esac
done
grep -n 'r->internal' $(git ls-files ngx_module) && fail "r->internal is no test"

# one idea a file
for file in $(git ls-files 'src/*.[ch]pp' 'ngx_module/*.[ch]pp'); do
    lines=$(wc -l <"$file")
    case $file in ngx_module/directives.cpp) continue ;; esac
    [ "$lines" -le 400 ] || fail "$file has $lines lines"
done
git ls-files | grep -E '(^|/)(util|utils|common|misc|helpers?)\.' \
    && fail "a file name that says nothing"
git ls-files 'src/*' ngx_module | xargs -n1 dirname | sort -u \
    | sed 's,.*/,,' | sort | uniq -d | grep . && fail "two rooms of one name"

# the layout of text
# an ideograph is as wide as two letters
perl -CSD -ne 'chomp; my $wide = () = /[\p{Ea=W}\p{Ea=F}]/g;
    print "$ARGV:$.: longer than 80 columns\n" if length() + $wide > 80;
    close ARGV if eof' $code | grep . && failed=1
grep -nE '[[:space:]]+$' $code $scripts && fail "white space at a line's end"
grep -nP '\t' $code && fail "a tab"
grep -nwE 'TODO|FIXME|XXX|HACK' $code $scripts | grep -v 't/lint.sh' \
    && fail "a note that belongs into the tracker"
for file in $(git ls-files 'src/*.hpp' 'ngx_module/*.hpp'); do
    head -1 "$file" | grep -q '^//' || fail "$file does not say what it is for"
    grep -q '^#pragma once' "$file" || fail "$file has no #pragma once"
done

# each directive and variable has its entry
for word in $(grep -ohE 'ngx_string\("gate_[a-z_]+"\)' \
    ngx_module/directives.cpp ngx_module/vars.cpp | grep -oE 'gate_[a-z_]+')
do
    grep -q "$word" README.md || fail "$word is not in the README"
done

# the tests that the table of faults names are there
for file in $(grep -oE '`[a-z0-9_*]+\.(t|cpp)`' docs/faults.md | tr -d '`'); do
    compgen -G "t/$file" >/dev/null || compgen -G "t/*/$file" >/dev/null \
        || fail "docs/faults.md names $file"
done

# every compiled file is listed
listed=$(. ./sources.sh && echo $gate_core $gate_module $gate_internctl \
    $gate_internd)
for file in $(git ls-files 'src/*.cpp' 'ngx_module/*.cpp'); do
    case " $listed " in *" $file "*) ;; *) fail "$file is in no list" ;; esac
done

# the second compiler; the first one builds everything with -Werror
for file in $(git ls-files 'src/*.cpp' 't/unit/*.cpp'); do
    echo "$file"
done | xargs -P"$(nproc)" -n4 clang++ -std=c++17 -fsyntax-only -Wall -Wextra \
    -Wpointer-arith -Werror -Isrc -It/unit || failed=1

incs="-I build/release/nginx"
for dir in core event event/modules os/unix http http/modules http/v2; do
    incs+=" -I /usr/share/nginx/src/src/$dir"
done
git ls-files 'ngx_module/*.cpp' | xargs -P"$(nproc)" -n4 clang++ -std=c++17 \
    -fsyntax-only -Wall -Wextra -Wpointer-arith -Werror \
    -Wno-unused-parameter -Wno-missing-field-initializers -Isrc -Ingx_module \
    $incs || failed=1

bash -n build.sh packaging/deb.sh t/lint.sh .ci/run || failed=1
for file in $(git ls-files '*.pl' '*.pm' '*.t'); do
    errors=$(perl -It/lib -It/load -c "$file" 2>&1) \
        || fail "$file does not compile: $errors"
done

[ "$failed" = 0 ] && echo "== lint: clean"
exit "$failed"
