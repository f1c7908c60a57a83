#!/usr/bin/env bash
# Decides which program to use: that of a release, or one built from the action's own source.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"
# shellcheck source=deploy/action/api.sh
source "$here/api.sh"
source_folder=$(cd "$here/../.." && pwd)

own=$("$source_folder/deploy/release/version.sh")

# Whether the action's source is that of release $own.
is_release() {
    case $ACTION_REF in
    v[0-9]*) return 0 ;;
    esac
    # Actions that are pinned by commit: the commit has to be the release's.
    case $ACTION_REF in
    *[!0-9a-f]* | '') return 1 ;;
    esac
    [ ${#ACTION_REF} -eq 40 ] || return 1
    local commit
    commit=$(api GET "repos/$ACTION_REPOSITORY/commits/v$own" \
        --header 'Accept: application/vnd.github.sha') 2>/dev/null || return 1
    [ "$commit" = "$ACTION_REF" ]
}

case $INPUT_VERSION in
source) version= ;;
'') if is_release; then version=$own; else version=; fi ;;
v[0-9]* | [0-9]*) version=${INPUT_VERSION#v} ;;
*) fail "The input version must be a version such as $own, or source." ;;
esac
case $version in
*[!0-9A-Za-z.+-]*) fail "The input version must be a version such as $own, or source." ;;
esac

# Names the source by its contents, without what Git and builds keep beside it.
source_key() {
    cd "$source_folder"
    find . \( -name .git -o -name target -o -name node_modules \) -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 cksum | cksum | cut -d ' ' -f 1
}

# A build is kept between runs, unless the action is part of the repository it runs for.
key=
if [ -z "$version" ] && [ -n "$ACTION_REPOSITORY" ]; then
    key=$(source_key)
    key=citable-$RUNNER_OS-$RUNNER_ARCH-$own-$key
fi
output repository "$ACTION_REPOSITORY"
output version "$version"
output key "$key"
output bin "$RUNNER_TEMP/citable/bin-${version:-source}"
