#!/usr/bin/env python3
"""Memory of the service for each open event stream over HTTP/1.1, of two programs side by side.

    cargo build --profile dist && ulimit -n 20000
    benches/streams.py BEFORE [AFTER] [--streams 10000]

Each stream follows one scan that another node is said to be running, so nothing is sent but the
events that were there and a comment now and then. Prints resident memory before, with all of them
open and after they are closed, and the bytes for each stream; three rounds, each program in turn.
"""

import argparse
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

ROUNDS = 3
SCAN = "scn_0123456789abcdefghijkl"
HOUR = 3_600_000
# What the last stream has had, the service has done for it.
OPENED = b"retry: 3000"
REQUEST = (
    f"GET /api/v1/scan/{SCAN}/events HTTP/1.1\r\nHost: localhost\r\n"
    "Accept: text/event-stream\r\nUser-Agent: bench\r\n\r\n"
).encode()


class Service:
    def __init__(self, program, streams):
        self.folder = tempfile.TemporaryDirectory()
        environment = {
            **os.environ,
            "CITABLE_LISTEN": "127.0.0.1:0",
            "CITABLE_LOG": "info",
            "CITABLE_DATA_DIR": self.folder.name,
            "CITABLE_MAX_CONNECTIONS": str(streams * 4),
            "CITABLE_MAX_CONNECTIONS_PER_NETWORK": str(streams * 4),
        }
        log = pathlib.Path(self.folder.name) / "log"
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [program, "serve"], env=environment, stdout=out, stderr=out
            )
        while not (found := re.search(r"listening on http://([0-9.]+):([0-9]+)", log.read_text())):
            if self.process.poll() is not None:
                sys.exit(f"{program} did not start: {log.read_text()}")
            time.sleep(0.05)
        self.address = (found[1], int(found[2]))
        now = int(time.time() * 1000)
        values = {"id": SCAN, "url": "https://www.example.com/", "url_hash": "0" * 64,
                  "host": "www.example.com", "status": "running", "stage": "fetching",
                  "attempt": 1, "owner": "another node", "lease_until": now + HOUR,
                  "created_at": now}
        with sqlite3.connect(pathlib.Path(self.folder.name) / "citable.sqlite") as database:
            database.execute(
                f"INSERT INTO scans ({','.join(values)}) VALUES ({','.join('?' * len(values))})",
                list(values.values()))
            database.execute(
                "INSERT INTO scan_events (scan_id, seq, at, status, stage, completed_checks) "
                "VALUES (?, 1, ?, 'pending', 'fetching', 0)", (SCAN, now))

    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def open(self):
        stream = socket.create_connection(self.address, timeout=10)
        stream.sendall(REQUEST)
        return stream

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def receive(stream):
    got = b""
    while OPENED not in got:
        if not (piece := stream.recv(4096)):
            sys.exit(f"a stream was closed: {got}")
        got += piece


def measure(program, count):
    service = Service(program, count)
    try:
        return fill(service, count)
    finally:
        service.end()


def fill(service, count):
    # What the first requests cost, all later ones share.
    for stream in [service.open() for _ in range(10)]:
        receive(stream)
        stream.close()
    before, descriptors = service.resident(), service.descriptors()
    streams = []
    for _ in range(count):
        streams.append(service.open())
        receive(streams[-1])
    during = service.resident()
    for stream in streams:
        stream.close()
    while service.descriptors() > descriptors + count // 10:
        time.sleep(0.1)
    after = service.resident()
    return before, during, after


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--streams", type=int, default=10_000)
    arguments = parser.parse_args()
    for _ in range(ROUNDS):
        for program in arguments.programs:
            before, during, after = measure(program, arguments.streams)
            print(
                f"{program}: {before / 1e6:.0f} MB, with {arguments.streams:,} streams "
                f"{during / 1e6:.0f} MB, closed {after / 1e6:.0f} MB: "
                f"{(during - before) / arguments.streams / 1000:.1f} kB a stream",
                flush=True,
            )


if __name__ == "__main__":
    main()
