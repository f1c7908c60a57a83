"""Makes one HTTP request of one call, and one result of its response."""

from __future__ import annotations

import ipaddress
import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._errors import BadAnswer, ConnectFailed, StreamEnded, TimedOut, api_error
from ._fields import rate_limit, retry_after
from ._response import Answered, Headers, Response
from ._sse import Event, Parser
from ._transport import Answer, Request, Transport
from ._version import VERSION

T = TypeVar("T")

DEFAULT_BASE_URL = "http://127.0.0.1:8080"
"""Where a service listens that was started without settings."""
LARGEST_BODY = 16 * 1024 * 1024
"""Bytes that the body of a response may have."""
SILENCE = 45.0
"""Seconds an event stream may be silent. The service sends something every 15."""
_KEY = re.compile(r"ctb_[0-9A-Za-z]{42}")
_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,255}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Key:
    """An API key that is hard to disclose by accident."""

    __slots__ = ("_header",)

    def __init__(self, key: str) -> None:
        if not _KEY.fullmatch(key):
            raise ValueError("The API key is malformed: expected ctb_ and 42 letters or digits.")
        self._header: Callable[[], str] = lambda: f"Bearer {key}"

    def header(self) -> str:
        """Returns the value of the `Authorization` header."""
        return self._header()

    def __repr__(self) -> str:
        return "Key(hidden)"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("An API key can't be pickled.")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _site(base_url: str, with_key: bool) -> str:
    """Returns the root of the service's site, without a slash at its end."""
    url = urlsplit(base_url.strip())
    try:
        has_port = url.port is None or url.port > 0
    except ValueError:
        has_port = False
    if url.scheme not in ("http", "https") or not url.hostname or not has_port:
        raise ValueError("The base URL must look like https://citable.example.")
    if "@" in url.netloc or url.query or url.fragment:
        raise ValueError("The base URL can't have a user name, a query or a fragment.")
    if with_key and url.scheme != "https" and not _is_loopback(url.hostname):
        raise ValueError("With an API key, the base URL must be https, except for this machine.")
    path = url.path.rstrip("/").removesuffix("/api/v1").rstrip("/")
    return f"{url.scheme}://{url.netloc}{path}"


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request to make, whose response contains a `T`."""

    method: str
    path: str
    query: dict[str, str | None] = field(default_factory=dict)
    body: dict[str, Any] | None = None
    idempotency_key: str | None = None
    markdown: bool = False
    at_root: bool = False
    timeout: float | None = None


def segment(value: str) -> str:
    """Returns an id as a part of a path. Raises ValueError if it would change the path."""
    if value in ("", ".", ".."):
        raise ValueError("The id is empty.")
    return quote(value, safe="")


class Core:
    """What a client knows, and how it makes calls."""

    def __init__(
        self,
        api_key: str | None,
        base_url: str | None,
        timeout: float,
        transport: Transport,
    ) -> None:
        key = api_key if api_key is not None else os.environ.get("CITABLE_API_KEY") or None
        base = base_url if base_url is not None else os.environ.get("CITABLE_BASE_URL") or None
        self.key = Key(key) if key is not None else None
        self.site = _site(base if base is not None else DEFAULT_BASE_URL, key is not None)
        self.timeout = _seconds(timeout)
        self._transport = transport

    def request(self, call: Call[Any], accept: str, streams: bool = False) -> Request:
        """Returns the HTTP request of a call."""
        headers = {
            "Accept": accept,
            "Connection": "close",
            "User-Agent": f"citable-client-python/{VERSION}",
        }
        if self.key is not None:
            headers["Authorization"] = self.key.header()
        if call.idempotency_key is not None:
            if not _IDEMPOTENCY_KEY.fullmatch(call.idempotency_key):
                raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters.")
            headers["Idempotency-Key"] = call.idempotency_key
        body = None
        if call.body is not None:
            sent = {name: value for name, value in call.body.items() if value is not None}
            body = json.dumps(sent).encode()
            headers["Content-Type"] = "application/json"
        query = urlencode({k: v for k, v in call.query.items() if v is not None}, safe=",")
        url = self.site + ("" if call.at_root else "/api/v1") + call.path
        timeout = self.timeout if call.timeout is None else _seconds(call.timeout)
        if streams and call.timeout is None:
            timeout = SILENCE
        return Request(
            call.method, f"{url}?{query}" if query else url, headers, body, timeout, streams
        )

    def run(self, call: Call[T], opened: Callable[[Answer], None] | None = None) -> Response[T]:
        """Makes one request. `opened` gets the connection, to close it from another thread."""
        accept = "text/markdown" if call.markdown else "application/json"
        answer = self._transport.open(self.request(call, accept))
        try:
            if opened is not None:
                opened(answer)
            return _result(answer)
        finally:
            answer.close()

    def follow(
        self,
        call: Call[Any],
        after: str | None,
        opened: Callable[[Answer], None] | None = None,
    ) -> Generator[Event, None, None]:
        """Makes one request, and yields its events until the scan ends."""
        request = self.request(call, "text/event-stream", streams=True)
        if after is not None:
            request.headers["Last-Event-ID"] = after
        answer = self._transport.open(request)
        try:
            if opened is not None:
                opened(answer)
            yield from _events(answer, after)
        finally:
            answer.close()


def _seconds(timeout: float) -> float:
    if not 0 < timeout < 1e6:
        raise ValueError("A timeout must be a number of seconds above 0.")
    return timeout


def _answered(answer: Answer, body: object) -> Answered:
    headers = Headers(answer.headers)
    replayed = headers.get("idempotency-replayed")
    return Answered(
        status=answer.status,
        headers=headers,
        request_id=headers.get("x-request-id"),
        api_version=headers.get("api-version"),
        rate_limit=rate_limit(headers),
        retry_after=retry_after(headers, body, time.time()),
        location=headers.get("location"),
        etag=headers.get("etag"),
        idempotency_replayed=None if replayed is None else replayed == "true",
    )


def _whole_body(answer: Answer) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while True:
        chunk = answer.read()
        if not chunk:
            return b"".join(chunks)
        size += len(chunk)
        if size > LARGEST_BODY:
            raise BadAnswer("The response is over 16 MiB.")
        chunks.append(chunk)


def _no_number(text: str) -> None:
    raise ValueError(text)


def _json(body: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(body.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _media_type(answer: Answer) -> str:
    value = Headers(answer.headers).get("content-type", "")
    return value.split(";")[0].strip().lower()


def _shown(text: str) -> str:
    """Returns text of a stranger that is safe to print."""
    return _CONTROL.sub(" ", text)[:200]


def _refused(answer: Answer) -> Exception:
    """Returns the error for a response that is no success."""
    if answer.status < 400:
        where = Headers(answer.headers).get("location", "no URL")
        return BadAnswer(
            f"The response is a redirect ({answer.status}) to {_shown(where)}. "
            "Set the base URL to the service's own."
        )
    body = _json(_whole_body(answer)) or {}
    return api_error(_answered(answer, body), body)


def _result(answer: Answer) -> Response[Any]:
    if not 200 <= answer.status < 300:
        raise _refused(answer)
    body, media_type = _whole_body(answer), _media_type(answer)
    data: object
    if media_type == "text/markdown":
        try:
            data = body.decode()
        except ValueError:
            raise BadAnswer("The response isn't text.") from None
    else:
        data = _json(body) if media_type == "application/json" else None
        if data is None:
            raise BadAnswer(f"The response isn't JSON but {_shown(media_type) or 'unnamed'}.")
    return Response(**vars(_answered(answer, data)), data=data)


def _events(answer: Answer, after: str | None) -> Iterator[Event]:
    if answer.status == 204:
        return
    if not 200 <= answer.status < 300:
        raise _refused(answer)
    if _media_type(answer) != "text/event-stream":
        raise BadAnswer("The response isn't an event stream.")
    parser, last_id = Parser(), after
    while True:
        try:
            chunk = answer.read()
        except (BadAnswer, ConnectFailed, TimedOut) as error:
            raise StreamEnded(last_id, str(error)) from error
        if not chunk:
            raise StreamEnded(last_id, "the service closed it.")
        for event in parser.feed(chunk):
            if event.name != "scan":
                continue
            data = _json(event.data.encode())
            if data is None:
                raise BadAnswer("An event isn't JSON.")
            last_id = event.id
            yield Event(event.id, data)  # type: ignore[arg-type]
            if data.get("status") in ("done", "error"):
                return
