#!/usr/bin/env bash
# Fetches what this run is compared with: by default, the last run of the default branch.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"
# shellcheck source=deploy/action/api.sh
source "$here/api.sh"

# Only these runs say what the default branch is like: others may have run a pull request's code.
is_of_default_branch() {
    case $GITHUB_EVENT_NAME in
    push | schedule | workflow_dispatch) [ "$GITHUB_REF" = "refs/heads/$1" ] ;;
    *) return 1 ;;
    esac
}

default_branch() {
    local branch
    branch=$(jq -r '.repository.default_branch // empty' "$GITHUB_EVENT_PATH")
    if [ -n "$branch" ]; then
        echo "$branch"
    else
        api GET "repos/$GITHUB_REPOSITORY" | jq -r .default_branch
    fi
}

# The newest baseline of a branch as "ID COMMIT". A branch of a fork may have the same name.
newest() {
    api GET "repos/$GITHUB_REPOSITORY/actions/artifacts?name=$NAME-baseline&per_page=100" |
        jq -r --arg branch "$1" --argjson run "$GITHUB_RUN_ID" '
            [.artifacts[] | select((.expired | not) and .workflow_run.id != $run
                and .workflow_run.head_branch == $branch
                and .workflow_run.head_repository_id == .workflow_run.repository_id)]
            | max_by(.created_at) // empty | "\(.id) \(.workflow_run.head_sha)"'
}

fetch() {
    local branch found
    if ! branch=$(default_branch) || [ -z "$branch" ]; then
        annotate warning "The default branch isn't known, so nothing is compared."
        return
    fi
    if is_of_default_branch "$branch"; then
        output upload true
    fi
    if ! found=$(newest "$branch"); then
        annotate warning "The baseline of $branch can't be looked up, so nothing is compared. The job needs the permission \"actions: read\"."
        return
    fi
    if [ -z "$found" ]; then
        annotate notice "There is no baseline yet, so nothing is compared. The next run on $branch creates it."
        return
    fi
    if ! api GET "repos/$GITHUB_REPOSITORY/actions/artifacts/${found%% *}/zip" \
        --output "$folder/baseline.zip" ||
        ! unzip -p "$folder/baseline.zip" pages.jsonl >"$folder/baseline.jsonl"; then
        annotate warning "The baseline of $branch can't be downloaded, so nothing is compared."
        return
    fi
    output file "$folder/baseline.jsonl"
    echo "The run is compared with the run of ${found##* } on $branch."
}

case $BASELINE in
none) ;;
auto)
    need curl jq unzip
    fetch
    ;;
*)
    [ -f "$BASELINE" ] || fail "The baseline $BASELINE doesn't exist. Use a file, auto or none."
    output file "$BASELINE"
    ;;
esac
