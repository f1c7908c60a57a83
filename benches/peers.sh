#!/usr/bin/env bash
# The whole process of `citable scan FILE --offline` beside other checkers that are on PATH, in turn
# on one file, as the median of the paired ratios. Run by hand:
#
#   cargo build --release && cargo install codoseo aiseo && benches/peers.sh [FILE.html]
#
# They do less: none of them judges robots.txt for the address at hand, finds the main content, or
# reads text without spaces.
set -euo pipefail
cd "$(dirname "$0")/.."

file=${1:-examples/article.html}
rounds=${ROUNDS:-31}
ours=(target/release/citable scan "$file" --offline --format json)

seconds() {
    local began=$EPOCHREALTIME
    "$@" >/dev/null 2>&1 || true
    local ended=$EPOCHREALTIME
    echo "$began $ended" | awk '{ printf "%.6f", $2 - $1 }'
}

beside() {
    local name=$1
    shift
    if ! command -v "$1" >/dev/null; then
        echo "passed over: $name is not on PATH"
        return
    fi
    for _ in $(seq "$rounds"); do
        echo "$(seconds "${ours[@]}") $(seconds "$@")"
    done | awk '{ print $1 / $2 }' | sort -n |
        awk -v name="$name" '{ ratio[NR] = $1 } END { printf "citable / %s, whole process, median of %d: %.2f (%.2f to %.2f)\n", name, NR, ratio[int((NR + 1) / 2)], ratio[1], ratio[NR] }'
}

[ -x "${ours[0]}" ] || { echo "build it first: cargo build --release" >&2; exit 2; }
echo "$file, $(wc -c <"$file") bytes"
beside codoseo codoseo "$file"
beside aiseo aiseo "$file"
