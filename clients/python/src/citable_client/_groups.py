"""The calls of `Client`, by what they are about."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from . import _calls as c
from . import types as t
from ._http import Core
from ._response import Response
from ._sse import Event


class Scans:
    """Scans and their reports."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def create(
        self,
        url: str,
        *,
        refresh: bool = False,
        human_check_token: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Response[t.ScanAccepted]:
        """Starts a scan, or returns a report of the URL that is less than 24 hours old.

        `refresh` skips that report; it needs an account. `human_check_token` is needed without a
        paid plan if the service has a human check. Repeat a call safely with `idempotency_key`.
        """
        return self._core.run(
            c.create_scan(url, refresh, human_check_token, idempotency_key, timeout)
        )

    def get(
        self, scan_id: str, *, timeout: float | None = None
    ) -> Response[t.Report | t.PendingScan]:
        """Reads a report. While the scan runs, `data["status"]` is `pending`.

        Raises `ScanFailed` if the scan ended without a report.
        """
        return self._core.run(c.Call("GET", c.scan_path(scan_id), timeout=timeout))

    def get_markdown(
        self, scan_id: str, *, timeout: float | None = None
    ) -> Response[str | t.PendingScan]:
        """Reads a report as a Markdown document. While the scan runs, `data` is a dictionary."""
        return self._core.run(c.Call("GET", c.scan_path(scan_id), markdown=True, timeout=timeout))

    def instructions(self, scan_id: str, *, timeout: float | None = None) -> Response[str]:
        """Reads instructions for a coding agent, as Markdown: the fixes, then the report."""
        return self._core.run(
            c.Call("GET", c.scan_path(scan_id, "/ai-instructions"), markdown=True, timeout=timeout)
        )

    def events(
        self, scan_id: str, *, after: str | None = None, timeout: float | None = None
    ) -> Generator[Event, None, None]:
        """Follows a scan: yields its events until it ends. One request, made by the first step.

        `after` is the id of the last event received. `timeout` is the longest time without
        data: 45 seconds by default, since the service sends something every 15. Raises
        `StreamEnded` if the stream breaks; it doesn't connect again. Closing the generator closes
        the connection.
        """
        call: c.Call[Event] = c.Call("GET", c.scan_path(scan_id, "/events"), timeout=timeout)
        yield from self._core.follow(call, after)


class History:
    """What the account has scanned. Needs a paid plan."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(
        self, *, cursor: str | None = None, limit: int | None = None, timeout: float | None = None
    ) -> Response[t.HistoryList]:
        """Reads one page of the pages that the account scanned, newest first.

        `limit` is 1 to 200. Pass `data["next_cursor"]` as `cursor` for the next page.
        """
        return self._core.run(c.list_history(cursor, limit, timeout))

    def pages(
        self, *, limit: int | None = None, timeout: float | None = None
    ) -> Generator[Response[t.HistoryList], None, None]:
        """Yields every page of `history.list`: one request for each step you take."""
        cursor: str | None = None
        while True:
            page = self.list(cursor=cursor, limit=limit, timeout=timeout)
            yield page
            cursor = page.data["next_cursor"]
            if cursor is None:
                return

    def get(
        self,
        url_hash: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Response[t.UrlHistory]:
        """Reads one page of the scans of a URL, newest first. `url_hash` is in `history.list`."""
        return self._core.run(
            c.Call("GET", f"/history/{c.segment(url_hash)}", c.page(cursor, limit), timeout=timeout)
        )

    def scans(
        self, url_hash: str, *, limit: int | None = None, timeout: float | None = None
    ) -> Generator[Response[t.UrlHistory], None, None]:
        """Yields every page of `history.get`: one request for each step you take."""
        cursor: str | None = None
        while True:
            page = self.get(url_hash, cursor=cursor, limit=limit, timeout=timeout)
            yield page
            cursor = page.data["next_cursor"]
            if cursor is None:
                return


class Monitors:
    """Weekly scans."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, *, timeout: float | None = None) -> Response[t.MonitorList]:
        """Reads the monitors, and how many the plan allows."""
        return self._core.run(c.Call("GET", "/monitors", timeout=timeout))

    def create(
        self, url: str, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Response[t.MonitorEnvelope]:
        """Scans a URL every week from now on."""
        return self._core.run(
            c.Call(
                "POST",
                "/monitors",
                body={"url": url},
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
        )

    def delete(self, monitor_id: str, *, timeout: float | None = None) -> Response[t.Confirmation]:
        """Stops a monitor."""
        return self._core.run(
            c.Call("DELETE", f"/monitors/{c.segment(monitor_id)}", timeout=timeout)
        )


class Webhooks:
    """The endpoint that weekly results are delivered to. Needs the Agency plan."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def get(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """Reads the webhook endpoint; `data["endpoint"]` is None if there is none."""
        return self._core.run(c.Call("GET", "/webhooks", timeout=timeout))

    def save(
        self, url: str, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Response[t.WebhookEnvelope]:
        """Saves the URL that results are delivered to.

        The first response contains the signing `secret`. Store it: no other response does.
        """
        return self._core.run(
            c.Call(
                "POST",
                "/webhooks",
                body={"url": url},
                idempotency_key=idempotency_key,
                timeout=timeout,
            )
        )

    def delete(self, *, timeout: float | None = None) -> Response[t.Confirmation]:
        """Deletes the endpoint, its secret and all waiting deliveries."""
        return self._core.run(c.Call("DELETE", "/webhooks", timeout=timeout))

    def rotate_secret(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """Makes a new signing `secret`. The old one signs for 24 more hours."""
        return self._core.run(c.Call("POST", "/webhooks/rotate-secret", timeout=timeout))

    def enable(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """Ends a pause: waiting deliveries are sent."""
        return self._core.run(c.Call("POST", "/webhooks/enable", timeout=timeout))

    def disable(self, *, timeout: float | None = None) -> Response[t.WebhookEnvelope]:
        """Pauses deliveries."""
        return self._core.run(c.Call("POST", "/webhooks/disable", timeout=timeout))

    def test(self, *, timeout: float | None = None) -> Response[t.TestDelivery]:
        """Delivers a sample and returns how the endpoint responded. At most 5 per hour."""
        return self._core.run(c.Call("POST", "/webhooks/test", timeout=timeout))


class Account:
    """The account."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def usage(self, *, timeout: float | None = None) -> Response[t.AccountUsage]:
        """Reads the plan, its limits and what is used."""
        return self._core.run(c.Call("GET", "/account/usage", timeout=timeout))


class Sandbox:
    """Sample reports: no key, no quota."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, *, timeout: float | None = None) -> Response[t.FixtureList]:
        """Reads the list of sample reports."""
        return self._core.run(c.Call("GET", "/sandbox", timeout=timeout))

    def get(self, fixture_id: str, *, timeout: float | None = None) -> Response[t.Report]:
        """Reads a sample report."""
        return self._core.run(
            c.Call("GET", f"/sandbox/scan/{c.segment(fixture_id)}", timeout=timeout)
        )

    def batch(self, ids: Sequence[str], *, timeout: float | None = None) -> Response[t.Batch]:
        """Reads up to 10 sample reports. One unknown id fails the whole batch."""
        return self._core.run(c.Call("GET", "/sandbox/batch", c.joined(ids), timeout=timeout))


class Chain:
    """The chain board."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def status(self, *, timeout: float | None = None) -> Response[t.ChainStatus]:
        """Reads whether the chain is paused. Act only if `frozen` and `stale` are both false."""
        return self._core.run(c.Call("GET", "/chain/status", timeout=timeout))

    def board(self, *, timeout: float | None = None) -> Response[t.ChainBoard]:
        """Reads the chain board. Needs the scope `scan` or an Agency plan."""
        return self._core.run(c.Call("GET", "/chain/board", timeout=timeout))
