#!/usr/bin/env bash
# Installs the program into $BIN: a release's, after its checksum and attestation were checked,
# or one built from the action's source.
set -euo pipefail
here=$(dirname "$0")
# shellcheck source=deploy/action/runner.sh
source "$here/runner.sh"

target() {
    case $RUNNER_OS-$RUNNER_ARCH in
    Linux-X64) echo x86_64-unknown-linux-musl ;;
    Linux-ARM64) echo aarch64-unknown-linux-musl ;;
    macOS-X64) echo x86_64-apple-darwin ;;
    macOS-ARM64) echo aarch64-apple-darwin ;;
    *) return 1 ;;
    esac
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1"
    else
        shasum -a 256 "$1"
    fi | cut -d ' ' -f 1
}

# download FILE: a file of the release. Fails if it can't be had.
download() {
    curl --silent --show-error --fail --location --proto-redir =https --retry 2 \
        --connect-timeout 10 --max-time 300 --output "$work/$1" \
        "$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/v$VERSION/$1"
}

# Returns 1 if the release has no program for this runner. What can't be trusted ends the action.
install_release() {
    local name archive expected
    name=citable-$VERSION-$(target) || return 1
    archive=$name.tar.gz
    work=$(mktemp -d "$RUNNER_TEMP/citable/download.XXXXXX")
    download "$archive" && download SHA256SUMS || return 1
    expected=$(awk -v file="$archive" '$2 == file { print $1 }' "$work/SHA256SUMS")
    if [ -z "$expected" ] || [ "$expected" != "$(sha256 "$work/$archive")" ]; then
        fail "The checksum of $archive is wrong. Nothing was installed."
    fi
    if command -v gh >/dev/null; then
        gh attestation verify "$work/$archive" --repo "$ACTION_REPOSITORY" \
            --signer-workflow "$ACTION_REPOSITORY/.github/workflows/release.yml" ||
            fail "The attestation of $archive can't be verified. Nothing was installed."
    else
        annotate notice "gh isn't installed, so only the checksum of $archive was checked."
    fi
    tar -xzf "$work/$archive" -C "$work"
    # An older archive has an attestation too.
    [ "$("$work/$name/citable" --version)" = "citable $VERSION" ] ||
        fail "The program in $archive isn't version $VERSION. Nothing was installed."
    mkdir -p "$BIN"
    mv "$work/$name/citable" "$BIN/citable"
    rm -rf "$work"
}

install_source() {
    command -v cargo >/dev/null ||
        fail 'Building Citable needs Rust 1.95 or later. Install it first, or set the input version to a release.'
    echo 'Building Citable from source. This takes about 10 minutes.'
    # Within the source, so that no settings of the workspace apply.
    (cd "$here/../.." && CARGO_TARGET_DIR=$RUNNER_TEMP/citable/target \
        cargo install --path . --locked --force --root "$RUNNER_TEMP/citable/root")
    mkdir -p "$BIN"
    mv "$RUNNER_TEMP/citable/root/bin/citable" "$BIN/citable"
    rm -rf "$RUNNER_TEMP/citable/target" "$RUNNER_TEMP/citable/root"
}

need curl jq
case $RUNNER_OS in
Windows) fail 'Citable runs on Linux and macOS only.' ;;
esac
if "$BIN/citable" --version 2>/dev/null; then
    exit 0
fi
if [ -n "$VERSION" ]; then
    if install_release; then
        "$BIN/citable" --version
        exit 0
    fi
    # Another version than the action's own can't be built from its source.
    [ "$VERSION" = "$("$here/../release/version.sh")" ] ||
        fail "There is no release $VERSION for $RUNNER_OS on $RUNNER_ARCH."
    annotate notice "There is no release $VERSION for $RUNNER_OS on $RUNNER_ARCH, so it is built from source."
fi
install_source
"$BIN/citable" --version
