# shellcheck shell=bash
# How the steps talk to the runner. Each step sources this file first.

# annotate LEVEL TEXT: an annotation of the run. LEVEL is notice, warning or error.
annotate() {
    local text=$2
    text=${text//'%'/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '::%s title=Citable::%s\n' "$1" "$text"
}

# fail TEXT: ends the step, and with it the action.
fail() {
    annotate error "$1"
    exit 2
}

# output NAME VALUE: an output of the step, of one line.
output() {
    case $2 in
    *$'\n'*) fail "The output $1 has more than one line." ;;
    esac
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# need PROGRAM…: programs that GitHub's own runners have.
need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || fail "$program isn't installed on this runner."
    done
}

# Names the artifact, the comment and the folder of this use of the action.
case $NAME in
'' | *[!A-Za-z0-9_-]*) fail "The input name may have letters, digits, _ and - only." ;;
esac
folder=$RUNNER_TEMP/citable/$NAME
mkdir -p "$folder"
