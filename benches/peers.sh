#!/usr/bin/env bash
# The whole process of `citable scan FILE --offline` beside other checkers that are on PATH, in turn
# on one file, as the median of the paired ratios. Run by hand:
#
#   cargo build --profile dist && cargo install codoseo aiseo && benches/peers.sh [FILE.html]
#
# They do less: none of them judges robots.txt for the address at hand, finds the main content, or
# reads text without spaces. codoseo takes addresses only, so it fetches the file from a server on
# loopback; ours reads the file.
set -euo pipefail
cd "$(dirname "$0")/.."

file=${1:-examples/article.html}
rounds=${ROUNDS:-31}
ours=(target/dist/citable scan "$file" --offline --format json)

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

[ -x "${ours[0]}" ] || { echo "build it first: cargo build --profile dist" >&2; exit 2; }
echo "$file, $(wc -c <"$file") bytes"
folder=$(cd "$(dirname "$file")" && pwd)
log=$(mktemp)
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$folder" >"$log" 2>&1 &
server=$!
trap 'kill "$server"; rm -f "$log"' EXIT
until port=$(grep -o 'port [0-9]*' "$log"); do kill -0 "$server"; done
beside codoseo codoseo check "http://127.0.0.1:${port#port }/$(basename "$file")"
beside aiseo aiseo audit "$file"
