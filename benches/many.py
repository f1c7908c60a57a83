#!/usr/bin/env python3
"""How much CPU and memory `citable site` takes for a page.

    cargo build --release --bin citable --package citable-checks --example evaluate_folder
    benches/many.py [FOLDER] [PROGRAM]

FOLDER is a folder of HTML pages. Prints the CPU time for a page beside that of `evaluate` alone on
the same pages, and the memory for folders of 1,000 and 10,000 generated pages. Medians of three
runs; the files are in the page cache.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

RUNS = 3
BASE = "https://www.example.org/"
WORDS = "tide moon water coast harbor height spring neap current wind gauge table hour day sea".split()


def generate(folder, count):
    """Pages of about 20 kB in 20 folders, with links, dates and a description each."""
    random_ = random.Random(7)
    for number in range(count):
        text = "".join(
            f"<h2>Part {part} of {number}</h2><p>{' '.join(random_.choices(WORDS, k=120))}.</p>"
            for part in range(20)
        )
        links = "".join(
            f'<a href="/part-{random_.randrange(20)}/{random_.randrange(count)}.html">More</a>'
            for _ in range(30)
        )
        path = folder / f"part-{number % 20}" / f"{number}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"<!doctype html><html lang=en><head><title>Tides {number}</title>"
            f'<meta name=description content="What tide {number} is about.">'
            f'<link rel=canonical href="{BASE}part-{number % 20}/{number}.html"></head>'
            f"<body><nav>{links}</nav><main><h1>Tides {number}</h1>{text}</main></body></html>"
        )


def run(command):
    """CPU seconds, seconds, and the most memory (MB) of a command: medians."""
    taken = []
    for _ in range(RUNS):
        begun = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{command} failed")
        taken.append(
            (usage.ru_utime + usage.ru_stime, time.monotonic() - begun, usage.ru_maxrss / 1024)
        )
    return [sorted(column)[RUNS // 2] for column in zip(*taken)]


def main():
    program = sys.argv[2] if len(sys.argv) > 2 else "target/release/citable"
    evaluate = os.path.join(os.path.dirname(program), "examples/evaluate_folder")
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)

        def site(folder):
            state = ["--state", str(place / "state"), "--no-config", "--format", "jsonl"]
            return run([program, "site", str(folder), "--base-url", BASE, *state])

        if len(sys.argv) > 1:
            folder = pathlib.Path(sys.argv[1])
            pages = sum(1 for path in folder.rglob("*.htm*"))
            cpu, seconds, memory = site(folder)
            alone, _, _ = run([evaluate, str(folder)])
            print(
                f"{folder}: {pages} pages, {seconds:.1f} s, {cpu / pages * 1000:.1f} ms CPU a page, "
                f"{cpu / alone:.2f} times evaluate, {memory:.0f} MB"
            )
        first = None
        for count in (1_000, 10_000):
            folder = place / str(count)
            generate(folder, count)
            cpu, seconds, memory = site(folder)
            first = first or memory
            print(
                f"{count:,} generated pages: {seconds:.1f} s, {cpu / count * 1000:.1f} ms CPU a "
                f"page, {memory:.0f} MB, {memory / first:.2f} times the first"
            )


if __name__ == "__main__":
    main()
