#!/usr/bin/env bash
# Writes SHA256SUMS for the files of a folder, and checks it: sums.sh FOLDER
set -euo pipefail
cd "${1:?the folder}"
rm -f SHA256SUMS
files=(*)
if [ ! -e "${files[0]}" ]; then
    echo "There is nothing in $PWD." >&2
    exit 1
fi
sha256sum -- "${files[@]}" >SHA256SUMS
sha256sum --check --strict SHA256SUMS
