#!/usr/bin/env python3
"""What a month of so many pages needs, from what one of each costs: the tables of docs/scaling.md.

    benches/nodes/model.py [--pages 250000] [--node-ms 17] [--database-ms 5] [--log-kb 70] [--kept-kb 63] …

The defaults are what `costs.py` and the benches `fleet` and `leader` measured; give your own.
"""

import argparse
import math

MONTH = 30 * 24 * 3600
VOLUMES = (10**6, 10**8, 10**9)


def arguments():
    given = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--pages", type=int, nargs="+", default=VOLUMES,
                       help="pages in a month; one column for each number given")
    for name, default, text in [
        ("--node-ms", 17, "CPU of a node for a scan, in milliseconds"),
        ("--database-ms", 5, "CPU of PostgreSQL for a scan, in milliseconds"),
        ("--log-kb", 70, "change log (WAL) of a scan, in kB"),
        ("--kept-kb", 63, "what a scan leaves in the database, in kB"),
        ("--snapshot-kb", 55, "of that, its snapshot, which object storage can take"),
        ("--page-kb", 373, "what is fetched for a scan, in kB"),
        ("--reads", 5, "reads of a report for each scan"),
        ("--read-ms", 0.1, "CPU of a node and PostgreSQL for a read, in milliseconds"),
        ("--peak", 3, "busiest hour, compared with the average"),
        ("--busy", 0.6, "share of a core that may be used at the peak"),
        ("--seconds", 3, "time from the first to the last request to a site"),
    ]:
        given.add_argument(name, type=float, default=default, help=f"{text} (default {default})")
    return given.parse_args()


def size(kilobytes):
    for unit in ("kB", "MB", "GB", "TB"):
        if kilobytes < 1000:
            return f"{kilobytes:.3g} {unit}"
        kilobytes /= 1000
    return f"{kilobytes:.3g} PB"


def number(value):
    """Three digits that count, without an exponent."""
    return f"{float(f'{value:.3g}'):,.10g}"


def rows(of):
    yield "Scans per second, on average", lambda pages: number(pages / MONTH)
    yield "Scans per second, at the peak", lambda pages: number(peak(pages, of))
    yield "Cores for the nodes", lambda pages: cores(pages, of, of.node_ms + of.reads * of.read_ms / 2)
    yield "Cores for PostgreSQL", lambda pages: cores(pages, of, of.database_ms + of.reads * of.read_ms / 2)
    yield "Write-ahead log (WAL) at the peak, per second", lambda pages: size(peak(pages, of) * of.log_kb)
    yield "Database after a month", lambda pages: size(pages * of.kept_kb)
    yield "The same with snapshots in object storage", lambda pages: size(
        pages * (of.kept_kb - of.snapshot_kb))
    yield "Fetched from sites, at the peak, per second", lambda pages: size(peak(pages, of) * of.page_kb)
    yield "Scans running at the peak", lambda pages: f"{math.ceil(peak(pages, of) * of.seconds):,}"


def peak(pages, of):
    return pages / MONTH * of.peak


def cores(pages, of, milliseconds):
    needed = peak(pages, of) * milliseconds / 1000 / of.busy
    return f"{needed:.2f}" if needed < 1 else f"{math.ceil(needed):,}"


def main():
    of = arguments()
    print("| Pages a month | " + " | ".join(f"{volume:,}" for volume in of.pages) + " |")
    print("|---" + "|---:" * len(of.pages) + "|")
    for name, value in rows(of):
        print(f"| {name} | " + " | ".join(value(volume) for volume in of.pages) + " |")


if __name__ == "__main__":
    main()
