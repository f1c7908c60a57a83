"""The client for asyncio."""

from __future__ import annotations

from collections.abc import Sequence

from . import _calls as c
from . import types as t
from ._async_core import AsyncCore
from ._async_groups import (
    AsyncAccount,
    AsyncChain,
    AsyncHistory,
    AsyncMonitors,
    AsyncSandbox,
    AsyncScans,
    AsyncWebhooks,
)
from ._http import Core
from ._response import Response
from ._transport import HttpTransport, Transport


class AsyncClient:
    """Calls the API from asyncio. Each call is one HTTP request: no retry, no poll, no redirect.

    `api_key` defaults to `CITABLE_API_KEY`, `base_url` to `CITABLE_BASE_URL`, else to a service on
    this machine. `timeout` limits each call, in seconds. `trust_env` uses the proxies that
    the environment names. `transport` sends the requests.

    Raises ValueError for a malformed key, and for a key with a base URL that isn't https.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 30.0,
        trust_env: bool = False,
        transport: Transport | None = None,
    ) -> None:
        sender = transport if transport is not None else HttpTransport(trust_env)
        core = AsyncCore(Core(api_key, base_url, timeout, sender))
        self._run = core.run
        self._site = core.site
        self.scans = AsyncScans(core)
        """Scans and their reports."""
        self.history = AsyncHistory(core)
        """What the account has scanned. Needs a paid plan."""
        self.monitors = AsyncMonitors(core)
        """Weekly scans."""
        self.webhooks = AsyncWebhooks(core)
        """The endpoint that weekly results are delivered to. Needs the Agency plan."""
        self.account = AsyncAccount(core)
        """The account."""
        self.sandbox = AsyncSandbox(core)
        """Sample reports: no key, no quota."""
        self.chain = AsyncChain(core)
        """The chain board."""

    @property
    def base_url(self) -> str:
        """Root of the service's site."""
        return self._site

    def __repr__(self) -> str:
        return f"AsyncClient({self._site!r})"

    def __reduce__(self) -> str:
        raise TypeError("A client can't be pickled: it may contain an API key.")

    async def compare(
        self,
        *,
        url: str | None = None,
        from_id: str | None = None,
        to_id: str | None = None,
        timeout: float | None = None,
    ) -> Response[t.Comparison]:
        """As `Client.compare`."""
        return await self._run(
            c.Call("GET", "/compare", c.comparison(url, from_id, to_id), timeout=timeout)
        )

    async def compare_markdown(
        self,
        *,
        url: str | None = None,
        from_id: str | None = None,
        to_id: str | None = None,
        timeout: float | None = None,
    ) -> Response[str]:
        """As `Client.compare_markdown`."""
        return await self._run(
            c.Call(
                "GET", "/compare", c.comparison(url, from_id, to_id), markdown=True, timeout=timeout
            )
        )

    async def batch(self, ids: Sequence[str], *, timeout: float | None = None) -> Response[t.Batch]:
        """As `Client.batch`."""
        return await self._run(c.Call("GET", "/batch", c.joined(ids), timeout=timeout))

    async def me(self, *, timeout: float | None = None) -> Response[t.SessionIdentity]:
        """As `Client.me`."""
        return await self._run(c.Call("GET", "/auth/me", timeout=timeout))

    async def ask(self, text: str, *, timeout: float | None = None) -> Response[t.SearchResults]:
        """As `Client.ask`."""
        return await self._run(
            c.Call("POST", "/ask", body={"query": {"text": text}}, at_root=True, timeout=timeout)
        )

    async def health(
        self, *, deep: bool = False, timeout: float | None = None
    ) -> Response[t.Health]:
        """As `Client.health`."""
        return await self._run(
            c.Call("GET", "/healthz", {"deep": "1" if deep else None}, timeout=timeout)
        )
