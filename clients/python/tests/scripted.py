"""A server on loopback that does what a test tells it to, and keeps what it was sent."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

KEY = "ctb_" + "0Aa" * 14
VECTORS = Path(__file__).parents[2] / "vectors"


def vectors(name: str) -> Any:
    """Returns vectors that both clients are tested with."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


@dataclass
class Seen:
    """A request."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(found) if found else None

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Line:
    """A connection, for a script to write to."""

    sock: socket.socket
    server: Scripted

    def send(self, data: bytes) -> bool:
        """Sends bytes; false if the other side is gone."""
        try:
            self.sock.sendall(data)
        except OSError:
            return False
        return True

    def stall(self) -> None:
        """Says nothing more until the test ends or the other side goes."""
        self.server.ending.wait(30)

    def drip(self, byte: bytes) -> None:
        """Sends a byte again and again, until the other side goes."""
        while self.send(byte) and not self.server.ending.wait(0.02):
            pass

    def is_left(self) -> bool:
        """Waits until the other side closes the connection."""
        self.sock.settimeout(10)
        try:
            return self.sock.recv(1) == b""
        except ConnectionError:
            return True
        except OSError:
            return False


Script = Callable[[Line], None]


def answer(
    status: int, body: object = None, headers: list[tuple[str, str]] | None = None
) -> Script:
    """A script that sends a whole answer; JSON unless `body` is bytes."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    fields = [("Content-Type", "application/json"), ("Content-Length", str(len(data)))]
    named = {name.lower() for name, _ in headers or []}
    fields = [field for field in fields if field[0].lower() not in named] + (headers or [])
    head = f"HTTP/1.1 {status} Some words\r\n" + "".join(f"{n}: {v}\r\n" for n, v in fields)
    return lambda line: void(line.send(head.encode("latin-1") + b"\r\n" + data))


def raw(data: bytes) -> Script:
    """A script that sends bytes and closes the connection."""
    return lambda line: void(line.send(data))


def stream(*chunks: bytes, then: Callable[[Line], object] | None = None) -> Script:
    """A script that sends an event stream in these chunks."""

    def script(line: Line) -> None:
        line.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n")
        line.send(b"Transfer-Encoding: chunked\r\n\r\n")
        for chunk in chunks:
            line.send(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        if then is not None:
            then(line)
        else:
            line.send(b"0\r\n\r\n")

    return script


def void(_: object) -> None:
    """Drops a result."""


class Scripted:
    """A server that answers each connection with the next script, the last one for ever."""

    def __init__(self, *scripts: Script) -> None:
        self.scripts = list(scripts)
        self.seen: list[Seen] = []
        self.connections = 0
        self.ending = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10)

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            script = self.scripts[min(self.connections, len(self.scripts)) - 1]
            thread = threading.Thread(target=self._serve, args=(sock, script), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, sock: socket.socket, script: Script) -> None:
        with sock:
            sock.settimeout(10)
            seen = _request(sock)
            if seen is not None:
                self.seen.append(seen)
                script(Line(sock, self))


def _request(sock: socket.socket) -> Seen | None:
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            more = sock.recv(65536)
        except OSError:
            return None
        if not more:
            return None
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ")
    headers = [(name, value.strip()) for name, _, value in (li.partition(":") for li in lines)]
    length = int(dict((name.lower(), value) for name, value in headers).get("content-length", 0))
    while len(body) < length:
        body += sock.recv(65536)
    return Seen(method, target, headers, body)
