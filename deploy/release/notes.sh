#!/usr/bin/env bash
# Prints the release notes of a version, its section of the changelog: notes.sh VERSION [CHANGELOG]
# "Unreleased" prints what the next release would say.
set -euo pipefail
version=${1:?the version}
changelog=${2:-$(dirname "$0")/../../CHANGELOG.md}

# Blank lines are printed only between other lines.
notes=$(awk -v heading="## [$version]" '
    /^## / { inside = index($0, heading) == 1; next }
    inside && /^\[[^]]+\]: / { next }
    inside && !NF { blank = printed; next }
    inside { if (blank) print ""; blank = 0; printed = 1; print }
' "$changelog")
if [ -z "$notes" ]; then
    echo "$changelog has no section \"## [$version]\", or it is empty. Rename \"## [Unreleased]\" to \"## [$version] - $(date -u +%F)\"." >&2
    exit 1
fi
printf '%s\n' "$notes"
