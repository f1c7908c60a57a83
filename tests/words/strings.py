#!/usr/bin/env python3
"""Lists the texts that a person may read in the program, of one revision or of what changed since another.

    tests/words/strings.py [REVISION]                     a text per line
    tests/words/strings.py [REVISION] --since REVISION    what went (-) and what came (+), and how many

Read are string literals of at least two words outside of tests, comments that become descriptions
in the API or in help texts, and templates, guides and check pages line by line.
"""

import argparse
import collections
import re
import subprocess
import sys

ROOMS = ("src/", "checks/src/", "actors/src/", "metrics/src/")
PROSE = (".md", ".html", ".txt")
GUIDES = ("README.md", "docs/")
# Copies that are made of what is counted already, and word lists.
NOT_COUNTED = re.compile(r"^docs/checks/|\.json$|/data/|/snapshots/|dates\.txt$|dictionary-")
TESTS = re.compile(r"(^|/)tests?(/|\.rs$)|_tests?\.rs$|test_kit|test_site")
TOKEN = re.compile(
    r"""(?P<doc>///[^\n]*)|//[^\n]*|/\*.*?\*/|b?r(?P<h>\#*)"(?P<raw>.*?)"(?P=h)"""
    r"""|b?"(?P<plain>(?:\\.|[^"\\])*)"|'(?:\\.[^']*|[^'\\])'""",
    re.S,
)
DESCRIBES = re.compile(r"JsonSchema|schemars|clap|Subcommand|ValueEnum|Args\b")
# What stops a test or is written to the log.
NOT_SHOWN = re.compile(r"(expect|panic!|assert\w*!|unreachable!|(debug|trace|info|warn|error)!)\([^\"]*$")
WORDS = re.compile(r"[A-Za-z]{2,}[^A-Za-z]+[A-Za-z]{2,}")


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def literals(source):
    inline = re.search(r"#\[cfg\(test\)\]\s*mod \w+ \{", source)
    source = source[: inline.start()] if inline else source
    describes = DESCRIBES.search(source)
    paragraph = []
    for token in TOKEN.finditer(source):
        if token["doc"]:
            paragraph.append(token["doc"][3:].strip())
            continue
        if paragraph and describes:
            yield " ".join(paragraph)
        paragraph = []
        text = token["raw"] if token["raw"] is not None else token["plain"]
        if text is not None and not NOT_SHOWN.search(source[max(0, token.start() - 60) : token.start()]):
            yield re.sub(r"\\\n\s*", "", text)


def texts(revision):
    found = collections.Counter()
    for path in git("ls-tree", "-r", "--name-only", revision).splitlines():
        in_code = path.startswith(ROOMS) and path.endswith((".rs", *PROSE))
        if not (in_code or path.startswith(GUIDES)) or NOT_COUNTED.search(path) or TESTS.search(path):
            continue
        content = git("show", f"{revision}:{path}")
        lines = literals(content) if path.endswith(".rs") else content.splitlines()
        for text in lines:
            if WORDS.search(text) and not text.startswith("```"):
                found[" ".join(text.split())] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD")
    parser.add_argument("--since", metavar="REVISION")
    given = parser.parse_args()
    now = texts(given.revision)
    if not given.since:
        print(*sorted(now), sep="\n")
        return
    before = texts(given.since)
    gone, come = sorted(before.keys() - now.keys()), sorted(now.keys() - before.keys())
    print(*(f"- {text}" for text in gone), *(f"+ {text}" for text in come), sep="\n")
    kept = len(before.keys() & now.keys())
    print(
        f"{len(before)} texts before, {len(now)} now: {kept} kept, {len(gone)} gone or reworded, {len(come)} new",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
