#!/usr/bin/env bash
# Keeps one comment on the pull request, found by a hidden mark. It changes only with the result.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"
# shellcheck source=deploy/action/api.sh
source "$here/api.sh"

need curl jq
number=$(jq -r '.pull_request.number // empty' "$GITHUB_EVENT_PATH")
if [ -z "$number" ]; then
    echo 'This run is not of a pull request, so there is nothing to comment on.'
    exit 0
fi
from=$(jq -r '.pull_request.head.repo.full_name // empty' "$GITHUB_EVENT_PATH")
if [ "$from" != "$GITHUB_REPOSITORY" ]; then
    echo 'The pull request is from a fork, whose runs may not comment. The job summary has the result.'
    exit 0
fi

mark="<!-- citable:$NAME "
hash=$(cksum <"$folder/summary.md" | tr ' ' -)
jq -n --arg mark "$mark$hash -->" --rawfile text "$folder/summary.md" \
    '{body: ($mark + "\n" + $text)}' >"$folder/comment.json"

# The comment with the mark as "ID true|false", and whether it says the same already. People can
# paste the mark, but only an app's comment is one of ours.
existing() {
    local page=1 found count
    while :; do
        api GET "repos/$GITHUB_REPOSITORY/issues/$number/comments?per_page=100&page=$page" \
            --output "$folder/comments.json" || return
        found=$(jq -r --arg mark "$mark" --arg whole "$mark$hash -->" '
            [.[] | select(.user.type == "Bot" and (.body | startswith($mark)))][0]
            | select(.) | "\(.id) \(.body | startswith($whole))"' "$folder/comments.json") || return
        count=$(jq length "$folder/comments.json")
        if [ -n "$found" ] || [ "$count" -lt 100 ]; then
            echo "$found"
            return
        fi
        page=$((page + 1))
    done
}

unable() {
    annotate warning 'The comment on the pull request could not be written. The job needs the permission "pull-requests: write". The job summary has the result.'
    exit 0
}

found=$(existing) || unable
case $found in
*' true')
    echo "The result is the same, so the comment stays as it is."
    ;;
*' false')
    api PATCH "repos/$GITHUB_REPOSITORY/issues/comments/${found%% *}" \
        --data "@$folder/comment.json" >/dev/null || unable
    echo 'The comment was updated.'
    ;;
*)
    api POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" \
        --data "@$folder/comment.json" >/dev/null || unable
    echo 'The comment was written.'
    ;;
esac
