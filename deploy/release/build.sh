#!/usr/bin/env bash
# Builds the program for a target and packs it: build.sh TARGET OUT
# Run it on a machine of the target: the build needs no cross compiler, and the program is run.
# A target of musl needs musl-gcc (Debian and Ubuntu: musl-tools).
set -euo pipefail
target=${1:?the target, such as x86_64-unknown-linux-musl}
out=${2:?the folder to write to}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/../.."

# The C libraries that the program carries are compiled for musl too.
if [[ $target == *-musl ]]; then
    export "CC_${target//-/_}=musl-gcc"
fi
cargo build --profile dist --locked --bin citable --target "$target"
archive=$(python3 -B deploy/release/archive.py --target "$target" --out "$out" \
    "${CARGO_TARGET_DIR:-target}/$target/dist/citable")
deploy/release/verify.sh "$archive"
