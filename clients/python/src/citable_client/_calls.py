"""The calls of the API: which request each of them makes.

The types say what the responses contain. `Client` and `AsyncClient` make the calls.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import types as t
from ._http import Call as Call
from ._http import segment as segment


def create_scan(
    url: str,
    refresh: bool,
    human_check_token: str | None,
    idempotency_key: str | None,
    timeout: float | None,
) -> Call[t.ScanAccepted]:
    """`POST /scan`."""
    body = {"url": url, "refresh": refresh or None, "humanCheckToken": human_check_token}
    return Call("POST", "/scan", body=body, idempotency_key=idempotency_key, timeout=timeout)


def scan_path(scan_id: str, rest: str = "") -> str:
    """Returns the path of a scan."""
    return f"/scan/{segment(scan_id)}{rest}"


def comparison(url: str | None, from_id: str | None, to_id: str | None) -> dict[str, str | None]:
    """Returns the query of `GET /compare`. Raises ValueError for neither form, or for both."""
    by_url = url is not None and from_id is None and to_id is None
    by_ids = url is None and from_id is not None and to_id is not None
    if not by_url and not by_ids:
        raise ValueError("Pass either url, or from_id and to_id.")
    return {"url": url, "from": from_id, "to": to_id}


def joined(ids: Sequence[str]) -> dict[str, str | None]:
    """Returns the query of a batch. Raises TypeError for a single string."""
    if isinstance(ids, str):
        raise TypeError("ids must be a list of ids.")
    return {"ids": ",".join(ids)}


def page(cursor: str | None, limit: int | None) -> dict[str, str | None]:
    """Returns the query of one page of a list."""
    return {"cursor": cursor, "limit": None if limit is None else str(limit)}


def list_history(
    cursor: str | None, limit: int | None, timeout: float | None
) -> Call[t.HistoryList]:
    """`GET /history`."""
    return Call("GET", "/history", page(cursor, limit), timeout=timeout)
