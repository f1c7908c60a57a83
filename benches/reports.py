#!/usr/bin/env python3
"""CPU time of the service for each read of a finished report, of two programs side by side.

    cargo build --profile dist && benches/reports.py BEFORE [AFTER]

Starts both, each over its own database with the same report in it, and asks them in turn over one
kept connection. Counts the CPU time of the server's process, so other load on the machine matters
little. Prints microseconds of CPU for a request, and after/before: the median of the rounds, the
least and the most. With one program, only its own times.
"""

import http.client
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
REQUESTS = 400
SCAN = "scn_0123456789abcdefghijkl"
PAGE = pathlib.Path(__file__).resolve().parent.parent / "examples/article.html"
TICK = os.sysconf("SC_CLK_TCK")
MARKDOWN = {"Accept": "text/markdown"}
GZIP = {"Accept-Encoding": "gzip"}
REPORT = f"/api/v1/scan/{SCAN}"
# What is asked for: name, path, header fields, and whether the client has it already.
READS = [
    ("report, JSON", REPORT, {}, False),
    ("report, JSON, 304", REPORT, {}, True),
    ("report, Markdown", REPORT, MARKDOWN, False),
    ("report, for agents", REPORT + "/ai-instructions", {}, False),
    ("openapi.json", "/api/v1/openapi.json", {}, False),
    ("openapi.json, gzip", "/api/v1/openapi.json", GZIP, False),
    ("openapi.json, 304", "/api/v1/openapi.json", {}, True),
    ("healthz (the least)", "/api/v1/healthz", {}, False),
]


def report(program):
    """A report as the service stores it."""
    command = [program, "scan", str(PAGE), "--offline", "--format", "json",
               "--base-url", "https://www.example.com/tides"]
    whole = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    whole["id"] = SCAN
    return whole, json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()


class Service:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        environment = {**os.environ, "CITABLE_LISTEN": "127.0.0.1:0", "CITABLE_LOG": "info",
                       "CITABLE_DATA_DIR": self.folder.name}
        log = pathlib.Path(self.folder.name) / "log"
        with log.open("wb") as out:
            self.process = subprocess.Popen([program, "serve"], env=environment, stderr=out)
        while not (found := re.search(r"listening on http://([0-9.]+:[0-9]+)", log.read_text())):
            if self.process.poll() is not None:
                sys.exit(f"{program} did not start: {log.read_text()}")
            time.sleep(0.05)
        self.start_cpu = self.cpu()
        self.store(program)
        self.connection = http.client.HTTPConnection(found[1])

    def store(self, program):
        whole, body = report(program)
        now = int(time.time() * 1000)
        values = {"id": SCAN, "url": whole["url"], "url_hash": whole["urlHash"],
                  "host": "www.example.com", "status": "done", "stage": "done", "attempt": 1,
                  "created_at": now, "finished_at": now, "score": whole["score"]}
        with sqlite3.connect(pathlib.Path(self.folder.name) / "citable.sqlite") as database:
            database.execute(
                f"INSERT INTO scans ({','.join(values)}) VALUES ({','.join('?' * len(values))})",
                list(values.values()))
            database.execute("INSERT INTO reports VALUES (?, ?, ?, ?, ?)",
                             (SCAN, whole["urlHash"], now, whole["score"], body))
        self.bytes = len(body)

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")")[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def get(self, path, fields):
        self.connection.request("GET", path, headers=fields)
        response = self.connection.getresponse()
        response.read()
        return response

    def measure(self, path, fields, known):
        """Microseconds of CPU for a request."""
        first = self.get(path, fields)
        wanted = 200
        if known:
            fields, wanted = {**fields, "If-None-Match": first.headers["ETag"]}, 304
        before = self.cpu()
        for _ in range(REQUESTS):
            if (status := self.get(path, fields).status) != wanted:
                sys.exit(f"{path}: {status}")
        return (self.cpu() - before) / REQUESTS * 1e6

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def main():
    services = [Service(program) for program in sys.argv[1:3]]
    print(f"a report of {services[0].bytes} bytes; {ROUNDS} rounds of {REQUESTS} requests")
    starts = ", ".join(f"{one.start_cpu * 1000:.0f} ms" for one in services)
    print(f"CPU time until it listens: {starts}")
    for name, path, fields, known in READS:
        rounds = [[one.measure(path, fields, known) for one in services] for _ in range(ROUNDS)]
        times = [sorted(column)[ROUNDS // 2] for column in zip(*rounds)]
        text = " -> ".join(f"{one:.0f} us" for one in times)
        if len(services) == 2:
            ratios = sorted(after / before for before, after in rounds)
            text += f"  {ratios[ROUNDS // 2]:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        print(f"{name:<20} {text}", flush=True)
    for one in services:
        one.end()


if __name__ == "__main__":
    main()
