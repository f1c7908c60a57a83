"""Sends requests with the standard library."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from ._errors import BadAnswer, ConnectFailed, TimedOut

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


@dataclass(frozen=True)
class Request:
    """One HTTP request. Its `repr` has no header fields, because one holds the key."""

    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    timeout: float
    """Seconds within which the whole response must arrive; with `streams`, seconds without data."""
    streams: bool = False


class Answer(Protocol):
    """A response whose body is not yet read."""

    @property
    def status(self) -> int:
        """HTTP status code."""
        ...

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Header fields, in the order received."""
        ...

    def read(self) -> bytes:
        """Returns the next bytes of the body; none at its end.

        Raises `TimedOut`, or `BadAnswer` if the body is cut off.
        """
        ...

    def close(self) -> None:
        """Closes the connection. May be called more than once."""
        ...

    def interrupt(self) -> None:
        """Makes a `read` of another thread end at once. Does nothing after `close`."""
        ...


class Transport(Protocol):
    """Sends a request. Replace it to record or to simulate responses."""

    def open(self, request: Request) -> Answer:
        """Sends the request once, without following redirects.

        Raises `ConnectFailed`, `TimedOut`, or `BadAnswer` if the response isn't HTTP.
        """
        ...


CHUNK = 64 * 1024
_BROKEN = (OSError, http.client.HTTPException)
"""What the standard library raises where a connection breaks or speaks no HTTP."""


class _Clock:
    """Limits how long a connection may take."""

    def __init__(self, seconds: float, streams: bool) -> None:
        self._seconds, self._streams = seconds, streams
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Returns the seconds left. Raises TimeoutError if there are none."""
        if self._streams:
            return self._seconds
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class _TimedSocket(io.RawIOBase):
    """Reads and writes a socket against a clock.

    A time limit of the socket alone would start again with every byte.
    """

    def __init__(self, sock: socket.socket, clock: _Clock) -> None:
        self._sock, self._clock = sock, clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._sock.settimeout(self._clock.left())
        return self._sock.recv_into(buffer)

    # What `http.client` asks of a socket.

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._clock.left())
        self._sock.sendall(data)

    def close(self) -> None:
        # `http.client` closes it before the response is read; `shut` closes it for good.
        pass

    def interrupt(self) -> None:
        """Wakes whoever reads. Only its reader closes a socket, or its number could be another's."""
        try:
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def shut(self) -> None:
        """Closes the socket."""
        self._sock.close()


class HttpTransport:
    """The transport that a client uses by itself: one connection for each request.

    With `trust_env`, it uses the proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
    """

    def __init__(self, trust_env: bool = False) -> None:
        self._trust_env = trust_env

    def open(self, request: Request) -> Answer:
        """Sends the request and returns its response as soon as the header fields are there."""
        clock = _Clock(request.timeout, request.streams)
        connection, target = self._connection(request)
        timed: _TimedSocket | None = None
        try:
            connection.connect()
            timed = _TimedSocket(connection.sock, clock)
            connection.sock = timed
            connection.request(request.method, target, request.body, request.headers)
            response = connection.getresponse()
        except TimeoutError:
            _shut(connection, timed)
            raise TimedOut(f"No response within {request.timeout:g} s.") from None
        except OSError as error:
            _shut(connection, timed)
            raise ConnectFailed(f"{_host(request.url)}: {error or type(error).__name__}") from error
        except (http.client.HTTPException, ValueError) as error:
            _shut(connection, timed)
            raise BadAnswer(f"The response isn't HTTP: {type(error).__name__}.") from error
        except BaseException:
            _shut(connection, timed)
            raise
        return _HttpAnswer(response, timed)

    def _connection(self, request: Request) -> tuple[http.client.HTTPConnection, str]:
        url = urlsplit(request.url)
        host, is_tls = url.hostname or "", url.scheme == "https"
        port = url.port or (443 if is_tls else 80)
        path = url.path + (f"?{url.query}" if url.query else "")
        timeout = request.timeout
        proxy = self._proxy(url.scheme, host)
        if is_tls:
            context = ssl.create_default_context()
            if proxy is None:
                return http.client.HTTPSConnection(
                    host, port, timeout=timeout, context=context
                ), path
            tunnel = http.client.HTTPSConnection(*proxy, timeout=timeout, context=context)
            tunnel.set_tunnel(host, port)
            return tunnel, path
        if proxy is None:
            return http.client.HTTPConnection(host, port, timeout=timeout), path
        return http.client.HTTPConnection(*proxy, timeout=timeout), request.url

    def _proxy(self, scheme: str, host: str) -> tuple[str, int] | None:
        if not self._trust_env or urllib.request.proxy_bypass(host):
            return None
        address = urllib.request.getproxies().get(scheme)
        if not address:
            return None
        proxy = urlsplit(address if "://" in address else f"http://{address}")
        return (proxy.hostname or "", proxy.port or 80)


def _host(url: str) -> str:
    return urlsplit(url).netloc


def _shut(connection: http.client.HTTPConnection, timed: _TimedSocket | None) -> None:
    if timed is None:
        connection.close()
    else:
        timed.shut()


class _HttpAnswer:
    def __init__(self, response: http.client.HTTPResponse, timed: _TimedSocket) -> None:
        self._response, self._timed = response, timed
        self.status: int = response.status
        self.headers: list[tuple[str, str]] = response.getheaders()
        # The response forgets how much is missing when the connection ends.
        self._missing = response.length

    def read(self) -> bytes:
        try:
            chunk = self._response.read1(CHUNK)
        except TimeoutError:
            raise TimedOut("The response wasn't complete in time.") from None
        except (*_BROKEN, ValueError) as error:
            raise BadAnswer(f"The response was cut off: {error or type(error).__name__}") from error
        if self._missing is not None:
            self._missing -= len(chunk)
            if not chunk and self._missing > 0:
                raise BadAnswer(f"The response was cut off: {self._missing} bytes are missing.")
        return chunk

    def close(self) -> None:
        self._timed.shut()

    def interrupt(self) -> None:
        self._timed.interrupt()
