#!/usr/bin/env python3
"""What a scan, a read of its report, an open stream and a weekly run cost a node and PostgreSQL.

    cargo build --profile dist && benches/nodes/costs.py PROGRAM [FOLDER [SCANS]]

Serves the pages of FOLDER (by default the one in examples/) from an HTTPS server of its own, scans
them through one node, and prints for each kind of work: CPU of the node and of PostgreSQL in
milliseconds, bytes of the log of changes, and how much the database has grown. These are the inputs
of the model in docs/scaling.md; `model.py` beside this file calculates it.
"""

import argparse
import contextlib
import gzip
import http.client
import http.server
import json
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/soak"))

from admissions import cpu
from origin import make_certificate
from service import HOST, node, postgres

EXAMPLE = ROOT / "examples"
SCANS = 300
READS = 2_000
STREAMS = 500
IDLE = 20
SIZE = "SELECT pg_database_size('citable')"
WAL = "SELECT wal_bytes FROM pg_stat_wal"
# What a table with its indexes takes, for each scan.
TABLES = """SELECT relname || ' ' || pg_total_relation_size(oid) / (SELECT count(*) FROM scans) / 1000.0
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    ORDER BY pg_total_relation_size(oid) DESC LIMIT 5"""


class Pages(http.server.BaseHTTPRequestHandler):
    """Every path is one of the pages."""

    protocol_version = "HTTP/1.1"
    pages = []

    def do_GET(self):
        found = self.path.startswith("/page/")
        body = self.pages[int(self.path.split("/")[2]) % len(self.pages)] if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def origin(pages, hosts=(HOST,)):
    """An HTTPS server with these pages under these names: its port, and its CA's certificate."""
    Pages.pages = pages
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = make_certificate(pathlib.Path(folder), list(hosts))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1], f"{folder}/ca.pem"
        finally:
            server.shutdown()


def read_page(path):
    """The bytes of a page; the pages of a benchmark are compressed."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def sql(database, statement):
    asked = subprocess.run(["psql", "-X", "-A", "-t", "-d", database, "-c", statement],
                           check=True, capture_output=True, text=True)
    return asked.stdout.strip()


class Meter:
    """What was used since it was made."""

    def __init__(self, database, node_pid, server_pid):
        self.database, self.pids = database, (node_pid, server_pid)
        self.before = self.read()

    def read(self):
        counts = [float(sql(self.database, statement)) for statement in (WAL, SIZE)]
        return [*(cpu(pid) for pid in self.pids), *counts]

    def show(self, what, times):
        spent = [after - before for after, before in zip(self.read(), self.before)]
        of_node, of_server, wal, size = (amount / times for amount in spent)
        print(f"{what:28} {of_node * 1000:9.2f} {of_server * 1000:9.2f}"
              f" {wal / 1000:9.1f} {size / 1000:9.1f}", flush=True)


def ask(connection, method, path, body=None):
    text = json.dumps(body) if body is not None else None
    connection.request(method, path, text, {"Content-Type": "application/json"} if text else {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def scan(address, port, numbers):
    """Scans pages, at most 16 at once, and returns the ids of those that are done."""
    connection, ids, waiting = http.client.HTTPConnection(address), [], []

    def end(most):
        while len(waiting) > most:
            status, body = ask(connection, "GET", f"/api/v1/scan/{waiting[0]}")
            said = json.loads(body).get("status")
            if said not in ("queued", "running", "pending"):
                ids.extend([waiting[0]] if said == "done" else [])
                waiting.pop(0)
            else:
                time.sleep(0.02)

    for number in numbers:
        url = f"https://{HOST}:{port}/page/{number}"
        status, body = ask(connection, "POST", "/api/v1/scan", {"url": url})
        if status != 202:
            sys.exit(f"refused: {body}")
        waiting.append(json.loads(body)["id"])
        end(16)
    end(0)
    return ids


def read(address, ids, accept):
    connection = http.client.HTTPConnection(address)
    for number in range(READS):
        connection.request("GET", f"/api/v1/scan/{ids[number % len(ids)]}", headers={"Accept": accept})
        connection.getresponse().read()


def arguments():
    given = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("program", metavar="PROGRAM", help="the built program")
    given.add_argument("folder", metavar="FOLDER", nargs="?", type=pathlib.Path, default=EXAMPLE,
                       help="a folder of HTML pages")
    given.add_argument("scans", metavar="SCANS", nargs="?", type=int, default=SCANS,
                       help=f"how many scans to measure (default {SCANS})")
    return given.parse_args()


def main():
    given = arguments()
    program, scans = given.program, given.scans
    pages = [read_page(page) for page in sorted(given.folder.rglob("*.html*"))]
    with contextlib.ExitStack() as stack:
        port, certificate = stack.enter_context(origin(pages))
        database, server = stack.enter_context(postgres())
        address, pid = stack.enter_context(node(
            program, database, CITABLE_FETCH_ALLOW_PORTS=str(port), CITABLE_LOG="warn,citable=info",
            CITABLE_FETCH_EXTRA_CA_FILE=certificate, CITABLE_DAILY_SCAN_BUDGET="1000000",
            CITABLE_TRUSTED_PROXIES="127.0.0.0/8"))
        scan(address, port, range(20))
        print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1000:.0f} kB each")
        print(f"{'':28} {'node, ms':>9} {'db, ms':>9} {'log, kB':>9} {'kept, kB':>9}")
        meter = Meter(database, pid, server)
        ids = scan(address, port, range(20, scans + 20))
        meter.show(f"scan ({len(ids)} of {scans} done)", scans)
        print("of that, kB in " + ", ".join(sql(database, TABLES).splitlines()))
        for what, accept in [("report, JSON", "application/json"), ("report, Markdown", "text/markdown")]:
            meter = Meter(database, pid, server)
            read(address, ids, accept)
            meter.show(what, READS)
        idle(address, pid, server, database)


def idle(address, pid, server, database):
    """A node that does nothing, and one with open streams."""
    meter = Meter(database, pid, server)
    time.sleep(IDLE)
    meter.show("nothing, for a second", IDLE)
    # Nobody ever runs this one.
    sql(database, "INSERT INTO scans (id, url, url_hash, host, status, stage, attempt, owner, "
                  "lease_until, created_at, started_at) SELECT 'scn_0123456789abcdefghijkl', url, "
                  "url_hash, host, 'running', 'fetching', 1, 'nobody', 9000000000000, created_at, "
                  "created_at FROM scans LIMIT 1")
    sockets = []
    for _ in range(STREAMS):
        host, port = address.split(":")
        opened = socket.create_connection((host, int(port)))
        opened.sendall(b"GET /api/v1/scan/scn_0123456789abcdefghijkl/events HTTP/1.1\r\n"
                       b"Host: localhost\r\nAccept: text/event-stream\r\n\r\n")
        sockets.append(opened)
    for opened in sockets:
        opened.recv(4096)
    meter = Meter(database, pid, server)
    time.sleep(IDLE)
    meter.show(f"{STREAMS} streams, for a second", IDLE)


if __name__ == "__main__":
    main()
