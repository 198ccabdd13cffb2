#!/usr/bin/env bash
# interngate: one word for each thing to do. `./build.sh help` lists them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD
jobs=$(nproc)

build_packages="g++ make nginx nginx-dev libyajl-dev libssl-dev libpcre2-dev
    zlib1g-dev libcpp-httplib-dev nlohmann-json3-dev libre2-dev"
run_packages="perl curl bubblewrap"
test_packages="libgtest-dev libnginx-mod-http-js libio-socket-ssl-perl
    libprotocol-http2-perl openssl nodejs npm libbenchmark-dev
    valgrind"
# Debian 12's Vectorscan misses matches on processors with AVX-512; Hyperscan,
# whose library has the same name, does not, but is for amd64 alone
case $(dpkg --print-architecture) in
    amd64) build_packages+=" libhyperscan-dev" ;;
    *) build_packages+=" libvectorscan-dev" ;;
esac
bench_packages="libnginx-mod-http-modsecurity libnginx-mod-http-lua"
filter_bench_packages="libbenchmark-dev python3"
fuzz_packages="clang libclang-rt-14-dev"
lint_packages="clang clang-format"

say() { printf '== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs what is missing from the distribution's packages, and says what.
need() {
    local missing=() package installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" \
        2>/dev/null || true)
    for package in "$@"; do
        # a node from elsewhere brings its own npm
        case $package in
            nodejs|npm) command -v "${package%js}" >/dev/null && continue ;;
        esac
        grep -qx "$package installed" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    say "installing ${missing[*]}"
    as_root apt-get update -q >/dev/null || die "apt-get update failed"
    # RUNLEVEL=1: a freshly installed nginx does not start by itself
    as_root env RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${missing[@]}" \
        >/dev/null || die "could not install ${missing[*]}"
}

version_of() {
    sed -n 's/.*NGINX_VERSION *"\(.*\)"/\1/p' "$1/src/core/nginx.h" | head -1
}

# Configures and builds the module against an nginx source tree.
#   module_against TREE OUT "cc flags" "ld flags" configure-options…
module_against() {
    local tree=$1 out=$2 cc=$3 ld=$4 configure stamp
    shift 4
    configure=./configure
    [ -x "$tree/configure" ] || configure=auto/configure
    [ -x "$tree/$configure" ] || die "$tree is no nginx source tree"

    mkdir -p "$out"
    # configured again only when what goes into it has changed
    stamp=$(cat config sources.sh; printf '%s ' "$tree" "$cc" "$ld" "$@"
            nginx -V 2>&1 || true)
    if [ "$stamp" != "$(cat "$out/.stamp" 2>/dev/null)" ]; then
        say "configuring the module for nginx $(version_of "$tree")"
        (cd "$tree" && "$configure" "$@" --with-cc-opt="$cc" \
            --with-ld-opt="$ld" --add-dynamic-module="$root" \
            --builddir="$out") >"$out/configure.log" 2>&1 \
            || { tail -5 "$out/configure.log" >&2; die "configure failed"; }
        printf '%s' "$stamp" >"$out/.stamp"
    fi

    make -s -C "$tree" -f "$out/Makefile" -j"$jobs" modules \
        >"$out/make.log" 2>&1 || { grep -E 'error|warning' "$out/make.log" \
        >&2 || tail -20 "$out/make.log" >&2; die "the module does not build"; }
}

# nginx's own flags, and no symbol of ours that another module could replace
cc_release="-g -O2 -fstack-protector-strong -Wformat -Werror=format-security
    -fPIC -D_FORTIFY_SOURCE=2 -fno-semantic-interposition
    -Wno-missing-field-initializers"
cc_asan="-g -O1 -fno-omit-frame-pointer -fPIC -fsanitize=address,undefined
    -fno-sanitize=vptr -Wno-missing-field-initializers"

build_module() {
    local variant=$1 cc=$2 ld=$3 out=$root/build/$1/nginx
    # shellcheck source=/dev/null
    . /usr/share/nginx/src/conf_flags
    module_against /usr/share/nginx/src "$out" "$cc" "$ld" \
        "${NGX_CONF_FLAGS[@]}"
    local so=build/$variant/ngx_http_gate_module.so
    cmp -s "$out/ngx_http_gate_module.so" "$so" \
        || install -m 644 "$out/ngx_http_gate_module.so" "$so"
}

build() {
    if [ -n "${NGINX_SRC:-}" ]; then build_for_source; return; fi
    # shellcheck disable=SC2086
    need $build_packages
    build_module release "$(echo $cc_release)" "-Wl,-z,relro -Wl,-z,now"
    make -s -f build.mk -j"$jobs" programs
    ln -sf release/ngx_http_gate_module.so build/ngx_http_gate_module.so
}

# NGINX_SRC=dir: for an operator's own nginx, with the options of the binary
# built in that tree if there is one.
build_for_source() {
    local tree version out options=()
    tree=$(cd "$NGINX_SRC" && pwd)
    version=$(version_of "$tree")
    out=$root/build/nginx-$version
    if [ -x "$tree/objs/nginx" ]; then
        eval "options=($("$tree/objs/nginx" -V 2>&1 \
            | sed -n 's/^configure arguments: //p' \
            | sed "s/--with-\(cc\|ld\)-opt='[^']*'//g"))"
    else
        options=(--with-compat --with-threads --with-http_ssl_module
                 --with-http_v2_module)
    fi
    module_against "$tree" "$out" "$(echo $cc_release)" "" "${options[@]}"
    say "built build/nginx-$version/ngx_http_gate_module.so"
}

run_edge() {
    # shellcheck disable=SC2086
    need $build_packages $run_packages
    build
    exec perl conf/run.pl "$@"
}

unit_tests() {
    make -s -f build.mk -j"$jobs" VARIANT="$1" unit
    "build/$1/unit_tests" --gtest_brief=1
}

wire_tests() {
    local files=("$@")
    [ ${#files[@]} -gt 0 ] || files=(t)
    prove -It/lib -j"$jobs" --timer "${files[@]}" | grep -v '\. *ok  '
    return "${PIPESTATUS[0]}"
}

client_tests() {
    [ -f t/client/package-lock.json ] || return 0
    (cd t/client && { [ package-lock.json -ot node_modules/.package-lock.json ] \
        || npm ci --no-fund --no-audit --loglevel=error; })
}

run_tests() {
    # shellcheck disable=SC2086
    need $build_packages $run_packages $test_packages
    build
    say "unit tests"
    unit_tests release
    # the benchmark is run by hand only, but it must compile
    make -s -f build.mk -j"$jobs" filters
    say "fuzz targets, $replay_cases cases each, fewer of" "${!replay_fewer[@]}"
    replay
    client_tests
    say "tests over the wire"
    wire_tests "$@"
    say "all tests passed"
}

asan() {
    # shellcheck disable=SC2086
    need $build_packages $run_packages $test_packages
    build
    build_module asan "$(echo $cc_asan)" "-fsanitize=address,undefined"
    say "unit tests with sanitizers"
    unit_tests asan
    client_tests
    say "tests over the wire with a sanitized module"
    GATE_MODULE=$root/build/asan/ngx_http_gate_module.so \
    GATE_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc \
        -print-file-name=libubsan.so)" wire_tests "$@"
    say "no sanitizer finding"
}

# Random clients, upstreams and reloads against the sanitizer build.
storm() {
    # shellcheck disable=SC2086
    need $build_packages $run_packages $test_packages
    build
    build_module asan "$(echo $cc_asan)" "-fsanitize=address,undefined"
    [ $# -gt 0 ] || set -- 60
    local seconds=$1
    shift
    GATE_MODULE=$root/build/asan/ngx_http_gate_module.so \
    GATE_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc \
        -print-file-name=libubsan.so)" \
        perl -It/lib t/soak/storm.pl --seconds "$seconds" "$@"
}

fuzz_targets() {
    find t/fuzz -maxdepth 1 -name '*.cpp' -printf '%f\n' \
        | sed 's,\.cpp$,,' | sort
}

# Each fuzz target over its corpus and mutations of it, the same ones each
# time. Fewer where a case costs more: a pattern is compiled anew in each.
replay_cases=200000
declare -A replay_fewer=([patterns]=2000 [injection]=50000)

replay() {
    local target cases found
    make -s -f build.mk -j"$jobs" replay
    mkdir -p build/release/found
    for target in $(fuzz_targets); do
        cases=${replay_fewer[$target]:-$replay_cases}
        found=build/release/found/$target
        rm -f "$found"
        echo "$target t/fuzz/corpus/$target $cases $found"
    done | xargs -P"$jobs" -L1 sh -c '"build/release/replay/$0" "$1" "$2" "$3" \
        || { echo "$0: see $3" >&2; exit 1; }' \
        || die "a fuzz target has a finding in build/release/found"
}

# fuzz [seconds per target, 60; or runs, as 1000000x] [target…]
fuzz() {
    # shellcheck disable=SC2086
    need $build_packages $fuzz_packages
    local amount=${1:-60} target targets limit
    [ $# -gt 0 ] && shift
    [[ $amount =~ ^[0-9]+x?$ ]] || die "neither seconds nor runs: $amount"
    case $amount in
        *x) limit=-runs=${amount%x} ;;
        *) limit=-max_total_time=$amount amount+=s ;;
    esac
    targets=("$@")
    [ $# -gt 0 ] || mapfile -t targets < <(fuzz_targets)
    make -s -f build.mk -j"$jobs" VARIANT=fuzz \
        "${targets[@]/#/build/fuzz/}"
    for target in "${targets[@]}"; do
        say "fuzzing $target for $amount"
        mkdir -p "build/fuzz/found/$target"
        "build/fuzz/$target" "$limit" -print_final_stats=1 \
            -artifact_prefix="build/fuzz/found/$target-" -verbosity=0 \
            -max_len=4096 "build/fuzz/found/$target" \
            "t/fuzz/corpus/$target" 2>&1 | grep -E 'ERROR|SUMMARY|executed' \
            || true
        ! ls build/fuzz/found/"$target"-* >/dev/null 2>&1 \
            || die "$target has findings in build/fuzz/found"
    done
}

bench() {
    if [ "${1:-}" = filters ]; then bench_filters "${@:2}"; return; fi
    # shellcheck disable=SC2086
    need $build_packages $bench_packages perl
    build
    make -s -f build.mk -j"$jobs" load
    # a whole run is the one on record
    [ $# -gt 0 ] || set -- --out t/load/bench.md
    exec perl t/load/bench.pl --driver build/release/load_driver "$@"
}

bench_filters() {
    # shellcheck disable=SC2086
    need $build_packages $filter_bench_packages perl
    make -s -f build.mk -j"$jobs" programs filters
    [ $# -gt 0 ] || set -- --out t/load/filters.md
    exec perl t/load/filters.pl "$@"
}

lint() {
    # shellcheck disable=SC2086
    need $build_packages $test_packages $lint_packages
    exec bash t/lint.sh
}

clean() { rm -rf build t/client/node_modules; }

help() {
    cat <<'END'
./build.sh build            everything, against the installed nginx
NGINX_SRC=dir ./build.sh build   the module, against your own nginx source tree
./build.sh run [--once] [--port N]   a working edge with a chat on the screen
./build.sh test [file…]     all tests
./build.sh bench [guard] [--quick]   against bare nginx, side by side, and with
                            a guardrail; a whole run goes to t/load/bench.md
./build.sh bench filters [--quick]   the filters by themselves, how right and
                            how fast; a whole run goes to t/load/filters.md
./build.sh asan [file…]     all tests on an address and undefined sanitizer build
./build.sh fuzz [seconds|RUNSx [target…]]  the parsers and filters, 60 s each;
                            `fuzz 1000000x redaction` is a million cases of one
./build.sh storm [seconds]  random clients, upstreams and reloads against a
                            sanitizer build, 60 seconds
./build.sh package          a .deb like the distribution's own nginx modules
./build.sh lint             layout, rooms, both compilers
./build.sh clean            removes what was built
END
}

word=${1:-help}
[ $# -gt 0 ] && shift
case $word in
    build) build "$@" ;;
    run) run_edge "$@" ;;
    test) run_tests "$@" ;;
    asan) asan "$@" ;;
    fuzz) fuzz "$@" ;;
    storm) storm "$@" ;;
    bench) bench "$@" ;;
    package) exec bash packaging/deb.sh "$@" ;;
    lint) lint ;;
    clean) clean ;;
    help|-h|--help) help ;;
    *) help >&2; die "no such word: $word" ;;
esac
