"""Verifies webhook deliveries. Source: Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypedDict, Union, cast

from ._errors import CitableError

Reason = Literal[
    "missing_header", "bad_timestamp", "too_old", "too_new", "no_match", "bad_secret", "bad_body"
]
"""Why a delivery is refused."""


class HasItems(Protocol):
    """Header fields as frameworks have them: with `items()`, but not always a mapping."""

    def items(self) -> Iterable[tuple[str, str]]:
        """Returns the fields."""
        ...


WireHeaders = Union[HasItems, Iterable[tuple[str, str]]]
"""Header fields with `items()`, or as pairs. The case of the names doesn't matter."""

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_TIME = re.compile(r"[0-9]{1,12}")


class CategoryChange(TypedDict):
    """Score of a category, and its change."""

    id: str
    score: int | None
    delta: int | None


CheckChange = TypedDict("CheckChange", {"id": str, "from": str, "to": str})
"""Check whose verdict changed."""


class ScanResultRequired(TypedDict):
    """Fields that every `ScanResult` has."""

    monitorId: str
    url: str
    scanId: str
    score: int
    previousScore: int | None
    delta: int | None
    categories: list[CategoryChange]
    flippedChecks: list[CheckChange]
    reportUrl: str


class ScanResult(ScanResultRequired, total=False):
    """Result of a weekly scan."""

    webUrl: str


class WebhookMessageRequired(TypedDict):
    """Fields that every `WebhookMessage` has."""

    type: str
    timestamp: str
    data: ScanResult


class WebhookMessage(WebhookMessageRequired, total=False):
    """A delivery. `type` is `monitor.completed`; ignore other types."""

    test: bool


class WebhookError(CitableError):
    """The delivery isn't genuine, or can't be verified. Answer it with 400."""

    def __init__(self, reason: Reason) -> None:
        self.reason: Reason = reason
        """Why it is refused."""
        super().__init__(reason)


def verify_webhook(
    body: bytes,
    headers: WireHeaders,
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookMessage:
    """Returns the message of a delivery, or raises `WebhookError`.

    `body` is the raw body: JSON that was parsed and written again doesn't verify. `secrets` is
    the signing secret, or several while it is rotated. `tolerance` is the age in seconds that a
    delivery may have, and `now` the time in seconds since 1970.
    """
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError("body must be the raw bytes of the request.")
    body = bytes(body)
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise WebhookError("bad_secret")
    found = _lowered(headers)
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    message_id, timestamp, signatures = (found.get(name, "") for name in names)
    if not message_id or not timestamp or not signatures:
        raise WebhookError("missing_header")
    if not _TIME.fullmatch(timestamp):
        raise WebhookError("bad_timestamp")
    age = (time.time() if now is None else now) - int(timestamp)
    if age > tolerance:
        raise WebhookError("too_old")
    if age < -tolerance:
        raise WebhookError("too_new")
    signed = f"{message_id}.{timestamp}.".encode() + body
    given = [_signature(part) for part in signatures.split(" ")]
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    # Every pair is compared, so that the time tells nothing about which one matched.
    matches = [
        hmac.compare_digest(one, other) for one in expected for other in given if other is not None
    ]
    if not any(matches):
        raise WebhookError("no_match")
    return _message(body)


def _key(secret: str) -> bytes:
    text = secret.removeprefix("whsec_")
    if not text or not _BASE64.fullmatch(text):
        raise WebhookError("bad_secret")
    return base64.b64decode(text)


def _signature(part: str) -> bytes | None:
    version, _, text = part.partition(",")
    if version != "v1" or not _BASE64.fullmatch(text):
        return None
    try:
        return base64.b64decode(text)
    except binascii.Error:
        return None


def _lowered(headers: WireHeaders) -> dict[str, str]:
    # What has `items` iterates over names alone.
    items = getattr(headers, "items", None)
    pairs: Any = items() if items is not None else headers
    return {str(name).lower(): str(value).strip() for name, value in pairs}


def _message(body: bytes) -> WebhookMessage:
    try:
        message = json.loads(body.decode())
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise WebhookError("bad_body")
    return cast(WebhookMessage, message)
