"""Nodes that are replaced one by one under load, behind a proxy: how many requests fail?"""

from __future__ import annotations

import contextlib
import http.client
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from database import free_port
from evidence import Row
from fleet import Fleet, wait_until_ready
from history import History
from traffic import API, ask

HEALTH_INTERVAL = 1
"""Seconds between two looks of the proxy at a node."""
SETTINGS = {"CITABLE_SHUTDOWN_DELAY": "3s"}
"""Longer than that, as docs/operating.md advises."""
PAUSE = 5
"""Seconds between two nodes."""
CADDYFILE = """{{
	admin off
	auto_https off
}}
http://127.0.0.1:{port} {{
	reverse_proxy {nodes} {{
		health_uri /readyz
		health_interval {interval}s
		lb_try_duration 10s
		flush_interval -1
	}}
}}
"""
"""As deploy/Caddyfile."""


@dataclass
class Proxy:
    """Where clients ask."""

    name: str
    address: str


@contextlib.contextmanager
def proxy(fleet: Fleet, folder: Path) -> Iterator[Proxy]:
    """Runs Caddy in front of all nodes."""
    port = free_port()
    nodes = " ".join(node.address for node in fleet.nodes)
    settings = folder / "Caddyfile"
    settings.write_text(CADDYFILE.format(port=port, nodes=nodes, interval=HEALTH_INTERVAL))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(settings)]
    with (folder / "caddy.log").open("ab") as log:
        caddy = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    address = f"127.0.0.1:{port}"
    try:
        wait_until_ready(address)
        yield Proxy("proxy", address)
    finally:
        caddy.terminate()
        caddy.wait()


class Crowd:
    """Clients that leave no instant without a request, and some whose requests take long."""

    def __init__(self, door: Proxy, history: History) -> None:
        self._door, self._history, self._over = door, history, threading.Event()
        work = [self._ask_often] * 3 + [self._ask_slowly] * 2
        self._threads = [threading.Thread(target=one) for one in work]

    def __enter__(self) -> None:
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _ask_often(self) -> None:
        while not self._over.is_set():
            self._count(lambda: ask(self._door.address, "GET", f"{API}/healthz").status)

    def _ask_slowly(self) -> None:
        while not self._over.is_set():
            self._count(self._upload)

    def _upload(self) -> int:
        """Sends half of a request, and the rest after two seconds; it asks for nothing."""
        connection = http.client.HTTPConnection(self._door.address, timeout=30)
        try:
            connection.putrequest("POST", f"{API}/scan")
            connection.putheader("content-type", "application/json")
            connection.putheader("content-length", "2")
            connection.endheaders(b"{")
            self._over.wait(2)
            connection.send(b"}")
            return connection.getresponse().status
        finally:
            connection.close()

    def _count(self, request: Callable[[], int]) -> None:
        try:
            self._history.add("asked", status=request())
        except (OSError, http.client.HTTPException) as error:
            self._history.add("asked", error=repr(error))


class Rolling:
    """Upgrades every node to a program, and then restarts every one."""

    def __init__(self, fleet: Fleet, door: Proxy, history: History, program: Path) -> None:
        self._fleet, self._door, self._history = fleet, door, history
        self._program = program

    def run(self, seconds: float) -> None:
        """Lets traffic run for so long before, between and after."""
        with Crowd(self._door, self._history):
            self._replace(seconds)

    def _replace(self, seconds: float) -> None:
        time.sleep(seconds / 3)
        for what in ("upgrade", "restart"):
            for node in self._fleet.nodes:
                self._history.add("replaced", name=what, node=node.number)
                node.terminate()
                node.program = self._program
                node.start()
                wait_until_ready(node.address)
                time.sleep(PAUSE)
            self._history.add("replaced", name="nothing", node=0)
            time.sleep(seconds / 3)


def failures(history: list[Row]) -> Iterator[str]:
    """Returns how many requests came and failed, while nodes were replaced and while none was."""
    asked: Counter[str] = Counter()
    failed: dict[str, Counter[str]] = {}
    now = "nothing"
    for event in history:
        kind = event["what"]
        if kind == "replaced":
            now = event["name"]
        elif kind in ("post", "report", "read-failed", "stream", "asked"):
            asked[now] += 1
            if why := failure(event):
                failed.setdefault(now, Counter())[why] += 1
    for name, requests in asked.items():
        said = ", ".join(f"{n} × {why}" for why, n in sorted(failed.get(name, Counter()).items()))
        yield f"during {name}: {requests} requests, failed: {said or 'none'}"


def failure(event: Row) -> str | None:
    """Returns why a request failed; none where it didn't."""
    if event["what"] == "stream":
        # A stream that was told to come back is no failure.
        return f"stream {event['error']}" if event["error"] and not event["ended"] else None
    if event.get("error"):
        return f"{event['what']} {event['error'].split('(')[0]}"
    status = event.get("status")
    return f"{event['what']} {status}" if status is not None and status >= 500 else None
