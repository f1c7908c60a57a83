#!/usr/bin/env bash
# Joins the pushed images of all machines under one tag: image-index.sh VERSION
# Writes the name and digest of the result to the outputs of the step.
set -euo pipefail
version=${1:?the version}

name=ghcr.io/${GITHUB_REPOSITORY,,}
docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin <<<"$TOKEN"
tags=(--tag "$name:$version")
# A pre-release, such as 0.2.0-rc.1, isn't the latest.
[[ $version == *-* ]] || tags+=(--tag "$name:latest")
docker buildx imagetools create "${tags[@]}" \
    "$name:$version-amd64" "$name:$version-arm64"
digest=$(docker buildx imagetools inspect "$name:$version" --format '{{.Manifest.Digest}}')
printf 'name=%s\ndigest=%s\n' "$name" "$digest" >>"$GITHUB_OUTPUT"
