#!/usr/bin/env bash
# Unpacks the archive of a release and runs its program: verify.sh ARCHIVE
# Needs a machine that the program is made for.
set -euo pipefail
archive=$(realpath "${1:?the archive}")
cd "$(dirname "$0")/../.."

unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
tar -xzf "$archive" -C "$unpacked"
folder=$unpacked/$(basename "$archive" .tar.gz)
version=$(deploy/release/version.sh)
for file in LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md \
    completions/citable.bash completions/_citable completions/citable.fish; do
    if [ ! -s "$folder/$file" ]; then
        echo "$file is missing, or empty." >&2
        exit 1
    fi
done
if [ "$("$folder/citable" --version)" != "citable $version" ]; then
    echo "The program isn't version $version: $("$folder/citable" --version)" >&2
    exit 1
fi
"$folder/citable" scan examples/article.html --offline --format json >"$unpacked/report.json"
grep -q '"score"' "$unpacked/report.json"
echo "$(basename "$archive"): citable $version runs and scans a page"
