"""A PostgreSQL server and nodes of the service, for the benches beside this file.

Needs initdb and pg_ctl, and as root the account `nobody`.
"""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
HOST = "pages.citable-test.net"


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
    """A server with a database; its URL, and the process."""
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
            pid = int(pathlib.Path(data, "postmaster.pid").read_text().split()[0])
            yield f"{at}/citable", pid
        finally:
            as_server(f"{programs}/pg_ctl", "-D", data, "-m", "immediate", "stop")


@contextlib.contextmanager
def node(program, database, **settings):
    """A node of the service, and where it listens."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "CITABLE_LISTEN": "127.0.0.1:0", "CITABLE_DATA_DIR": folder,
            "CITABLE_LOG": "info", "CITABLE_SECRET_KEY": KEY, "CITABLE_DATABASE_URL": database,
            "CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY": "100000", "CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH": "100000", "CITABLE_FETCH_RESOLVE": f"{HOST}=127.0.0.1",
            "CITABLE_FETCH_ALLOW_CIDRS": "127.0.0.0/8", **settings,
        }
        log = pathlib.Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen([program, "serve"], env=environment, stderr=out)
        try:
            while not (at := re.search(r"listening on http://([0-9.]+:[0-9]+)", log.read_text())):
                if process.poll() is not None:
                    sys.exit(f"{program} did not start: {log.read_text()}")
                time.sleep(0.05)
            yield at[1], process.pid
        finally:
            process.terminate()
            process.wait()
