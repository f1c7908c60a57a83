"""The calls of `AsyncClient`, by what they are about."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from . import _calls as c
from . import types as t
from ._async_core import AsyncCore
from ._response import Response
from ._sse import Event


class AsyncScans:
    """Scans and their reports."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def create(
        self,
        url: str,
        *,
        refresh: bool = False,
        human_check_token: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Response[t.ScanAccepted]:
        """As `Client.scans.create`."""
        return await self._core.run(
            c.create_scan(url, refresh, human_check_token, idempotency_key, timeout)
        )

    async def get(
        self, scan_id: str, *, timeout: float | None = None
    ) -> Response[t.Report | t.PendingScan]:
        """As `Client.scans.get`."""
        return await self._core.run(c.Call("GET", c.scan_path(scan_id), timeout=timeout))

    async def get_markdown(
        self, scan_id: str, *, timeout: float | None = None
    ) -> Response[str | t.PendingScan]:
        """As `Client.scans.get_markdown`."""
        return await self._core.run(
            c.Call("GET", c.scan_path(scan_id), markdown=True, timeout=timeout)
        )

    async def instructions(self, scan_id: str, *, timeout: float | None = None) -> Response[str]:
        """As `Client.scans.instructions`."""
        return await self._core.run(
            c.Call("GET", c.scan_path(scan_id, "/ai-instructions"), markdown=True, timeout=timeout)
        )

    async def events(
        self, scan_id: str, *, after: str | None = None, timeout: float | None = None
    ) -> AsyncGenerator[Event, None]:
        """As `Client.scans.events`."""
        call: c.Call[Event] = c.Call("GET", c.scan_path(scan_id, "/events"), timeout=timeout)
        async with aclosing(self._core.follow(call, after)) as events:
            async for event in events:
                yield event


class AsyncHistory:
    """What the account has scanned. Needs a paid plan."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(
        self, *, cursor: str | None = None, limit: int | None = None, timeout: float | None = None
    ) -> Response[t.HistoryList]:
        """As `Client.history.list`."""
        return await self._core.run(c.list_history(cursor, limit, timeout))

    async def pages(
        self, *, limit: int | None = None, timeout: float | None = None
    ) -> AsyncGenerator[Response[t.HistoryList], None]:
        """As `Client.history.pages`."""
        cursor: str | None = None
        while True:
            page = await self.list(cursor=cursor, limit=limit, timeout=timeout)
            yield page
            cursor = page.data["next_cursor"]
            if cursor is None:
                return

    async def get(
        self,
        url_hash: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Response[t.UrlHistory]:
        """As `Client.history.get`."""
        return await self._core.run(
            c.Call("GET", f"/history/{c.segment(url_hash)}", c.page(cursor, limit), timeout=timeout)
        )

    async def scans(
        self, url_hash: str, *, limit: int | None = None, timeout: float | None = None
    ) -> AsyncGenerator[Response[t.UrlHistory], None]:
        """As `Client.history.scans`."""
        cursor: str | None = None
        while True:
            page = await self.get(url_hash, cursor=cursor, limit=limit, timeout=timeout)
            yield page
            cursor = page.data["next_cursor"]
            if cursor is None:
                return


class AsyncMonitors:
    """Weekly scans."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, *, timeout: float | None = None) -> Response[t.MonitorList]:
        """As `Client.monitors.list`."""
        return await self._core.run(c.Call("GET", "/monitors", timeout=timeout))

    async def create(
        self, url: str, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Response[t.MonitorEnvelope]:
        """As `Client.monitors.create`."""
        return await self._core.run(
            c.Call(
                "POST",
                "/monitors",
                body={"url": url},
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
        )

    async def delete(
        self, monitor_id: str, *, timeout: float | None = None
    ) -> Response[t.Confirmation]:
        """As `Client.monitors.delete`."""
        return await self._core.run(
            c.Call("DELETE", f"/monitors/{c.segment(monitor_id)}", timeout=timeout)
        )


class AsyncWebhooks:
    """The endpoint that weekly results are delivered to. Needs the Agency plan."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def get(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """As `Client.webhooks.get`."""
        return await self._core.run(c.Call("GET", "/webhooks", timeout=timeout))

    async def save(
        self, url: str, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Response[t.WebhookEnvelope]:
        """As `Client.webhooks.save`."""
        return await self._core.run(
            c.Call(
                "POST",
                "/webhooks",
                body={"url": url},
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
        )

    async def delete(self, *, timeout: float | None = None) -> Response[t.Confirmation]:
        """As `Client.webhooks.delete`."""
        return await self._core.run(c.Call("DELETE", "/webhooks", timeout=timeout))

    async def rotate_secret(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """As `Client.webhooks.rotate_secret`."""
        return await self._core.run(c.Call("POST", "/webhooks/rotate-secret", timeout=timeout))

    async def enable(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """As `Client.webhooks.enable`."""
        return await self._core.run(c.Call("POST", "/webhooks/enable", timeout=timeout))

    async def disable(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """As `Client.webhooks.disable`."""
        return await self._core.run(c.Call("POST", "/webhooks/disable", timeout=timeout))

    async def test(self, *, timeout: float | None = None) -> Response[t.TestDelivery]:
        """As `Client.webhooks.test`."""
        return await self._core.run(c.Call("POST", "/webhooks/test", timeout=timeout))


class AsyncAccount:
    """The account."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def usage(self, *, timeout: float | None = None) -> Response[t.AccountUsage]:
        """As `Client.account.usage`."""
        return await self._core.run(c.Call("GET", "/account/usage", timeout=timeout))


class AsyncSandbox:
    """Sample reports: no key, no quota."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, *, timeout: float | None = None) -> Response[t.FixtureList]:
        """As `Client.sandbox.list`."""
        return await self._core.run(c.Call("GET", "/sandbox", timeout=timeout))

    async def get(self, fixture_id: str, *, timeout: float | None = None) -> Response[t.Report]:
        """As `Client.sandbox.get`."""
        return await self._core.run(
            c.Call("GET", f"/sandbox/scan/{c.segment(fixture_id)}", timeout=timeout)
        )

    async def batch(self, ids: Sequence[str], *, timeout: float | None = None) -> Response[t.Batch]:
        """As `Client.sandbox.batch`."""
        return await self._core.run(c.Call("GET", "/sandbox/batch", c.joined(ids), timeout=timeout))


class AsyncChain:
    """The chain board."""

    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def status(self, *, timeout: float | None = None) -> Response[t.ChainStatus]:
        """As `Client.chain.status`."""
        return await self._core.run(c.Call("GET", "/chain/status", timeout=timeout))

    async def board(self, *, timeout: float | None = None) -> Response[t.ChainBoard]:
        """As `Client.chain.board`."""
        return await self._core.run(c.Call("GET", "/chain/board", timeout=timeout))
