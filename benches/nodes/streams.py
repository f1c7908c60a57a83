#!/usr/bin/env python3
"""How long after it happens an event of a scan reaches a stream on another node.

    cargo build --profile dist && benches/nodes/streams.py PROGRAM [SCANS]

Starts a PostgreSQL server, a node that answers and a node that works, and follows scans on the one
that run on the other: first with nodes that hear each other, then with nodes that only poll. An event
carries the time at which it happened; steps within 50 ms are stored together. Prints milliseconds
(median, 95 %, most), and the ratio of the medians.
"""

import datetime
import http.client
import json
import statistics
import sys
import time

from service import HOST, node, postgres

# An address at which nothing listens.
NOWHERE = "postgres://citable@127.0.0.1:9/citable"


def delays(address, scans):
    """Milliseconds from each event of that many scans to its arrival."""
    found = []
    for _ in range(scans):
        connection = http.client.HTTPConnection(address)
        body = json.dumps({"url": f"https://{HOST}:9/{time.time_ns()}"})
        connection.request("POST", "/api/v1/scan", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 202:
            sys.exit(f"refused: {text}")
        connection.request("GET", f"/api/v1/scan/{json.loads(text)['id']}/events")
        stream = connection.getresponse()
        while line := stream.readline():
            if not line.startswith(b"data: {"):
                continue
            event = json.loads(line[6:])
            happened = datetime.datetime.fromisoformat(event["at"])
            # What was there before anybody listened says nothing.
            if event["stage"] != "queued":
                found.append(time.time() * 1000 - happened.timestamp() * 1000)
    return found


def measure(program, database, listen, scans):
    settings = {"CITABLE_DATABASE_LISTEN_URL": listen, "CITABLE_FETCH_ALLOW_PORTS": "9"}
    works = node(program, database, CITABLE_ROLE="worker", **settings)
    answers = node(program, database, CITABLE_ROLE="api", **settings)
    with works, answers as (address, _):
        delays(address, 2)
        found = sorted(delays(address, scans))
    share = found[int(len(found) * 0.95)]
    print(f"  {statistics.median(found):8.1f} {share:8.1f} {found[-1]:8.1f}  of {len(found)} events")
    return statistics.median(found)


def main():
    program, scans = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with postgres() as (database, _):
        print("nodes that hear each other:")
        heard = measure(program, database, database, scans)
        print("nodes that only poll:")
        polled = measure(program, database, NOWHERE, scans)
    print(f"{heard / polled:.3f} of the time")


if __name__ == "__main__":
    main()
