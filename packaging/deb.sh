#!/usr/bin/env bash
# Makes a .deb like the distribution's own module packages: the module for
# the installed nginx, enabled by a file in modules-available, bound to the
# nginx ABI by a dependency. Leaves it in build/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

./build.sh build

version=$(sed -n '1,/^Changes with interngate/s/^Changes with interngate \([0-9.]*\).*/\1/p' CHANGES)
arch=$(dpkg --print-architecture)
# the virtual package that every nginx of the distribution provides
abi=$(dpkg-query -W -f '${Provides}' nginx-common nginx 2>/dev/null \
    | grep -o 'nginx-abi-[0-9.-]*' | head -1)
[ -n "$abi" ] || { echo "the installed nginx provides no nginx-abi" >&2; exit 1; }

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
name=libnginx-mod-http-gate
chmod 755 "$tree"
modules=$tree/usr/lib/nginx/modules
available=$tree/usr/share/nginx/modules-available
doc=$tree/usr/share/doc/$name

install -d -m 755 "$modules" "$available" "$doc/examples" "$tree/usr/bin" \
    "$tree/DEBIAN"
install -m 644 build/release/ngx_http_gate_module.so "$modules/"
strip --strip-unneeded "$modules/ngx_http_gate_module.so"
install -m 755 build/internctl "$tree/usr/bin/"
strip "$tree/usr/bin/internctl"
install -m 644 conf/*.conf "$doc/examples/"
install -m 644 README.md THIRD_PARTY "$doc/"
gzip -9nc CHANGES >"$doc/changelog.gz"
echo 'load_module modules/ngx_http_gate_module.so;' \
    >"$available/mod-http-gate.conf"

# the libraries that the two objects need, with their versions
mkdir -p "$tree/debian"
printf 'Source: interngate\n\nPackage: %s\nArchitecture: any\n' "$name" \
    >"$tree/debian/control"
depends=$(cd "$tree" && dpkg-shlibdeps -O --ignore-missing-info \
    usr/lib/nginx/modules/ngx_http_gate_module.so usr/bin/internctl \
    2>/dev/null | sed -n 's/^shlibs:Depends=//p')
rm -r "$tree/debian"

cat >"$tree/DEBIAN/control" <<END
Package: $name
Version: $version
Architecture: $arch
Section: httpd
Priority: optional
Maintainer: interngate maintainers <maintainers@interngate.invalid>
Depends: $abi, $depends
Description: gate for interns and LLM servers (NGINX module)
 Key authentication, limits and supervised event streams in front of interns
 (hosted agents) and any other LLM server.
END

link=/etc/nginx/modules-enabled/50-mod-http-gate.conf
cat >"$tree/DEBIAN/postinst" <<END
#!/bin/sh
set -e
if [ "\$1" = configure ] && [ -z "\$2" ] && [ -d /etc/nginx/modules-enabled ]; then
    ln -sf /usr/share/nginx/modules-available/mod-http-gate.conf $link
fi
if [ "\$1" = configure ] && command -v invoke-rc.d >/dev/null && nginx -t -q; then
    invoke-rc.d --quiet nginx upgrade || true
fi
END
cat >"$tree/DEBIAN/prerm" <<END
#!/bin/sh
set -e
if [ "\$1" = remove ]; then
    rm -f $link
fi
END
chmod 755 "$tree/DEBIAN/postinst" "$tree/DEBIAN/prerm"

out=build/${name}_${version}_${arch}.deb
dpkg-deb --root-owner-group -b "$tree" "$out" >/dev/null
echo "== built $out"
