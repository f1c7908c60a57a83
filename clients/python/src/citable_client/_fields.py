"""Reads header fields that say how much is left and how long to wait.

Nothing here raises for a field that cannot be read: the answer is None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Union

Bare = Union[str, int, float, bool]
"""A bare item of a structured field (RFC 9651, section 3.3)."""

_KEY = re.compile(r"[a-z*][a-z0-9_\-.*]*")
_TOKEN = re.compile(r"[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*")
_STRING = re.compile(r'"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"')
_DECIMAL = re.compile(r"-?[0-9]{1,12}\.[0-9]{1,3}(?![0-9.])")
_INTEGER = re.compile(r"-?[0-9]{1,15}(?![0-9.])")
_BINARY = re.compile(r":[A-Za-z0-9+/]*={0,2}:")
_SPACES = re.compile(r"[ \t]*")
_COUNT = re.compile(r"[0-9]{1,10}")
_LONGEST_FIELD = 8192


@dataclass(frozen=True)
class Bucket:
    """One quota, such as the scans of this day."""

    name: str | None
    """Name of the quota: `day` or `month`. None for the older header fields, which have no name."""
    limit: int | None
    """Requests the quota allows."""
    remaining: int | None
    """Requests left after this one."""
    reset_seconds: int | None
    """Seconds until the quota resets."""
    window_seconds: int | None
    """Length of the quota's window, in seconds."""


class _Unreadable(Exception):
    pass


class _Reader:
    """Reads a structured field from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def skip(self, literal: str) -> bool:
        if not self.text.startswith(literal, self.at):
            return False
        self.at += len(literal)
        return True

    def bare(self) -> Bare:
        string = self.take(_STRING)
        if string is not None:
            return re.sub(r"\\(.)", r"\1", string[1:-1])
        if self.skip("?1"):
            return True
        if self.skip("?0"):
            return False
        decimal = self.take(_DECIMAL)
        if decimal is not None:
            return float(decimal)
        integer = self.take(_INTEGER)
        if integer is not None:
            return int(integer)
        for other in (_TOKEN, _BINARY):
            text = self.take(other)
            if text is not None:
                return text
        raise _Unreadable

    def member(self) -> tuple[Bare, dict[str, Bare]]:
        item, parameters = self.bare(), {}
        while self.skip(";"):
            self.take(_SPACES)
            key = self.take(_KEY)
            if key is None:
                raise _Unreadable
            parameters[key] = self.bare() if self.skip("=") else True
        return item, parameters


def parse_list(text: str) -> list[tuple[Bare, dict[str, Bare]]] | None:
    """Returns the members of a structured list with their parameters, or None.

    Source: RFC 9651, section 4.2.1. Inner lists, dates and display strings are not read: no
    field of the API has them.
    """
    if len(text) > _LONGEST_FIELD:
        return None
    reader, members = _Reader(text.strip(" ")), []
    try:
        while reader.at < len(reader.text):
            members.append(reader.member())
            reader.take(_SPACES)
            if reader.at == len(reader.text):
                return members
            if not reader.skip(","):
                return None
            reader.take(_SPACES)
            if reader.at == len(reader.text):
                return None
    except _Unreadable:
        return None
    return members


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value


def _number(text: str | None) -> int | None:
    if text is None or not _COUNT.fullmatch(text.strip()):
        return None
    return int(text)


def _named(field: str | None) -> dict[str, dict[str, Bare]] | None:
    members = parse_list(field) if field is not None else None
    if not members or not all(isinstance(name, str) for name, _ in members):
        return None
    return {str(name): parameters for name, parameters in members}


def rate_limit(headers: Mapping[str, str]) -> list[Bucket] | None:
    """Returns the quotas that a response's header fields describe, or None.

    Reads `RateLimit` and `RateLimit-Policy`, else `RateLimit-Limit`, `-Remaining` and `-Reset`.
    """
    now = _named(headers.get("ratelimit"))
    if now is not None:
        policies = _named(headers.get("ratelimit-policy")) or {}
        return [
            Bucket(
                name=name,
                limit=_count(policies.get(name, {}).get("q")),
                remaining=_count(values.get("r")),
                reset_seconds=_count(values.get("t")),
                window_seconds=_count(policies.get(name, {}).get("w")),
            )
            for name, values in now.items()
        ]
    names = ("limit", "remaining", "reset")
    limit, remaining, reset = (_number(headers.get(f"ratelimit-{name}")) for name in names)
    if remaining is None:
        return None
    return [Bucket(None, limit, remaining, reset, None)]


def retry_after(headers: Mapping[str, str], body: object, now: float) -> float | None:
    """Returns the seconds to wait before the next request, or None.

    Reads `Retry-After` as a number or a date (RFC 9110, section 10.2.3), else `retryAfterSec` of
    the body. `now` is the time in seconds since 1970. The result is never below 0.
    """
    field = headers.get("retry-after")
    if field is not None:
        seconds = _number(field)
        if seconds is not None:
            return float(seconds)
        try:
            date = parsedate_to_datetime(field)
        except (ValueError, TypeError, IndexError, OverflowError):
            date = None
        if date is not None:
            if date.tzinfo is None:
                date = date.replace(tzinfo=timezone.utc)
            return max(0.0, date.timestamp() - now)
    told = body.get("retryAfterSec") if isinstance(body, dict) else None
    seconds = _count(told)
    return float(seconds) if seconds is not None and seconds < 10**10 else None
