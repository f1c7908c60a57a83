#!/usr/bin/env bash
# What rendering costs a scan of a file as a whole process, without and with rendering, in turn, as
# medians of the paired ratios. The CPU is the process's own; that of browsers is measured by
# `cargo bench --bench rendering`. Needs GNU time. Run by hand:
#
#   cargo build --profile dist && benches/rendering.sh [BINARY [PAGE...]]
#
# `auto` on a page that shows no sign of scripts is to cost what `never` costs. Without PAGE it is
# an article of 100 kB without scripts.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=${1:-target/dist/citable}
shift || true
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
pages=("$@")
if [ ${#pages[@]} -eq 0 ]; then
    pages=("$place/article.html")
    {
        echo '<!doctype html><html lang=en><head><title>Tides explained</title></head><body><main>'
        echo '<h1>Tides explained</h1>'
        for section in $(seq 60); do
            echo "<h2>Tides of harbor $section</h2>"
            for paragraph in $(seq 8); do
                echo "<p>In harbor $section the water rises and falls twice a day, $paragraph hours" \
                    'after the Moon has passed; the Sun adds to it at new moon and at full moon, and' \
                    'takes from it at the quarters.</p>'
            done
        done
        echo '</main></body></html>'
    } >"${pages[0]}"
fi
rounds=${ROUNDS:-7}
[ -x "$binary" ] || { echo "build it first: cargo build --profile dist" >&2; exit 2; }
[ -x /usr/bin/time ] || { echo "install time first: apt install time" >&2; exit 2; }

# CPU seconds and wall seconds of ten scans in that mode.
measured() {
    /usr/bin/time -f '%U %S %e' sh -c 'for _ in 1 2 3 4 5 6 7 8 9 10; do
        "$0" scan "$2" --offline "--render=$1" --format json >/dev/null 2>&1 || exit 1; done' \
        "$binary" "$1" "$2" 2>&1 | awk '{ print $1 + $2, $3 }'
}

# The median of a column, its least and its most.
column() {
    awk -v at="$1" '{ print $at }' | sort -n |
        awk '{ all[NR] = $1 } END { printf "%.2f (%.2f to %.2f)\n", all[int((NR + 1) / 2)], all[1], all[NR] }'
}

for page in "${pages[@]}"; do
    ratios=$(for _ in $(seq "$rounds"); do
        echo "$(measured never "$page") $(measured auto "$page") $(measured always "$page")"
    done | awk '{ print $3 / $1, $6 / $2 }')
    echo "$page, median of $rounds (least to most)"
    echo "  auto / never, CPU:    $(column 1 <<<"$ratios")"
    echo "  always / never, wall: $(column 2 <<<"$ratios")"
done
