#!/usr/bin/env bash
# Scans the site. Exit codes 0 to 2 of the program are kept for the last step, so that the steps
# between can report what was found.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"

if [ -n "$SITE_PATH" ] && [ -n "$SITE_URL" ]; then
    fail 'Set path or url, not both.'
elif [ -n "$SITE_PATH" ]; then
    [ -e "$SITE_PATH" ] || fail "The path $SITE_PATH doesn't exist. Build the site first."
    # Annotations name files as the repository does.
    site=${SITE_PATH#./}
    site=${site:-.}
elif [ -n "$SITE_URL" ]; then
    site=$SITE_URL
else
    fail 'Set path to the folder with the built site, or url to its sitemap.'
fi

# Everything else about the run: an option that isn't set isn't passed.
arguments=()
option() {
    [ -z "$2" ] || arguments+=("$1" "$2")
}
option --base-url "$BASE_URL"
option --fail-under "$FAIL_UNDER"
option --allow "$ALLOW"
option --fail-on "$FAIL_ON"
option --max-pages "$MAX_PAGES"
option --baseline "$BASELINE_FILE"
for output in json=report.json jsonl=pages.jsonl markdown=report.md html=report.html \
    github=annotations.txt sarif=citable.sarif; do
    # Results of SARIF and annotations point to files.
    case $output in
    github=* | sarif=*) [ -d "$site" ] || continue ;;
    esac
    # An earlier use of the action may have left one.
    rm -f "$folder/${output#*=}"
    arguments+=(-o "${output%%=*}=$folder/${output#*=}")
done
# Words as a shell splits them, quotes included; nothing is expanded or executed.
words=$(xargs printf '%s\n' <<<"$ARGS") || fail 'The input args has an unclosed quote.'
while IFS= read -r word; do
    [ -z "$word" ] || arguments+=("$word")
done <<<"$words"

# What pages say must not be taken for commands to the runner.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$token"
code=0
"$BIN/citable" site --state "$folder/state" "${arguments[@]}" -- "$site" || code=$?
# On a line of its own, whatever the program ended with.
printf '\n::%s::\n' "$token"

[ ! -s "$folder/annotations.txt" ] || cat "$folder/annotations.txt"
[ ! -s "$folder/citable.sarif" ] || output sarif "$folder/citable.sarif"
if [ -s "$folder/report.json" ]; then
    output report "$folder"
    output written true
fi
output code "$code"
