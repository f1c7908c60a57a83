#!/usr/bin/env python3
"""How long after it happens an event of a scan reaches a stream on another node.

    cargo build --profile dist && benches/nodes.py PROGRAM [SCANS]

Starts a PostgreSQL server, a node that answers and a node that works, and follows scans on the one
that run on the other: first with nodes that hear each other, then with nodes that only poll. An event
carries the time at which it happened; steps within 50 ms are stored together. Prints milliseconds
(median, 95 %, most), and the ratio of the medians. Needs initdb and pg_ctl, and as root the account
`nobody`.
"""

import contextlib
import datetime
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
HOST = "pages.citable-test.net"
# An address at which nothing listens.
NOWHERE = "postgres://citable@127.0.0.1:9/citable"


def as_server(*command):
    """As an account that the server agrees to run under."""
    wrap = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    subprocess.run([*(wrap if os.getuid() == 0 else []), *command], check=True,
                   stdout=subprocess.DEVNULL, cwd="/")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@contextlib.contextmanager
def postgres():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    programs = found[-1] if found else pathlib.Path(shutil.which("initdb")).parent
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        data, port = f"{folder}/data", free_port()
        as_server(f"{programs}/initdb", "-D", data, "-U", "citable", "-A", "trust", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        as_server(f"{programs}/pg_ctl", "-D", data, "-l", f"{folder}/log", "-w", "-o", options, "start")
        try:
            at = f"postgres://citable@127.0.0.1:{port}"
            command = ["createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "citable", "citable"]
            subprocess.run([f"{programs}/{command[0]}", *command[1:]], check=True)
            yield f"{at}/citable"
        finally:
            as_server(f"{programs}/pg_ctl", "-D", data, "-m", "immediate", "stop")


@contextlib.contextmanager
def node(program, role, database, listen):
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "CITABLE_LISTEN": "127.0.0.1:0", "CITABLE_DATA_DIR": folder,
            "CITABLE_LOG": "info", "CITABLE_ROLE": role, "CITABLE_SECRET_KEY": KEY,
            "CITABLE_DATABASE_URL": database, "CITABLE_DATABASE_LISTEN_URL": listen,
            "CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY": "100000", "CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH": "100000", "CITABLE_FETCH_RESOLVE": f"{HOST}=127.0.0.1",
            "CITABLE_FETCH_ALLOW_CIDRS": "127.0.0.0/8", "CITABLE_FETCH_ALLOW_PORTS": "9",
        }
        log = pathlib.Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen([program, "serve"], env=environment, stderr=out)
        try:
            while not (at := re.search(r"listening on http://([0-9.]+:[0-9]+)", log.read_text())):
                if process.poll() is not None:
                    sys.exit(f"{program} did not start: {log.read_text()}")
                time.sleep(0.05)
            yield at[1]
        finally:
            process.terminate()
            process.wait()


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
    with node(program, "worker", database, listen), node(program, "api", database, listen) as api:
        delays(api, 2)
        found = sorted(delays(api, scans))
    share = found[int(len(found) * 0.95)]
    print(f"  {statistics.median(found):8.1f} {share:8.1f} {found[-1]:8.1f}  of {len(found)} events")
    return statistics.median(found)


def main():
    program, scans = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with postgres() as database:
        print("nodes that hear each other:")
        heard = measure(program, database, database, scans)
        print("nodes that only poll:")
        polled = measure(program, database, NOWHERE, scans)
    print(f"{heard / polled:.3f} of the time")


if __name__ == "__main__":
    main()
