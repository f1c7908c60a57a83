#!/usr/bin/env python3
"""What admissions, scans and reads of reports cost one, two and three nodes of one database.

    cargo build --profile dist && benches/nodes/growth.py PROGRAM [FOLDER]

Serves the pages of FOLDER (by default the one in examples/) under several hosts, asks all nodes at
once, and prints for each kind of work, by number of nodes: milliseconds of CPU for one, of the nodes
and of PostgreSQL, and how many of the database's sessions wait for a lock on average; medians of
three rounds, with the least and the most. One machine runs all of it, so a rate would say nothing
of nodes on machines of their own: what they cost and wait for does.
"""

import concurrent.futures
import contextlib
import http.client
import json
import pathlib
import statistics
import sys
import time

from admissions import LockWaits, cpu
from admissions import measure as measure_admissions
from costs import EXAMPLE, ask, origin, read_page
from service import node, postgres

ROUNDS = 3
NODES = (1, 2, 3)
HOSTS = [f"p{number}.citable-test.net" for number in range(24)]
SCANS = 240
READS = 6_000
CALLERS = 6


def scan(address, port, numbers):
    """Asks for scans of all those pages, and waits for the end of each; answers the ids."""
    connection, ids = http.client.HTTPConnection(address), []
    for number in numbers:
        url = f"https://{HOSTS[number % len(HOSTS)]}:{port}/page/{number}"
        status, body = ask(connection, "POST", "/api/v1/scan", {"url": url})
        if status != 202:
            sys.exit(f"refused: {body}")
        ids.append(json.loads(body)["id"])
    for scan_id in ids:
        # A stream ends with the scan, so that waiting for it costs next to nothing.
        connection.request("GET", f"/api/v1/scan/{scan_id}/events")
        if b'"status":"done"' not in connection.getresponse().read():
            sys.exit(f"{scan_id} isn't done")
    return ids


def read(address, ids):
    connection = http.client.HTTPConnection(address)
    for scan_id in ids:
        connection.request("GET", f"/api/v1/scan/{scan_id}")
        if connection.getresponse().read()[:1] != b"{":
            sys.exit(f"no report of {scan_id}")


def measured(database, pids, addresses, work, shares):
    """Gives each caller a share; answers CPU of the nodes and of the server, and the lock waits."""
    waits, before = LockWaits(database), [cpu(pid) for pid in pids]
    with concurrent.futures.ThreadPoolExecutor(CALLERS) as callers:
        calls = [callers.submit(work, addresses[number % len(addresses)], share)
                 for number, share in enumerate(shares)]
        answers = [call.result() for call in calls]
    times = sum(map(len, shares))
    spent = [(after - since) * 1000 / times for after, since in zip(map(cpu, pids), before)]
    return (sum(spent[1:]), spent[0], waits.end()), answers


def deal(things):
    return [things[number::CALLERS] for number in range(CALLERS)]


def measure(program, nodes, pages):
    """Scans and reads with that many nodes, each as CPU of the nodes, of the server, and waits."""
    with contextlib.ExitStack() as stack:
        port, certificate = stack.enter_context(origin(pages, HOSTS))
        database, server = stack.enter_context(postgres())
        settings = {
            "CITABLE_FETCH_ALLOW_PORTS": str(port), "CITABLE_FETCH_EXTRA_CA_FILE": certificate,
            "CITABLE_FETCH_RESOLVE": ",".join(f"{host}=127.0.0.1" for host in HOSTS),
            "CITABLE_DAILY_SCAN_BUDGET": "1000000",
        }
        running = [stack.enter_context(node(program, database, **settings)) for _ in range(nodes)]
        addresses, pids = [at for at, _ in running], [server, *(pid for _, pid in running)]
        for address in addresses:
            scan(address, port, [time.time_ns() // 1000 for _ in range(4)])
        scans, ids = measured(database, pids, addresses, lambda at, share: scan(at, port, share),
                              deal(list(range(SCANS))))
        ids = [scan_id for share in ids for scan_id in share]
        reads, _ = measured(database, pids, addresses, read,
                            deal([ids[number % len(ids)] for number in range(READS)]))
        return {"scan": scans, "read": reads}


def main():
    program = sys.argv[1]
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else EXAMPLE
    pages = [read_page(page) for page in sorted(folder.rglob("*.html*"))]
    found = {}
    for _ in range(ROUNDS):
        for nodes in NODES:
            rounds = measure(program, nodes, pages)
            rounds["admission"] = measure_admissions(program, nodes)[1:]
            for kind, spent in rounds.items():
                found.setdefault((kind, nodes), []).append(spent)
    print(f"{'':10} nodes  {'ms CPU: nodes':>22}  {'PostgreSQL':>22}  {'sessions that wait':>22}")
    for kind in ("admission", "scan", "read"):
        for nodes in NODES:
            columns = zip(*found[kind, nodes])
            shown = (f"{statistics.median(of):8.2f} ({min(of):5.2f}–{max(of):5.2f})" for of in columns)
            print(f"{kind:10} {nodes:5}  " + "  ".join(f"{column:>22}" for column in shown), flush=True)


if __name__ == "__main__":
    main()
