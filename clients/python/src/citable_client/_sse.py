"""Reads event streams.

Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

from ._errors import BadAnswer
from .types import LifecycleEvent

LONGEST_EVENT = 1024 * 1024
"""Characters that an event may have."""


@dataclass(frozen=True)
class Event:
    """One step of a scan."""

    id: str | None
    """ID of the event. Pass it as `after` to get the events that follow."""
    data: LifecycleEvent
    """What happened."""


@dataclass(frozen=True)
class RawEvent:
    """One event, as sent."""

    name: str
    id: str | None
    data: str


class Parser:
    """Turns chunks of bytes into events. A chunk may end anywhere, even inside a character."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._is_start = True
        self._skips_line_feed = False
        self._name = ""
        self._data: list[str] = []
        self._size = 0
        self._id: str | None = None

    def feed(self, chunk: bytes) -> Iterator[RawEvent]:
        """Yields the events that this chunk completes.

        Raises `BadAnswer` if an event is longer than `LONGEST_EVENT`.
        """
        text = self._decoder.decode(chunk)
        if self._is_start and text:
            self._is_start = False
            text = text.removeprefix("\ufeff")
        # The line feed of a CRLF may come with the next chunk.
        if self._skips_line_feed and text:
            self._skips_line_feed = False
            text = text.removeprefix("\n")
        if text.endswith("\r"):
            self._skips_line_feed = True
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        *lines, rest = text.split("\n")
        for line in lines:
            whole, self._text = self._text + line, ""
            event = self._line(whole)
            if event is not None:
                yield event
        self._text += rest
        if len(self._text) > LONGEST_EVENT:
            raise BadAnswer("An event is too long.")

    def _line(self, line: str) -> RawEvent | None:
        if not line:
            name, data, self._name, self._data, self._size = self._name, self._data, "", [], 0
            return RawEvent(name or "message", self._id, "\n".join(data)) if data else None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
            self._size += len(value) + 1
            if self._size > LONGEST_EVENT:
                raise BadAnswer("An event is too long.")
        elif field == "id" and "\0" not in value:
            self._id = value
        return None
