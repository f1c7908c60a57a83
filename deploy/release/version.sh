#!/usr/bin/env bash
# Prints the version in Cargo.toml: version.sh [TAG]. Fails if the tag isn't "v" and that version.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
if [ -z "$version" ]; then
    echo 'Cargo.toml has no version.' >&2
    exit 1
fi
if [ $# -gt 0 ] && [ "$1" != "v$version" ]; then
    echo "The tag $1 doesn't match version $version in Cargo.toml. Tag v$version, or change the version." >&2
    exit 1
fi
echo "$version"
