"""Two PostgreSQL servers under Patroni and etcd: one accepts changes, the other follows it.

Replication is synchronous, so that a change that was confirmed is on both.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

USER = "citable"
DATABASE = "citable"
PATIENCE = 180
"""Seconds until both servers are there again: Patroni gives a lost one 20, and then it has to catch up."""
SETTLED = 2
"""Seconds: longer than two looks of Patroni at its servers are apart."""


def free_port() -> int:
    """Returns a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def as_server(*command: str) -> list[str]:
    """Returns the command under an account that PostgreSQL agrees to run as."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]


def programs() -> Path:
    """Returns the folder of the newest PostgreSQL."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return found[-1] if found else Path(shutil.which("initdb") or "").parent


class Server:
    """One PostgreSQL server and the Patroni that runs it."""

    def __init__(self, name: str, folder: Path, addresses: list[str], etcd: str) -> None:
        self.name, self.port, self.api = name, free_port(), free_port()
        self._folder = folder / f"patroni-{name}"
        self._folder.mkdir()
        shutil.chown(self._folder, "nobody", "nogroup")
        self._settings = self._folder / "patroni.json"
        self._settings.write_text(json.dumps(self._described(addresses, etcd)))
        self._process: subprocess.Popen[bytes] | None = None

    def _described(self, addresses: list[str], etcd: str) -> dict[str, Any]:
        own = f"127.0.0.1:{self.port}"
        everybody = ["local all all trust", "host all all samenet trust"]
        return {
            "scope": "soak",
            "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "etcd3": {"hosts": [etcd]},
            "bootstrap": {
                "dcs": {
                    "ttl": 20,
                    "loop_wait": 1,
                    "retry_timeout": 3,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True},
                },
                "initdb": [{"auth": "trust"}, {"encoding": "UTF8"}, "data-checksums", "no-sync"],
            },
            "postgresql": {
                "listen": f"{','.join(['127.0.0.1', *addresses])}:{self.port}",
                "connect_address": own,
                "data_dir": str(self._folder / "data"),
                "bin_dir": str(programs()),
                "pgpass": str(self._folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": USER},
                    "replication": {"username": "replicator"},
                    "rewind": {"username": "rewinder"},
                },
                "parameters": {
                    "unix_socket_directories": str(self._folder),
                    "max_connections": 200,
                    # Processes are killed here, never the machine.
                    "fsync": "off",
                },
                "pg_hba": [*everybody, "host replication all samenet trust"],
            },
        }

    def start(self) -> None:
        """Starts it, as a process group that can be killed as one."""
        log = (self._folder / "log").open("ab")
        command = as_server("patroni", str(self._settings))
        self._process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd="/", start_new_session=True
        )

    def is_primary(self) -> bool:
        """Tells whether it accepts changes, as far as Patroni knows."""
        return self._answers("primary")

    def is_replica(self) -> bool:
        """Tells whether it follows the other, synchronously."""
        return self._answers("sync")

    def _answers(self, state: str) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/{state}", timeout=2):
                return True
        except (OSError, urllib.error.HTTPError):
            return False

    def restart_postgres(self) -> bool:
        """Restarts PostgreSQL in place; tells whether Patroni agreed to."""
        return self._post("restart", {})

    def switch_over(self, to: Server) -> bool:
        """Hands its role to the other server; tells whether Patroni agreed to."""
        return self._post("switchover", {"leader": self.name, "candidate": to.name})

    def _post(self, path: str, body: dict[str, str]) -> bool:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.api}/{path}", json.dumps(body).encode(), method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=60):
                return True
        except urllib.error.HTTPError:
            return False

    def kill(self) -> None:
        """Kills Patroni and the server, as a machine that loses power does."""
        for process in self._family():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if self._process is not None:
            self._process.wait()

    def _family(self) -> list[int]:
        """Patroni first, so that it can't start the server again, then the server's processes."""
        found = [self._process.pid] if self._process is not None else []
        postmaster = self._folder / "data" / "postmaster.pid"
        if postmaster.exists():
            pid = int(postmaster.read_text().split()[0])
            found.append(pid)
            children = Path(f"/proc/{pid}/task/{pid}/children")
            if children.exists():
                found.extend(int(child) for child in children.read_text().split())
        return found


class Cluster:
    """Both servers, and etcd, which decides between them."""

    def __init__(self, folder: Path, addresses: list[str]) -> None:
        self._etcd_port, peer = free_port(), free_port()
        at, peers = f"http://127.0.0.1:{self._etcd_port}", f"http://127.0.0.1:{peer}"
        log = (folder / "etcd.log").open("ab")
        self._etcd = subprocess.Popen(
            ["etcd", "--name", "soak", "--data-dir", str(folder / "etcd"), "--unsafe-no-fsync",
             "--listen-client-urls", at, "--advertise-client-urls", at,
             "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
             "--initial-cluster", f"soak={peers}"],
            stdout=log, stderr=log,
        )
        etcd = f"127.0.0.1:{self._etcd_port}"
        self.servers = [Server(name, folder, addresses, etcd) for name in ("a", "b")]

    def start(self) -> None:
        """Starts everything and waits until the second server follows the first."""
        self.servers[0].start()
        self.wait_for(self.servers[0].is_primary, "the first server accepts changes")
        self.servers[1].start()
        self.wait_until_whole()
        self.run(f"CREATE DATABASE {DATABASE}", database="postgres")

    def restart(self) -> None:
        """Restarts the primary in place, as soon as Patroni lets it."""
        self.wait_for(
            lambda: (primary := self.primary()) is not None and primary.restart_postgres(),
            "the primary can be restarted",
        )

    def switch_over(self) -> None:
        """Lets the servers change roles, as soon as Patroni knows that no change is lost by it."""
        self.wait_for(
            lambda: (primary := self.primary()) is not None
            and primary.switch_over(self.other(primary)),
            "the servers can change roles",
        )

    def url(self, host: str) -> str:
        """Returns the URL of the database as a node at that address sees it."""
        hosts = ",".join(f"{host}:{server.port}" for server in self.servers)
        return f"postgres://{USER}@{hosts}/{DATABASE}?target_session_attrs=read-write"

    def primary(self) -> Server | None:
        """Returns the server that accepts changes."""
        return next((server for server in self.servers if server.is_primary()), None)

    def other(self, than: Server) -> Server:
        """Returns the other server."""
        return next(server for server in self.servers if server is not than)

    def wait_until_whole(self) -> None:
        """Waits until one server accepts changes and the other follows it, and stays so: after a
        restart, Patroni takes the other's role away for a moment, and a primary that is lost in that
        moment has no successor."""
        for _ in range(2):
            self.wait_for(self._is_whole, "one server follows the other")
            time.sleep(SETTLED)

    def _is_whole(self) -> bool:
        primary = self.primary()
        if primary is None or not self.other(primary).is_replica():
            return False
        followers = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        try:
            return self.run(followers, database="postgres") == "1"
        except RuntimeError:
            return False

    def wait_for(self, holds: Callable[[], bool], what: str) -> None:
        """Waits until something is true of the servers."""
        if not self.becomes(holds, PATIENCE):
            raise TimeoutError(f"PostgreSQL: never true that {what}")

    @staticmethod
    def becomes(holds: Callable[[], bool], seconds: float) -> bool:
        """Tells whether something becomes true within that time."""
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                return False
            time.sleep(0.2)
        return True

    def run(self, sql: str, database: str = DATABASE) -> str:
        """Runs statements on the primary in one transaction; returns what they print."""
        hosts = ",".join(["127.0.0.1"] * len(self.servers))
        ports = ",".join(str(server.port) for server in self.servers)
        at = f"host={hosts} port={ports} user={USER} dbname={database} target_session_attrs=read-write"
        asked = subprocess.run(
            [programs() / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, at],
            capture_output=True, text=True,
        )
        if asked.returncode != 0:
            raise RuntimeError(f"psql: {asked.stderr.strip()}")
        return asked.stdout.strip()

    def rows(self, sql: str) -> list[dict[str, Any]]:
        """Returns what a query finds."""
        found = self.run(f"SELECT coalesce(json_agg(found), '[]') FROM ({sql}) found")
        rows: list[dict[str, Any]] = json.loads(found)
        return rows

    def stop(self) -> None:
        """Stops everything."""
        for server in self.servers:
            server.kill()
        self._etcd.terminate()
        self._etcd.wait()
