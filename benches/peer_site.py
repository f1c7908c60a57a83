#!/usr/bin/env python3
"""`citable site` over a folder, beside `geo` (geo-optimizer-skill) over the same pages.

    cargo build --release --bin citable
    python3 -m venv PEERS && PEERS/bin/pip install geo-optimizer-skill==4.19.8
    benches/peer_site.py FOLDER PEERS [PROGRAM] [PAGES]

FOLDER is a folder of HTML pages, of which the first PAGES (200) are copied to a folder for both.
Each tool runs as a process of its own that reads every page, judges it and writes one JSON file,
in turn, for ROUNDS rounds (5). Prints the ratios of time, CPU time and memory: the median, with the
least and the most of the pairs.

`geo audit --sitemap` refuses addresses that aren't public, and sends 16 requests for a page. So
its batch audit is called here with the functions that fetch replaced: a page is read from the
folder, and everything else (robots.txt, llms.txt, requests as crawlers) answers 404 at once. That
leaves out what it waits for, so the ratios are those of reading and judging alone. Both tools check
different things, and neither does all that the other does.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "5"))
BASE = "https://www.example.org/"

# What `geo audit --sitemap --format json` does once it has the sitemap.
GEO = """
import dataclasses, json, pathlib, sys
from types import SimpleNamespace
from requests.structures import CaseInsensitiveDict
from geo_optimizer.core import audit, batch_audit
from geo_optimizer.models.results import CdnAiCrawlerResult

folder, base, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))

def fetch(url, *_, **__):
    path = folder / url.removeprefix(base)
    found = path.is_file()
    content = path.read_bytes() if found else b""
    text = content.decode("utf-8", "replace")
    headers = CaseInsensitiveDict({"content-type": "text/html"})
    status = 200 if found else 404
    return SimpleNamespace(
        status_code=status, text=text, content=content, headers=headers, url=url, ok=found
    ), None

audit.fetch_url = fetch
audit.check_markdown_negotiation = lambda *_, **__: False
audit.audit_cdn_ai_crawler = lambda *_, **__: CdnAiCrawlerResult()
batch_audit.fetch_sitemap = lambda _: [SimpleNamespace(url=base + path, priority=0.5) for path in paths]
batch_audit._async_runtime_available = lambda: False
batch_audit._select_urls = lambda entries, max_urls: [entry.url for entry in entries][:max_urls]
result = batch_audit.run_batch_audit(base + "sitemap.xml", max_urls=len(paths))
out.write_text(json.dumps(dataclasses.asdict(result), default=str))
"""


def run(command, out):
    """Seconds, CPU seconds and the most memory (MB) of a command, and what it wrote."""
    begun = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    told = child.stderr.read().decode()
    _, status, usage = os.wait4(child.pid, 0)
    taken = time.monotonic() - begun
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command[0]} failed: {told[-2000:]}")
    measured = (taken, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    return measured, json.loads(out.read_text())


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    source, peers = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    program = sys.argv[3] if len(sys.argv) > 3 else "target/release/citable"
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        folder = place / "pages"
        pages = sorted(source.rglob("*.html"))[:most]
        for page in pages:
            copy = folder / page.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page, copy)
        out = {name: place / f"{name}.json" for name in ("citable", "geo")}
        state = ["--state", str(place / "state"), "--no-config"]
        commands = {
            "citable": [program, "site", str(folder), "--base-url", BASE, *state,
                        "-o", str(out["citable"])],
            "geo": [str(peers / "bin/python"), "-c", GEO, str(folder), BASE, str(out["geo"])],
        }
        pairs = []
        for _ in range(ROUNDS):
            ours, report = run(commands["citable"], out["citable"])
            theirs, audit = run(commands["geo"], out["geo"])
            judged = [len(report["pages"]), len([p for p in audit["pages"] if not p.get("error")])]
            if judged != [len(pages)] * 2:
                sys.exit(f"of {len(pages)} pages, citable and geo judged {judged}")
            pairs.append((ours, theirs))
            shutil.rmtree(place / "state", ignore_errors=True)
    size = sum(page.stat().st_size for page in pages)
    print(f"{source}: {len(pages)} pages, {size / 1e6:.1f} MB, {ROUNDS} pairs. citable / geo:")
    for at, (name, unit) in enumerate([("time", "s"), ("CPU time", "s"), ("memory", "MB")]):
        ratios = [ours[at] / theirs[at] for ours, theirs in pairs]
        ours, theirs = (statistics.median(pair[side][at] for pair in pairs) for side in (0, 1))
        print(
            f"  {name}: {statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f}), "
            f"medians {ours:.2f} and {theirs:.2f} {unit}"
        )


if __name__ == "__main__":
    main()
