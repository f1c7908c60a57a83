"""Client for Citable, which scores how ready a page is to be cited by AI answer engines.

from citable_client import Client

report = Client().sandbox.get("sandbox-example")
print(report.data["score"])
"""

from ._async import AsyncClient
from ._client import Client
from ._errors import (
    ApiError,
    AuthenticationError,
    BadAnswer,
    CitableError,
    ConnectFailed,
    Conflict,
    InvalidRequest,
    NotFound,
    PermissionDenied,
    PlanRequired,
    RateLimited,
    ScanFailed,
    ServerError,
    StreamEnded,
    TimedOut,
    TransportError,
)
from ._fields import Bucket
from ._response import Headers, Response
from ._sse import Event
from ._transport import Answer, HttpTransport, Request, Transport
from ._version import VERSION as __version__
from .webhooks import WebhookError, WebhookMessage, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "BadAnswer",
    "Bucket",
    "CitableError",
    "Client",
    "Conflict",
    "ConnectFailed",
    "Event",
    "Headers",
    "HttpTransport",
    "InvalidRequest",
    "NotFound",
    "PermissionDenied",
    "PlanRequired",
    "RateLimited",
    "Request",
    "Response",
    "ScanFailed",
    "ServerError",
    "StreamEnded",
    "TimedOut",
    "Transport",
    "TransportError",
    "WebhookError",
    "WebhookMessage",
    "__version__",
    "verify_webhook",
]
