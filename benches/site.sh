#!/usr/bin/env bash
# The page of a report beside the same report as JSON, both from one running program, 64
# connections, in turn, as the median of the paired ratios. Needs wrk. Run by hand:
#
#   cargo build --profile dist && benches/site.sh [BINARY]
#
# The report is a sample of the sandbox, so that neither side reads the store.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=${1:-target/dist/citable}
rounds=${ROUNDS:-7}
seconds=${SECONDS_EACH:-3}
[ -x "$binary" ] || { echo "build it first: cargo build --profile dist" >&2; exit 2; }
command -v wrk >/dev/null || { echo "install wrk first" >&2; exit 2; }

data=$(mktemp -d)
: >"$data/log"
CITABLE_LISTEN=127.0.0.1:0 CITABLE_DATA_DIR=$data "$binary" serve 2>"$data/log" &
program=$!
trap 'kill $program; wait $program 2>/dev/null || true; rm -r "$data"' EXIT
until base=$(grep -o -m 1 'http://127.0.0.1:[0-9]*' "$data/log"); do
    kill -0 $program
done

rate() {
    wrk -t 1 -c 64 -d "${seconds}s" "$@" | awk '/Requests\/sec/ { print $2 }'
}

for _ in $(seq "$rounds"); do
    echo "$(rate -H 'accept-encoding: gzip' "$base/samples/sandbox-example")" \
        "$(rate "$base/api/v1/sandbox/scan/sandbox-example")"
done | awk '{ print $1 / $2 }' | sort -n |
    awk '{ ratio[NR] = $1 } END { printf "page / JSON, requests answered, median of %d: %.2f (%.2f to %.2f)\n", NR, ratio[int((NR + 1) / 2)], ratio[1], ratio[NR] }'
