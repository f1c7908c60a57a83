#!/usr/bin/env python3
"""What `citable fix` does to real pages: edits by rule, refusals by reason, scores before and after.

    cargo build --release
    benches/fixes.py PROGRAM DATA [--unsafe]         # pages of DATA/pages and DATA/wcxb
    benches/fixes.py PROGRAM FOLDER URL [--unsafe]   # a built site, such as a package's documentation

Nothing is written but OUT.jsonl (or the file that $OUT names): one object for each page, with its
diff, to be read. Every page of DATA is fixed a second time with its edits, which has to find nothing.
"""

import collections
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 300


def pages_of(data):
    """The ID, the address and the bytes of every page of the data for tests."""
    for page in json.loads((data / "pages/index.json").read_text()):
        yield "p" + page["id"], page["url"], (data / "pages" / page["file"]).read_bytes()
    for line in (data / "wcxb/truth.jsonl").read_text().splitlines():
        page = json.loads(line)
        path = data / f"wcxb/html/{page['id']}.html.gz"
        yield "w" + page["id"], page["url"], gzip.decompress(path.read_bytes())


def fix(program, target, url, more):
    """The rows of `citable fix` for a file or a folder."""
    command = [program, "fix", target, "--no-config", "--format", "json", *more]
    if url:
        # What is fixed is served by https, whatever the data says.
        command += ["--base-url", url.replace("http://", "https://", 1)]
    done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)
    try:
        return json.loads(done.stdout)["files"]
    except ValueError:
        return [{"file": str(target), "scoreBefore": None, "error": done.stderr.decode()}]


def fixed_twice(program, page, more):
    """The row of a page, and how many edits a second run finds."""
    name, url, body = page
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.html"
        path.write_bytes(body)
        (row,) = fix(program, path, url, more)
        fix(program, path, url, [*more, "--apply"])
        (again,) = fix(program, path, url, more)
        return row | {"file": name, "url": url}, len(again.get("applied", []))


def quartiles(scores):
    scores = sorted(scores)
    return "/".join(str(scores[len(scores) * part // 4]) for part in (1, 2, 3))


def tell(rows):
    """Prints what came of the pages."""
    judged = [row for row in rows if row["scoreBefore"] is not None]
    edited = [row for row in judged if row["applied"]]
    rules, reasons = collections.Counter(), collections.Counter()
    for row in judged:
        rules.update(edit["rule"] for edit in row["applied"])
        reasons.update(edit["reason"] for edit in row["refused"])
    print(f"{len(rows)} pages, {len(rows) - len(judged)} not scanned, {len(edited)} edited")
    print(f"{rules.total()} edits: " + ", ".join(f"{rule} {n}" for rule, n in rules.most_common()))
    print(f"{reasons.total()} refused")
    for reason, count in reasons.most_common(12):
        print(f"  {count:5}  {reason}")
    for name, some in (("all", judged), ("edited", edited)):
        if some:
            before, after = ([row[key] for row in some] for key in ("scoreBefore", "scoreAfter"))
            print(f"quartiles, {name}: {quartiles(before)} before, {quartiles(after)} after")
    print(f"{sum(row['scoreAfter'] < row['scoreBefore'] for row in judged)} pages score lower")


def main():
    more = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    program, target, *url = [own for own in sys.argv[1:] if not own.startswith("--")]
    if url:
        rows = [row for row in fix(program, target, url[0], more) if row["file"].endswith("l")]
    else:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            pages = pages_of(pathlib.Path(target))
            done = list(threads.map(lambda page: fixed_twice(program, page, more), pages))
        rows = [row for row, _ in done]
        print(f"{sum(again for _, again in done)} edits found by a second run")
    tell(rows)
    out = pathlib.Path(os.environ.get("OUT", "OUT.jsonl"))
    out.write_text("".join(json.dumps(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
