#!/usr/bin/env bash
# Writes the job summary, and the same text for the comment on a pull request.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"

need jq
report=$folder/report.json
jq -r --arg code "$CODE" -f "$here/summary.jq" "$report" >"$folder/summary.md"
{
    cat "$folder/summary.md"
    printf '\n<details><summary>Report</summary>\n\n'
    cat "$folder/report.md"
    printf '\n</details>\n'
} >>"$GITHUB_STEP_SUMMARY"
output lowest "$(jq -r '.site.lowest // empty' "$report")"
output median "$(jq -r '.site.median // empty' "$report")"
if [ "$CODE" = 0 ]; then
    output failed false
else
    output failed true
fi
