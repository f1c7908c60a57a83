#!/usr/bin/env bash
# Writes the job summary, and the same text for the comment on a pull request.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"

need jq
jq -r --arg code "$CODE" --arg commit "$BASELINE_COMMIT" -f "$here/summary.jq" \
    "$folder/report.json" >"$folder/summary.md"
cat "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY"
