#!/usr/bin/env bash
# Ends the action as the program ended.
set -euo pipefail
# shellcheck source=deploy/action/runner.sh
source "$(dirname "$0")/runner.sh"

case $CODE in
0) ;;
1) annotate error 'Pages missed a threshold, or got worse. The job summary lists them.' ;;
*) annotate error 'The scan failed, or its options are wrong. See the log of the step "Scan".' ;;
esac
exit "$CODE"
