"""What a call returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ._fields import Bucket

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Headers(Mapping[str, str]):
    """Header fields. Names are case-insensitive; repeated fields are joined by `, `."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Iterable[tuple[str, str]] = ()) -> None:
        found: dict[str, list[str]] = {}
        for name, value in fields:
            found.setdefault(name.lower(), []).append(value)
        self._fields = found

    def __getitem__(self, name: str) -> str:
        return ", ".join(self._fields[name.lower()])

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def get_all(self, name: str) -> list[str]:
        """Returns every value of a field, in the order received."""
        return list(self._fields.get(name.lower(), ()))

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"


@dataclass(frozen=True)
class Answered:
    """What every response of the service has, whether it succeeded or not."""

    status: int
    """HTTP status code."""
    headers: Headers
    """Header fields."""
    request_id: str | None
    """ID of the request, from `X-Request-Id`. Quote it when you ask for help."""
    api_version: str | None
    """Version of the API, from `API-Version`."""
    rate_limit: list[Bucket] | None
    """Quotas after this request. None if the response doesn't mention any."""
    retry_after: float | None
    """Seconds to wait before the next request. None if the response doesn't say."""
    location: str | None
    """`Location` of the response."""
    etag: str | None
    """`ETag` of the response."""
    idempotency_replayed: bool | None
    """True if this is the stored response to an earlier request with the same idempotency key,
    False if it isn't, None if no key was sent."""


@dataclass(frozen=True)
class Response(Answered, Generic[T_co]):
    """A successful response."""

    data: T_co
    """Body: JSON as described in `citable_client.types`, or a Markdown document."""
