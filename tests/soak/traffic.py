"""What the service is asked meanwhile: keyed scans that are sent again until they are answered,
some twice at once, streams that move between nodes, and reads of reports."""

from __future__ import annotations

import hashlib
import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from history import History
from origin import Origin

API = "/api/v1"
TIMEOUT = 20
"""Seconds for one answer; a stream says something more often than that."""
PATIENCE = 75
"""Seconds for one request with all its repetitions: longer than a dead node holds its key."""
ENDED = ("done", "error")


@dataclass
class Caller:
    """Somebody who asks."""

    name: str
    headers: dict[str, str]
    limit: int | None
    """Scans in a day; none where the limit can't be reached."""


class Door(Protocol):
    """Where the service can be asked: a node, or a proxy."""

    name: str
    address: str


@dataclass
class Answer:
    """What a node answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Returns the body as JSON."""
        return json.loads(self.body)


def ask(
    address: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> Answer:
    """Asks a node once; raises OSError or HTTPException where no whole answer comes."""
    connection = http.client.HTTPConnection(address, timeout=TIMEOUT)
    try:
        text = None if body is None else json.dumps(body)
        kind = {} if body is None else {"content-type": "application/json"}
        connection.request(method, path, text, {**kind, **(headers or {})})
        answer = connection.getresponse()
        names = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, names, answer.read())
    finally:
        connection.close()


class Traffic:
    """Threads that ask until they are told to stop."""

    def __init__(
        self,
        doors: Sequence[Door],
        origin: Origin,
        callers: list[Caller],
        history: History,
        seed: int,
    ) -> None:
        self._doors, self._origin, self._callers, self._history = doors, origin, callers, history
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(random.Random(seed * 1000 + number),))
            for number in range(8)
        ]

    def start(self) -> None:
        """Starts asking."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Starts nothing new, and waits for what was started."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _work(self, rng: random.Random) -> None:
        while not self._stopped.is_set():
            try:
                self._scan(rng)
            except Exception as error:
                # The run must not go on with fewer threads as if all was well.
                self._history.add("harness-failed", error=repr(error))
                raise
            self._stopped.wait(rng.random() / 2)

    def _scan(self, rng: random.Random) -> None:
        # The caller with a limit reaches it soon, and goes on trying.
        caller = rng.choice([self._callers[0], self._callers[0], *self._callers])
        key = str(uuid.UUID(int=rng.getrandbits(128), version=4))
        url = self._origin.url(rng.randrange(100), f"/{key}")
        twin = None
        if rng.random() < 0.15:
            seed = rng.getrandbits(32)
            twin = threading.Thread(target=self._post, args=(random.Random(seed), caller, key, url))
            twin.start()
        scan = self._post(rng, caller, key, url)
        if twin is not None:
            twin.join()
        if scan is not None and rng.random() < 0.4:
            self._follow(rng, scan)
        elif scan is not None:
            self._read(rng, scan, caller)

    def _post(self, rng: random.Random, caller: Caller, key: str, url: str) -> str | None:
        """Sends one keyed request until it is answered; returns the scan's id."""
        end = time.monotonic() + PATIENCE
        headers = {**caller.headers, "idempotency-key": key}
        while time.monotonic() < end:
            door = rng.choice(self._doors)
            facts = {"caller": caller.name, "key": key, "url": url, "door": door.name}
            try:
                answer = ask(door.address, "POST", f"{API}/scan", {"url": url}, headers)
            except (OSError, http.client.HTTPException) as error:
                self._history.add("post", **facts, error=repr(error))
                time.sleep(rng.random())
                continue
            scan = answer.json().get("id") if answer.status == 202 else None
            said = None if scan else answer.body.decode()[:200]
            self._history.add("post", **facts, status=answer.status, scan=scan, said=said)
            if answer.status in (409, 500, 503):
                time.sleep(0.2 + rng.random())
                continue
            return scan
        return None

    def _read(self, rng: random.Random, scan: str, caller: Caller) -> None:
        """Reads a report on two nodes, once the scan is over."""
        end, reads = time.monotonic() + PATIENCE, 0
        while time.monotonic() < end and reads < 2 and not self._stopped.is_set():
            door = rng.choice(self._doors)
            try:
                answer = ask(door.address, "GET", f"{API}/scan/{scan}", headers=caller.headers)
            except (OSError, http.client.HTTPException) as error:
                self._history.add("read-failed", door=door.name, error=repr(error))
                continue
            if answer.status == 503:
                self._history.add("read-failed", door=door.name, status=503)
            status = answer.json().get("status") if answer.status == 200 else None
            if status == "done":
                digest = hashlib.sha256(answer.body).hexdigest()
                self._history.add("report", scan=scan, door=door.name, digest=digest)
                reads += 1
            elif answer.status == 404:
                self._history.add("lost", scan=scan, door=door.name)
                return
            elif answer.status == 500:
                return
            else:
                time.sleep(0.2 + rng.random() / 2)

    def _follow(self, rng: random.Random, scan: str) -> None:
        """Follows a scan's events to its end; goes on at another node where a stream breaks."""
        end, last, ended = time.monotonic() + PATIENCE, 0, False
        while time.monotonic() < end and not ended and not self._stopped.is_set():
            door = rng.choice(self._doors)
            connection = http.client.HTTPConnection(door.address, timeout=TIMEOUT)
            resumed = {"last-event-id": str(last)} if last else {}
            events: list[dict[str, Any]] = []
            try:
                connection.request("GET", f"{API}/scan/{scan}/events", headers=resumed)
                stream = connection.getresponse()
                while stream.status == 200 and (line := stream.readline()):
                    if time.monotonic() > end:
                        break
                    if line.startswith(b"data: {"):
                        events.append(json.loads(line[6:]))
                error = None if stream.status == 200 else f"status {stream.status}"
            except (OSError, http.client.HTTPException, ValueError) as failure:
                error = repr(failure)
            finally:
                connection.close()
            numbers = [event["seq"] for event in events]
            statuses = [event["status"] for event in events if event["status"] in ENDED]
            ended = bool(statuses)
            facts = {"scan": scan, "door": door.name, "after": last, "error": error}
            self._history.add("stream", **facts, numbers=numbers, ended=statuses)
            last = numbers[-1] if numbers else last
            if not ended:
                time.sleep(0.2 + rng.random() / 2)
