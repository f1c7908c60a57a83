"""What a call raises."""

from __future__ import annotations

from typing import Any

from ._fields import Bucket
from ._response import Answered, Headers


class CitableError(Exception):
    """Base of everything that a call raises, except errors in its arguments."""


class ApiError(CitableError):
    """The service responded with an error."""

    def __init__(self, answered: Answered, body: dict[str, Any]) -> None:
        code, message = body.get("error"), body.get("message")
        self.code: str = code if isinstance(code, str) else f"http_{answered.status}"
        """Stable error code, such as `invalid_url`. `http_` and the status if the body has none,
        such as `http_502` from a proxy."""
        self.message: str = message if isinstance(message, str) else "The response has no message."
        """Explanation for a person."""
        agent = body.get("agent")
        self.agent: dict[str, Any] | None = agent if isinstance(agent, dict) else None
        """Other ways to start a scan, on some responses to `scans.create`."""
        known = {"error", "message", "requestId", "agent"}
        self.extras: dict[str, Any] = {k: v for k, v in body.items() if k not in known}
        """All other fields of the body, such as `param`, `docUrl`, `resetAt` or `scope`."""
        self.status: int = answered.status
        """HTTP status code."""
        self.headers: Headers = answered.headers
        """Header fields."""
        self.request_id: str | None = answered.request_id
        """ID of the request. Quote it when you ask for help."""
        self.api_version: str | None = answered.api_version
        """Version of the API."""
        self.rate_limit: list[Bucket] | None = answered.rate_limit
        """Quotas after this request."""
        self.retry_after: float | None = answered.retry_after
        """Seconds to wait before the next request."""
        self.location: str | None = answered.location
        """`Location` of the response."""
        self.etag: str | None = answered.etag
        """`ETag` of the response."""
        self.idempotency_replayed: bool | None = answered.idempotency_replayed
        """True if the response is a stored one."""
        self._made_of = (answered, body)
        super().__init__(f"{self.code} ({self.status}): {self.message}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of


class InvalidRequest(ApiError):
    """The request is invalid (400, 413, 415): `code` and `extras["param"]` say where."""


class AuthenticationError(ApiError):
    """The API key is missing, mistyped or revoked, or isn't accepted here (401)."""


class PlanRequired(ApiError):
    """The account's plan doesn't include this, or its limit is reached (402)."""


class PermissionDenied(ApiError):
    """The caller may not do this (403): `extras["scope"]` names the scope that is missing."""


class NotFound(ApiError):
    """The scan, monitor, page or fixture doesn't exist (404)."""


class Conflict(ApiError):
    """The request conflicts with another one (409), or its idempotency key was used before (422)."""


class RateLimited(ApiError):
    """A quota is used up (429): wait `retry_after` seconds."""


class ServerError(ApiError):
    """The service can't respond now (5xx)."""


class ScanFailed(ApiError):
    """The scan ended without a report (500 `scan_failed`)."""

    @property
    def reason(self) -> dict[str, Any]:
        """Why the scan failed: `code`, such as `dns_failed`, and `message`."""
        reason = self.extras.get("reason")
        return reason if isinstance(reason, dict) else {}


class TransportError(CitableError):
    """There is no usable response."""


class ConnectFailed(TransportError):
    """The connection couldn't be made, or broke before the response began."""


class TimedOut(TransportError):
    """The response wasn't complete within the time limit."""


class BadAnswer(TransportError):
    """The response can't be used: cut off, not JSON, over 16 MiB, or a redirect."""


class StreamEnded(TransportError):
    """An event stream broke before the scan ended."""

    def __init__(self, last_id: str | None, why: str) -> None:
        self.last_id = last_id
        """ID of the last event received. Pass it as `after` to continue from there."""
        self.why = why
        """What happened."""
        super().__init__(f"The event stream broke after event {last_id or 0}: {why}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.last_id, self.why)


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequest,
    401: AuthenticationError,
    402: PlanRequired,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: Conflict,
    429: RateLimited,
}


def api_error(answered: Answered, body: dict[str, Any]) -> ApiError:
    """Returns the error for a response with a status of 400 or more."""
    if answered.status == 500 and body.get("error") == "scan_failed":
        return ScanFailed(answered, body)
    kind = _BY_STATUS.get(answered.status, ServerError if answered.status >= 500 else ApiError)
    return kind(answered, body)
