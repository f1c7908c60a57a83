#!/usr/bin/env bash
# Builds the container image for this machine, and runs it: image.sh VERSION MACHINE
# With PUSH=true, it pushes the image to GitHub's registry under a tag of its own,
# which image-index.sh joins with those of the other machines.
set -euo pipefail
version=${1:?the version}
machine=${2:?the machine, such as amd64}
cd "$(dirname "$0")/../.."

# Names of images are lower case.
name=ghcr.io/${GITHUB_REPOSITORY,,}
docker build -f deploy/Containerfile -t "$name:$version-$machine" \
    --label "org.opencontainers.image.source=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" \
    --label "org.opencontainers.image.version=$version" \
    --label "org.opencontainers.image.licenses=MIT OR Apache-2.0" .
docker run --rm "$name:$version-$machine" --version
docker run --rm -i "$name:$version-$machine" scan - --offline --format json <examples/article.html >/dev/null
if [ "${PUSH:-}" = true ]; then
    docker login ghcr.io --username "$GITHUB_ACTOR" --password-stdin <<<"$TOKEN"
    docker push "$name:$version-$machine"
fi
