"""The client."""

from __future__ import annotations

from collections.abc import Sequence

from . import _calls as c
from . import types as t
from ._groups import Account, Chain, History, Monitors, Sandbox, Scans, Webhooks
from ._http import Core
from ._response import Response
from ._transport import HttpTransport, Transport


class Client:
    """Calls the API. Each call is one HTTP request: no retry, no poll, no redirect.

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
        core = Core(api_key, base_url, timeout, sender)
        self._run = core.run
        self._site = core.site
        self.scans = Scans(core)
        """Scans and their reports."""
        self.history = History(core)
        """What the account has scanned. Needs a paid plan."""
        self.monitors = Monitors(core)
        """Weekly scans."""
        self.webhooks = Webhooks(core)
        """The endpoint that weekly results are delivered to. Needs the Agency plan."""
        self.account = Account(core)
        """The account."""
        self.sandbox = Sandbox(core)
        """Sample reports: no key, no quota."""
        self.chain = Chain(core)
        """The chain board."""

    @property
    def base_url(self) -> str:
        """Root of the service's site."""
        return self._site

    def __repr__(self) -> str:
        return f"Client({self._site!r})"

    def __reduce__(self) -> str:
        raise TypeError("A client can't be pickled: it may contain an API key.")

    def compare(
        self,
        *,
        url: str | None = None,
        from_id: str | None = None,
        to_id: str | None = None,
        timeout: float | None = None,
    ) -> Response[t.Comparison]:
        """Compares two scans of one URL: its newest two (`url`), or two by id (`from_id`, `to_id`)."""
        return self._run(
            c.Call("GET", "/compare", c.comparison(url, from_id, to_id), timeout=timeout)
        )

    def compare_markdown(
        self,
        *,
        url: str | None = None,
        from_id: str | None = None,
        to_id: str | None = None,
        timeout: float | None = None,
    ) -> Response[str]:
        """The comparison as a Markdown section."""
        return self._run(
            c.Call(
                "GET", "/compare", c.comparison(url, from_id, to_id), markdown=True, timeout=timeout
            )
        )

    def batch(self, ids: Sequence[str], *, timeout: float | None = None) -> Response[t.Batch]:
        """Reads up to 10 reports. Each result has its own status, and some may be errors."""
        return self._run(c.Call("GET", "/batch", c.joined(ids), timeout=timeout))

    def me(self, *, timeout: float | None = None) -> Response[t.SessionIdentity]:
        """Reads who the caller is. Without a key, `data["authenticated"]` is False."""
        return self._run(c.Call("GET", "/auth/me", timeout=timeout))

    def ask(self, text: str, *, timeout: float | None = None) -> Response[t.SearchResults]:
        """Searches the documentation."""
        return self._run(
            c.Call("POST", "/ask", body={"query": {"text": text}}, at_root=True, timeout=timeout)
        )

    def health(self, *, deep: bool = False, timeout: float | None = None) -> Response[t.Health]:
        """Checks whether the service works. `deep` also probes its database and its monitoring."""
        return self._run(
            c.Call("GET", "/healthz", {"deep": "1" if deep else None}, timeout=timeout)
        )
