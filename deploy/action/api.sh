# shellcheck shell=bash
# Requests to GitHub's REST API with the token of the job. Sourced by the steps that need it.

# api METHOD PATH [CURL_OPTION…]: prints the response. Fails if the status says so.
api() {
    local method=$1 path=$2 retries=0
    shift 2
    # A request that changes something is sent once.
    [ "$method" != GET ] || retries=2
    # The token goes through standard input: anyone on the machine can read the arguments.
    # curl doesn't send it to the other host that a download redirects to.
    curl --silent --show-error --fail --location --proto-redir =https \
        --connect-timeout 10 --max-time 60 --retry "$retries" \
        --request "$method" --header @- "$@" "$GITHUB_API_URL/$path" <<EOF
Authorization: Bearer $GH_TOKEN
Accept: application/vnd.github+json
X-GitHub-Api-Version: 2022-11-28
EOF
}
