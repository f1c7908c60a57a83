#!/usr/bin/env bash
# Builds the packages for PyPI and npm that carry the program, from the archives of a release:
# packages.sh ARCHIVE_FOLDER OUT
# The packages are for Linux only, so other archives are left out.
set -euo pipefail
here=$(dirname "$0")
archives=${1:?the folder with the archives}
out=${2:?the folder to write to}

unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
programs=()
for archive in "$archives"/citable-*-linux-*.tar.gz; do
    [ -e "$archive" ] || continue
    name=$(basename "$archive" .tar.gz)
    tar -xzf "$archive" -C "$unpacked" "$name/citable"
    programs+=("$unpacked/$name/citable")
done
if [ ${#programs[@]} -eq 0 ]; then
    echo "There is no archive for Linux in $archives." >&2
    exit 1
fi
repository=()
if [ -n "${GITHUB_REPOSITORY:-}" ]; then
    repository=(--repository "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY")
fi
python3 -B "$here/../../clients/program/build.py" --out "$out" "${repository[@]}" "${programs[@]}"
