#!/usr/bin/env bash
# Builds the image without a base image and without a daemon: Debian's packages, which apt holds to Debian's signatures, and the
# packages of requirements/run.lock, which uv holds to their hashes. Needs root, Debian's mmdebstrap and umoci, `make setup` and lexicons:
#     deploy/image.sh /var/tmp/arbiter        # leaves rootfs/ and oci/ there
#     skopeo copy oci:/var/tmp/arbiter/oci:arbiter docker://registry.example/arbiter
# The last command prints the digest to write into kubernetes/kustomization.yaml.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
into=${1:?name a folder for rootfs/ and oci/}
uv=${UV:-$here/.venv/bin/uv}
mkdir -p "$into"
[ ! -e "$into/rootfs" ] || { echo "$into/rootfs is there already" >&2; exit 1; }
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}

mmdebstrap --quiet --variant=essential --include=python3-minimal,libpython3-stdlib,libstdc++6 bookworm "$into/rootfs"
root=$into/rootfs
version=$(chroot "$root" python3 -c 'import platform; print(platform.python_version())')
mkdir -p "$root/srv" "$root/lexicons" "$root/opt/arbiter"
# Nothing in the image can install anything: the packages are put into it from outside.
"$uv" pip install --quiet --require-hashes --only-binary :all: --link-mode copy --python-version "$version" \
    --python-platform "$(uname -m)-unknown-linux-gnu" --target "$root/opt/arbiter" -r "$here/requirements/run.lock"
cp -r "$here/service" "$here/clients/python/src/arbiter_client" "$root/srv/"
cp "$here/openapi.yaml" "$root/srv/service/"
printf '%s\n' '#!/usr/bin/python3' 'import sys' 'from service.terminal import main' 'sys.exit(main())' > "$root/opt/arbiter/bin/arbiter"
chmod 755 "$root/opt/arbiter/bin/arbiter"
cp "$here"/lexicons/*.json "$here"/lexicons/*.marisa "$root/lexicons/"
find "$root/srv" -name __pycache__ -prune -exec rm -r {} +
chroot "$root" python3 -m compileall -q /srv /opt/arbiter
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/*
echo 'arbiter:x:10001:10001::/:/usr/sbin/nologin' >> "$root/etc/passwd"
# What starts here starts there: rules and lexicons are loaded and verified as the image's user.
chroot --userspec=10001:10001 "$root" /usr/bin/env -i PYTHONPATH=/srv:/opt/arbiter LEXICONS_PATH=/lexicons PATH=/usr/bin:/bin \
    /opt/arbiter/bin/arbiter lexicons --offline

umoci init --layout "$into/oci"
umoci new --image "$into/oci:arbiter"
umoci unpack --image "$into/oci:arbiter" "$into/bundle"
cp -a "$root/." "$into/bundle/rootfs/"
umoci repack --image "$into/oci:arbiter" "$into/bundle"
umoci config --image "$into/oci:arbiter" --config.user 10001:10001 --config.workingdir /srv --config.exposedports 8000 \
    --config.env PATH=/opt/arbiter/bin:/usr/bin:/bin --config.env PYTHONPATH=/srv:/opt/arbiter --config.env PYTHONUTF8=1 \
    --config.env PYTHONDONTWRITEBYTECODE=1 --config.env HOST=0.0.0.0 --config.env LEXICONS_PATH=/lexicons \
    --clear=config.entrypoint --config.cmd python3 --config.cmd -m --config.cmd service.serving
rm -rf "$into/bundle"
echo "$into/oci: $(sed -n 's/.*"digest":"\([^"]*\)".*/\1/p' "$into/oci/index.json" | head -1)"
