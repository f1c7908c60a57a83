"""Every kind of answer of a running service.

`CITABLE_TEST_SERVICE` names a JSON file that says where it is: `tests/it/clients.rs` of the program
starts one. What the service answers is written down line by line in `record` of that file.
"""

from __future__ import annotations

import asyncio
import json
import os
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import citable_client as citable
from citable_client import AsyncClient, Client, HttpTransport, StreamEnded

PLACE = os.environ.get("CITABLE_TEST_SERVICE")
SERVICE: Any = json.loads(Path(PLACE).read_text(encoding="utf-8")) if PLACE else {}


class Recorder:
    """Sends requests as a client does by itself, and writes the answers down."""

    def __init__(self, cut_after: int | None = None) -> None:
        self.cut_after = cut_after

    def open(self, request: citable.Request) -> citable.Answer:
        return Recorded(request, HttpTransport().open(request), self.cut_after)


class Recorded:
    def __init__(
        self, request: citable.Request, answer: citable.Answer, cut_after: int | None
    ) -> None:
        self.request, self.answer, self.cut_after = request, answer, cut_after
        self.status, self.headers = answer.status, answer.headers
        self.body = b""
        self.is_closed = False

    def read(self) -> bytes:
        chunk = self.answer.read()
        if self.cut_after is not None and len(self.body) + len(chunk) > self.cut_after:
            raise citable.BadAnswer("cut by the test")
        self.body += chunk
        return chunk

    def interrupt(self) -> None:
        self.answer.interrupt()

    def close(self) -> None:
        self.answer.close()
        if not self.is_closed:
            self.is_closed = True
            url = urlsplit(self.request.url)
            record(
                {
                    "method": self.request.method,
                    "target": url.path + (f"?{url.query}" if url.query else ""),
                    "status": self.status,
                    "headers": self.headers,
                    "body": self.body.decode(),
                }
            )


def record(line: object) -> None:
    with open(SERVICE["record"], "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def client(key: str | None = None, cut_after: int | None = None) -> Client:
    token = SERVICE["keys"][key] if key is not None else None
    return Client(token, SERVICE["base"], transport=Recorder(cut_after))


def finished(of: Client, accepted: citable.Response[Any]) -> str:
    """Waits until a scan has ended, and returns its id."""
    scan_id: str = accepted.data["id"]
    for event in of.scans.events(scan_id):
        record({"event": event.data})
    return scan_id


@unittest.skipUnless(SERVICE.get("part") == "service", "no service to test against")
class Service(unittest.TestCase):
    def page(self, path: str) -> str:
        return f"{SERVICE['page']}/python{path}"

    def raises(self, kind: type[citable.ApiError], call: Callable[[], object]) -> Any:
        with self.assertRaises(citable.ApiError) as caught:
            call()
        error = caught.exception
        self.assertIs(type(error), kind, error)
        self.assertEqual(error.api_version, "v1")
        self.assertRegex(error.request_id or "", "^req_")
        return error

    def test_the_sandbox_and_what_needs_no_key(self) -> None:
        anonymous = client()
        fixtures = [fixture["id"] for fixture in anonymous.sandbox.list().data["fixtures"]]
        self.assertGreaterEqual(len(fixtures), 5)
        for fixture in fixtures:
            report = anonymous.sandbox.get(fixture)
            self.assertEqual(report.data["id"], fixture)
            self.assertTrue(report.etag)
        batch = anonymous.sandbox.batch(fixtures[:2]).data["results"]
        self.assertEqual([result["id"] for result in batch], fixtures[:2])
        self.assertEqual(anonymous.health(deep=True).data["status"], "ok")
        self.assertIs(anonymous.me().data["authenticated"], False)
        self.assertIs(anonymous.chain.status().data["stale"], True)
        self.assertGreater(anonymous.ask("rate limit").data["total"], 0)

    def test_a_scan_from_its_start_to_its_report(self) -> None:
        pro = client("pro")
        accepted = pro.scans.create(self.page("/scan"))
        self.assertEqual((accepted.status, accepted.data["cached"]), (202, False))
        self.assertEqual(accepted.location, f"/api/v1/scan/{accepted.data['id']}")
        self.assertEqual(accepted.retry_after, 2)
        names = [bucket.name for bucket in accepted.rate_limit or []]
        self.assertEqual(names, ["day", "month"])
        for bucket in accepted.rate_limit or []:
            assert bucket.limit is not None and bucket.remaining is not None
            self.assertLess(bucket.remaining, bucket.limit)
            self.assertGreater(bucket.window_seconds or 0, bucket.reset_seconds or 0)
        scan_id = finished(pro, accepted)
        report = pro.scans.get(scan_id)
        assert report.data["status"] == "done"
        self.assertEqual(len(report.data["checks"]), 34)
        self.assertIn(report.data["score"], range(101))
        document = pro.scans.get_markdown(scan_id).data
        assert isinstance(document, str)
        self.assertTrue(document.startswith("#"))
        self.assertIn(self.page("/scan"), pro.scans.instructions(scan_id).data)
        results = pro.batch([scan_id, "scn_unknown"]).data["results"]
        self.assertEqual([result["status"] for result in results], [200, 404])
        again = client().scans.create(self.page("/scan"))
        self.assertEqual((again.status, again.data["cached"]), (200, True))

    def test_comparisons(self) -> None:
        pro, page = client("pro"), self.page("/compared")
        first = finished(pro, pro.scans.create(page))
        second = finished(pro, pro.scans.create(page, refresh=True))
        by_url = pro.compare(url=page).data
        self.assertEqual((by_url["from"]["id"], by_url["to"]["id"]), (first, second))
        self.assertEqual(pro.compare(from_id=first, to_id=second).data["scoreDelta"], 0)
        self.assertTrue(pro.compare_markdown(url=page).data.startswith("##"))

    def test_a_replay_and_what_conflicts(self) -> None:
        pro = client("pro")
        key = f"python-{os.getpid()}"
        first = pro.scans.create(self.page("/replayed"), idempotency_key=key)
        again = pro.scans.create(self.page("/replayed"), idempotency_key=key)
        self.assertEqual(first.data, again.data)
        self.assertIs(first.idempotency_replayed, False)
        self.assertIs(again.idempotency_replayed, True)
        self.assertEqual((again.status, again.rate_limit), (202, None))
        reused = lambda: pro.scans.create(self.page("/other"), idempotency_key=key)
        error = self.raises(citable.Conflict, reused)
        self.assertEqual((error.status, error.code), (422, "idempotency_key_reused"))
        pending = pro.scans.create(SERVICE["never"]).data["id"]
        self.assertEqual(pro.scans.get(pending).data["status"], "pending")
        self.assertEqual(pro.scans.get(pending).retry_after, 2)
        error = self.raises(citable.Conflict, lambda: pro.scans.instructions(pending))
        self.assertEqual((error.status, error.code), (409, "report_not_ready"))

    def test_refusals(self) -> None:
        pro = client("pro")
        error = self.raises(citable.InvalidRequest, lambda: pro.scans.create("http://a.example"))
        self.assertEqual((error.code, error.extras["param"]), ("invalid_url", "url"))
        error = self.raises(citable.AuthenticationError, lambda: client("dead").me())
        self.assertEqual(error.code, "invalid_api_key")
        self.assertIn("Bearer", error.headers["www-authenticate"])
        error = self.raises(citable.AuthenticationError, lambda: client().account.usage())
        self.assertEqual(error.code, "unauthorized")
        error = self.raises(citable.PlanRequired, lambda: client("free").history.list())
        self.assertIn("upgradeUrl", error.extras)
        create = lambda: client("read").scans.create(self.page("/scan"))
        error = self.raises(citable.PermissionDenied, create)
        self.assertEqual((error.code, error.extras["scope"]), ("insufficient_scope", "scan"))
        self.assertEqual(error.agent["tool"], "start_scan")
        unknown = "scn_" + "0" * 22
        error = self.raises(citable.NotFound, lambda: pro.scans.get(unknown))
        self.assertEqual(error.code, "not_found")
        self.raises(citable.NotFound, lambda: pro.scans.get("a/../b?c#d"))

    def test_an_empty_quota(self) -> None:
        free = client("quota")
        self.assertEqual(free.scans.create(self.page("/quota")).status, 202)
        create = lambda: free.scans.create(self.page("/quota-again"))
        error = self.raises(citable.RateLimited, create)
        self.assertEqual((error.code, error.extras["bucket"]), ("quota_exceeded", "day"))
        self.assertEqual(error.retry_after, error.extras["retryAfterSec"])
        self.assertEqual(error.rate_limit[0].remaining, 0)
        self.assertAlmostEqual(error.rate_limit[0].reset_seconds, error.retry_after, delta=2)

    def test_a_failed_scan(self) -> None:
        pro = client("pro")
        scan_id = finished(pro, pro.scans.create(self.page("/text")))
        error = self.raises(citable.ScanFailed, lambda: pro.scans.get(scan_id))
        self.assertEqual(error.reason["code"], "not_html")

    def test_history_monitors_and_account(self) -> None:
        pro = client("pro")
        for path in ["/history-1", "/history-2"]:
            finished(pro, pro.scans.create(self.page(path)))
        pages = pro.history.pages(limit=1)
        first, second = next(pages), next(pages)
        self.assertNotEqual(first.data["entries"], second.data["entries"])
        url_hash = first.data["entries"][0]["urlHash"]
        self.assertEqual(pro.history.get(url_hash, limit=1).data["urlHash"], url_hash)
        for page in pro.history.scans(url_hash):
            self.assertGreaterEqual(len(page.data["scans"]), 1)
        made = pro.monitors.create(self.page("/watched"), idempotency_key="python-monitor")
        self.assertEqual(made.status, 201)
        monitor = made.data["monitor"]["id"]
        listed = [monitor["id"] for monitor in pro.monitors.list().data["monitors"]]
        self.assertIn(monitor, listed)
        self.assertEqual(pro.monitors.delete(monitor).data, {"ok": True})
        self.assertEqual(pro.account.usage().data["plan"], "pro")
        self.assertIs(pro.me().data["authenticated"], True)
        self.assertIs(pro.chain.board().data["stale"], True)

    def test_webhooks(self) -> None:
        agency = client("legacy")
        self.assertIsNone(agency.webhooks.get().data["endpoint"])
        saved = agency.webhooks.save(SERVICE["hook"] + "/python")
        self.assertEqual(saved.status, 201)
        self.assertTrue(saved.data.get("secret", "").startswith("whsec_"))
        self.assertIs(agency.webhooks.test().data["ok"], True)
        for change in [agency.webhooks.disable, agency.webhooks.enable]:
            endpoint = change().data["endpoint"]
            assert endpoint is not None
            self.assertIs(endpoint["enabled"], change == agency.webhooks.enable)
        self.assertIn("secret", agency.webhooks.rotate_secret().data)
        self.assertEqual(agency.webhooks.delete().data, {"ok": True})

    def test_a_stream_is_cut_and_resumed(self) -> None:
        pro = client("pro")
        scan_id = finished(pro, pro.scans.create(self.page("/streamed")))
        whole = [event.id for event in pro.scans.events(scan_id, after="0")]
        self.assertGreater(len(whole), 34)
        for size in [1_000, 4_000]:
            seen: list[str | None] = []
            with self.assertRaises(StreamEnded) as caught:
                for event in client("pro", cut_after=size).scans.events(scan_id, after="0"):
                    seen.append(event.id)
            after = caught.exception.last_id
            seen += [event.id for event in pro.scans.events(scan_id, after=after)]
            self.assertEqual(seen, whole)
        self.assertEqual(list(pro.scans.events(scan_id, after=whole[-1])), [])

    def test_asyncio(self) -> None:
        async def scan() -> list[Any]:
            pro = AsyncClient(SERVICE["keys"]["pro"], SERVICE["base"], transport=Recorder())
            accepted = await pro.scans.create(self.page("/async"))
            scan_id = accepted.data["id"]
            events = [event.data async for event in pro.scans.events(scan_id)]
            return [events[-1]["score"], (await pro.scans.get(scan_id)).data]

        score, report = asyncio.run(scan())
        self.assertEqual(report["score"], score)


@unittest.skipUnless(SERVICE.get("part") == "paused", "no paused service to test against")
class Paused(unittest.TestCase):
    def test_a_service_that_takes_no_scans(self) -> None:
        with self.assertRaises(citable.ServerError) as caught:
            client("pro").scans.create(f"{SERVICE['page']}/python/late")
        self.assertEqual((caught.exception.status, caught.exception.code), (503, "draining"))
        self.assertGreater(caught.exception.retry_after or 0, 0)


if __name__ == "__main__":
    unittest.main()
