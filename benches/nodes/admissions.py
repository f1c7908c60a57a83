#!/usr/bin/env python3
"""What it costs nodes of one PostgreSQL database to admit scans, and how long they wait for locks.

    cargo build --profile dist && benches/nodes/admissions.py PROGRAM [PROGRAM …]

For one, two and three nodes, asks all of them at once for scans of pages that never answer, each for
another client. Prints, for each program in turn: admissions in a second of the clock, milliseconds
of CPU for an admission (nodes and database), and how many of the database's sessions wait for a
lock on average. One machine runs all of it, so only the last two say how nodes would grow on machines
of their own.
"""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading
import time

from service import HOST, node, postgres

REQUESTS = 1_200
CALLERS = 12
ROUNDS = 3
TICK = os.sysconf("SC_CLK_TCK")
WAITING = ("SELECT count(*) FROM pg_stat_activity "
           "WHERE datname = 'citable' AND wait_event_type = 'Lock'")


def cpu(pid):
    """Seconds of a process and of those that it has started."""
    def own(pid):
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / TICK

    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    total = own(pid)
    for child in children:
        with contextlib.suppress(FileNotFoundError):
            total += own(child)
    return total


def ask(address, requests):
    connection = http.client.HTTPConnection(address)
    for _ in range(requests):
        client = ".".join(str(random.randrange(1, 255)) for _ in range(3))
        body = json.dumps({"url": f"https://{HOST}:{PORT}/{time.time_ns()}"})
        fields = {"Content-Type": "application/json", "X-Forwarded-For": f"11.{client}"}
        connection.request("POST", "/api/v1/scan", body, fields)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 202:
            sys.exit(f"refused: {text}")


class LockWaits:
    """Looks at the sessions of the database again and again."""

    def __init__(self, database):
        command = ["psql", "-X", "-A", "-t", "-d", database]
        self.psql = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.psql.stdin.write(f"{WAITING} \\watch 0.01\n")
        self.psql.stdin.flush()
        self.seen = []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.psql.stdout:
            if re.fullmatch(r"\d+", line.strip()):
                self.seen.append(int(line))

    def end(self):
        self.psql.terminate()
        self.reader.join()
        return sum(self.seen) / max(1, len(self.seen))


def measure(program, nodes):
    settings = {
        "CITABLE_FETCH_ALLOW_PORTS": str(PORT), "CITABLE_MAX_CONCURRENT_SCANS": "1",
        "CITABLE_SCAN_QUEUE": "1000000", "CITABLE_DAILY_SCAN_BUDGET": "1000000",
        "CITABLE_TRUSTED_PROXIES": "127.0.0.0/8",
    }
    with contextlib.ExitStack() as stack:
        database, server = stack.enter_context(postgres())
        running = [stack.enter_context(node(program, database, **settings)) for _ in range(nodes)]
        addresses = [address for address, _ in running]
        pids = [server, *(pid for _, pid in running)]
        for address in addresses:
            ask(address, 20)
        waits = LockWaits(database)
        began, before = time.monotonic(), [cpu(pid) for pid in pids]
        with concurrent.futures.ThreadPoolExecutor(CALLERS) as callers:
            share = REQUESTS // CALLERS
            calls = [callers.submit(ask, addresses[number % nodes], share) for number in range(CALLERS)]
            for call in calls:
                call.result()
        took = time.monotonic() - began
        spent = [after - before for after, before in zip(map(cpu, pids), before)]
        return REQUESTS / took, sum(spent[1:]) * 1000 / REQUESTS, spent[0] * 1000 / REQUESTS, waits.end()


def main():
    programs = sys.argv[1:]
    print("nodes  program   a second  ms CPU: nodes  database  sessions that wait for a lock")
    for nodes in (1, 2, 3):
        for _ in range(ROUNDS):
            for number, program in enumerate(programs):
                rate, of_nodes, of_database, waits = measure(program, nodes)
                print(f"{nodes:5}  {number + 1:7}  {rate:9.0f}  {of_nodes:13.2f}  {of_database:8.2f}"
                      f"  {waits:6.2f}", flush=True)


# Takes connections and never says anything.
SILENT = socket.create_server(("127.0.0.1", 0))
PORT = SILENT.getsockname()[1]

if __name__ == "__main__":
    main()
