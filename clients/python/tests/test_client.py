"""What a call sends, what it returns and what it raises."""

from __future__ import annotations

import copy
import inspect
import os
import pickle
import re
import traceback
import unittest
from collections.abc import Callable, Iterable
from typing import Any
from unittest import mock

import citable_client
from citable_client import (
    ApiError,
    AsyncClient,
    AuthenticationError,
    Client,
    Conflict,
    InvalidRequest,
    NotFound,
    PermissionDenied,
    PlanRequired,
    RateLimited,
    ScanFailed,
    ServerError,
    StreamEnded,
    TransportError,
)
from scripted import KEY, VECTORS, Scripted, answer, stream, vectors

DONE = b'event: scan\nid: 9\ndata: {"status":"done"}\n\n'
# How each method is called: every parameter that the operation has.
ARGUMENTS: dict[str, dict[str, Any]] = {
    "scans.create": {
        "url": "example.com",
        "refresh": True,
        "human_check_token": "t",
        "idempotency_key": "k",
    },
    "scans.get": {"scan_id": "scn_1"},
    "scans.get_markdown": {"scan_id": "scn_1"},
    "scans.instructions": {"scan_id": "scn_1"},
    "scans.events": {"scan_id": "scn_1", "after": "3"},
    "compare": {"from_id": "scn_1", "to_id": "scn_2"},
    "compare_markdown": {"url": "example.com"},
    "batch": {"ids": ["scn_1", "scn_2"]},
    "history.list": {"cursor": "c", "limit": 5},
    "history.pages": {"limit": 5},
    "history.get": {"url_hash": "a" * 64, "cursor": "c", "limit": 5},
    "history.scans": {"url_hash": "a" * 64, "limit": 5},
    "monitors.create": {"url": "example.com", "idempotency_key": "k"},
    "monitors.delete": {"monitor_id": "mon_1"},
    "webhooks.save": {"url": "https://example.com/hook", "idempotency_key": "k"},
    "sandbox.get": {"fixture_id": "sandbox-example"},
    "sandbox.batch": {"ids": ["sandbox-example"]},
    "ask": {"text": "why?"},
    "health": {"deep": True},
}


def covered() -> dict[str, str]:
    """Returns the operation of each method, as `coverage.toml` has it."""
    text = (VECTORS.parent / "coverage.toml").read_text(encoding="utf-8")
    text = text.partition("[methods]")[2].partition("[left_out]")[0]
    found = {}
    for operation, names in re.findall(r"^(\w+) = \[(.*)\]$", text, re.MULTILINE):
        found.update({name: operation for name in re.findall(r'"([^"]+)"', names)})
    return found


def methods(client: object, prefix: str = "") -> Iterable[str]:
    """Returns the names of the methods that a client has."""
    for name in dir(client):
        value = getattr(client, name) if not name.startswith("_") else None
        if inspect.ismethod(value):
            yield prefix + name
        elif value is not None and type(value).__module__.startswith("citable_client"):
            yield from methods(value, f"{name}.")


def call(client: Client, name: str) -> Any:
    """Calls a method with all its parameters; a generator makes one step."""
    method: Any = client
    for part in name.split("."):
        method = getattr(method, part)
    result = method(**ARGUMENTS.get(name, {}))
    return next(result) if inspect.isgenerator(result) else result


class Surface(unittest.TestCase):
    def test_every_operation_has_its_methods_and_no_method_is_missing(self) -> None:
        self.assertEqual(sorted(methods(Client())), sorted(covered()))
        self.assertEqual(sorted(methods(AsyncClient())), sorted(covered()))

    def test_both_clients_take_the_same_arguments(self) -> None:
        for name in covered():
            one: Any = Client()
            other: Any = AsyncClient()
            for part in name.split("."):
                one, other = getattr(one, part), getattr(other, part)
            with self.subTest(name):
                parameters = list(inspect.signature(one).parameters.values())
                self.assertEqual(parameters, list(inspect.signature(other).parameters.values()))

    def test_each_call_is_one_request_of_its_operation(self) -> None:
        operations = vectors("operations")
        for name, operation in covered().items():
            with (
                self.subTest(name),
                Scripted(
                    stream(DONE) if name == "scans.events" else answer(200, {"next_cursor": None})
                ) as server,
            ):
                call(Client(KEY, server.url), name)
                self.assertEqual(server.connections, 1)
                (seen,), expected = server.seen, operations[operation]
                self.assertEqual(seen.method, expected["method"])
                path = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(expected["path"]))
                self.assertRegex(seen.path, f"^{path}$")
                self.assertLessEqual(set(seen.query), set(expected["query"]))
                sent = set(seen.json()) if seen.body else set()
                self.assertLessEqual(sent, set(expected["body"]))
                self.assertEqual(seen.header("authorization"), f"Bearer {KEY}")
                agent = f"citable-client-python/{citable_client.__version__}"
                self.assertEqual(seen.header("user-agent"), agent)
                own = {"If-None-Match"} | ({"Last-Event-ID"} if name != "scans.events" else set())
                for header in set(expected["headers"]) - own:
                    self.assertIsNotNone(seen.header(header), header)

    def test_what_is_sent(self) -> None:
        with Scripted(answer(200, {})) as server:
            client = Client(base_url=server.url + "/api/v1/")
            client.scans.create("example.com")
            client.scans.create("é.example", refresh=True, idempotency_key="k 1".replace(" ", "-"))
            client.compare(url="https://example.com/?a=b&c=d#e")
            client.batch(["a", "b/c"])
            client.scans.get("a/../b?c#d")
            first, second, third, fourth, fifth = server.seen
            self.assertEqual(first.json(), {"url": "example.com"})
            self.assertEqual(first.header("content-type"), "application/json")
            self.assertIsNone(first.header("authorization"))
            self.assertIsNone(first.header("idempotency-key"))
            self.assertEqual(second.json(), {"url": "é.example", "refresh": True})
            self.assertEqual(second.header("idempotency-key"), "k-1")
            self.assertEqual(third.query, {"url": "https://example.com/?a=b&c=d#e"})
            self.assertEqual(fourth.query, {"ids": "a,b/c"})
            self.assertEqual(fifth.path, "/api/v1/scan/a%2F..%2Fb%3Fc%23d")

    def test_arguments_that_make_no_request(self) -> None:
        with Scripted(answer(200, {})) as server:
            client = Client(base_url=server.url)
            wrongs: list[Callable[[], object]] = [
                lambda: client.compare(),
                lambda: client.compare(url="a", from_id="b"),
                lambda: client.compare(from_id="b"),
                lambda: client.scans.get(""),
                lambda: client.scans.get(".."),
                lambda: client.scans.create("a", idempotency_key="a b"),
                lambda: client.scans.create("a", idempotency_key=""),
                lambda: client.me(timeout=0),
                lambda: client.me(timeout=float("nan")),
                lambda: Client(timeout=-1),
            ]
            for wrong in wrongs:
                with self.assertRaises(ValueError):
                    wrong()
            with self.assertRaises(TypeError):
                client.batch("scn_1")
            self.assertEqual(server.connections, 0)


class Results(unittest.TestCase):
    def test_a_response_keeps_what_came_with_the_data(self) -> None:
        headers = [
            ("X-Request-Id", "req_1"),
            ("API-Version", "v1"),
            ("RateLimit", '"day";r=2;t=60'),
            ("RateLimit-Policy", '"day";q=3;w=86400'),
            ("Retry-After", "2"),
            ("Location", "/api/v1/scan/scn_1"),
            ("ETag", '"e"'),
            ("Idempotency-Replayed", "true"),
            ("Link", "<a>"),
            ("Link", "<b>"),
        ]
        with Scripted(answer(202, {"id": "scn_1", "status": "pending"}, headers)) as server:
            response = Client(base_url=server.url).scans.create("example.com", idempotency_key="k")
        self.assertEqual(response.data["id"], "scn_1")
        self.assertEqual((response.status, response.request_id), (202, "req_1"))
        self.assertEqual((response.api_version, response.retry_after), ("v1", 2))
        self.assertEqual((response.location, response.etag), ("/api/v1/scan/scn_1", '"e"'))
        self.assertIs(response.idempotency_replayed, True)
        self.assertEqual(response.headers.get_all("link"), ["<a>", "<b>"])
        assert response.rate_limit is not None
        self.assertEqual(response.rate_limit[0], citable_client.Bucket("day", 3, 2, 60, 86400))

    def test_a_response_without_any_of_that(self) -> None:
        with Scripted(answer(200, {"status": "pending"})) as server:
            response = Client(base_url=server.url).scans.get("scn_1")
        self.assertEqual(response.data["status"], "pending")
        found = (response.request_id, response.rate_limit, response.retry_after)
        self.assertEqual(found, (None, None, None))
        self.assertIsNone(response.idempotency_replayed)

    def test_documents(self) -> None:
        headers = [("Content-Type", "text/markdown; charset=utf-8")]
        with Scripted(answer(200, "# Bericht é".encode(), headers)) as server:
            response = Client(base_url=server.url).scans.get_markdown("scn_1")
            self.assertEqual(server.seen[0].header("accept"), "text/markdown")
        self.assertEqual(response.data, "# Bericht é")

    def test_pages_make_one_request_for_each_step(self) -> None:
        with Scripted(
            answer(200, {"entries": [], "next_cursor": "b&c"}), answer(200, {"next_cursor": None})
        ) as server:
            pages = Client(base_url=server.url).history.pages(limit=1)
            self.assertEqual(server.connections, 0)
            next(pages)
            self.assertEqual(server.connections, 1)
            next(pages)
            self.assertEqual(server.seen[1].query, {"cursor": "b&c", "limit": "1"})
            self.assertEqual(list(pages), [])
            self.assertEqual(server.connections, 2)

    def test_errors_by_status(self) -> None:
        for status, kind in {
            400: InvalidRequest,
            401: AuthenticationError,
            402: PlanRequired,
            403: PermissionDenied,
            404: NotFound,
            409: Conflict,
            413: InvalidRequest,
            415: InvalidRequest,
            418: ApiError,
            422: Conflict,
            429: RateLimited,
            500: ServerError,
            502: ServerError,
            503: ServerError,
        }.items():
            with (
                self.subTest(status),
                Scripted(
                    answer(
                        status,
                        {"error": "some_code", "message": "Say why."},
                        [("Retry-After", "7")],
                    )
                ) as server,
            ):
                with self.assertRaises(ApiError) as caught:
                    Client(base_url=server.url).scans.create("example.com")
                error = caught.exception
                self.assertIs(type(error), kind)
                self.assertEqual((error.status, error.code), (status, "some_code"))
                self.assertEqual(str(error), f"some_code ({status}): Say why.")
                self.assertEqual(error.retry_after, 7)
                self.assertEqual(server.connections, 1, "no retry")

    def test_what_an_error_keeps(self) -> None:
        body = {
            "error": "human_check_failed",
            "message": "No.",
            "requestId": "req_1",
            "agent": {"tool": "start_scan"},
            "param": "url",
            "retryAfterSec": 9,
        }
        with Scripted(answer(403, body, [("RateLimit-Remaining", "0")])) as server:
            with self.assertRaises(PermissionDenied) as caught:
                Client(base_url=server.url).scans.create("example.com")
        error = caught.exception
        self.assertEqual(error.agent, {"tool": "start_scan"})
        self.assertEqual(error.extras, {"param": "url", "retryAfterSec": 9})
        self.assertEqual(error.retry_after, 9)
        assert error.rate_limit is not None
        self.assertEqual(error.rate_limit[0].remaining, 0)
        again: PermissionDenied = pickle.loads(pickle.dumps(error))
        self.assertEqual((again.code, again.extras), (error.code, error.extras))
        ended: StreamEnded = pickle.loads(pickle.dumps(StreamEnded("3", "why")))
        self.assertEqual((ended.last_id, ended.why), ("3", "why"))

    def test_a_failed_scan(self) -> None:
        body = {"error": "scan_failed", "message": "No.", "reason": {"code": "dns_failed"}}
        with Scripted(answer(500, body)) as server:
            with self.assertRaises(ScanFailed) as caught:
                Client(base_url=server.url).scans.get("scn_1")
        self.assertEqual(caught.exception.reason["code"], "dns_failed")

    def test_an_error_of_something_in_between(self) -> None:
        page = [("Content-Type", "text/html"), ("Retry-After", "30")]
        with Scripted(answer(429, b"<h1>Slow down</h1>", page)) as server:
            with self.assertRaises(RateLimited) as caught:
                Client(base_url=server.url).me()
        self.assertEqual((caught.exception.code, caught.exception.retry_after), ("http_429", 30))


class Settings(unittest.TestCase):
    def test_key_and_url_come_from_the_environment(self) -> None:
        with Scripted(answer(200, {})) as server:
            values = {"CITABLE_API_KEY": KEY, "CITABLE_BASE_URL": server.url}
            with mock.patch.dict(os.environ, values):
                Client().me()
            self.assertEqual(server.seen[0].header("authorization"), f"Bearer {KEY}")
        empty = {"CITABLE_API_KEY": "", "CITABLE_BASE_URL": ""}
        with mock.patch.dict(os.environ, empty):
            self.assertEqual(Client().base_url, "http://127.0.0.1:8080")

    def test_malformed_keys_are_refused_and_not_shown(self) -> None:
        for key in ["", "secret-word", KEY + "x", KEY[:-1] + "-", KEY + "\n", f"Bearer {KEY}"]:
            with self.subTest(key), self.assertRaises(ValueError) as caught:
                Client(key)
            shown = "".join(traceback.format_exception(caught.exception))
            self.assertNotIn("secret-word", str(caught.exception))
            self.assertNotIn(KEY, shown)

    def test_a_key_goes_over_tls_or_to_this_machine(self) -> None:
        for url in ["http://example.com", "http://127.0.0.1.example.com", "http://10.0.0.1:8080"]:
            with self.subTest(url), self.assertRaises(ValueError):
                Client(KEY, url)
            self.assertEqual(Client(base_url=url).base_url, url)
        for url in [
            "https://example.com",
            "http://localhost:1",
            "http://127.0.0.2",
            "http://[::1]:1",
        ]:
            self.assertEqual(Client(KEY, url).base_url, url)

    def test_urls_of_no_service(self) -> None:
        for url in [
            "example.com",
            "ftp://example.com",
            "https://",
            "https://user:pass@example.com",
            "https://example.com/?a",
            "https://example.com/#a",
            "https://example.com:port",
        ]:
            with self.subTest(url), self.assertRaises(ValueError):
                Client(base_url=url)

    def test_the_key_is_shown_nowhere(self) -> None:
        client = Client(KEY, "https://example.com")
        self.assertNotIn("0Aa0Aa", repr(client) + repr(vars(client)) + repr(client.scans._core.key))
        for keeps in [client, client.scans, client.scans._core, client.scans._core.key]:
            with self.assertRaises(TypeError):
                pickle.dumps(keeps)
            with self.assertRaises(TypeError):
                copy.deepcopy(keeps)
        with self.assertRaises(TransportError) as caught:
            Client(KEY, "http://127.0.0.1:1").me()
        shown = "".join(traceback.format_exception(caught.exception))
        self.assertNotIn(KEY, shown + repr(vars(caught.exception)))
        with Scripted(answer(401, {"error": "invalid_api_key"})) as server:
            with self.assertRaises(AuthenticationError) as refused:
                Client(KEY, server.url).me()
        self.assertNotIn(KEY.encode(), pickle.dumps(refused.exception))

    def test_proxies_of_the_environment_are_used_only_when_asked(self) -> None:
        with Scripted(answer(200, {})) as proxy, Scripted(answer(200, {})) as server:
            values = {"http_proxy": proxy.url, "HTTP_PROXY": proxy.url, "no_proxy": ""}
            with mock.patch.dict(os.environ, values):
                Client(base_url=server.url).me()
                self.assertEqual((len(proxy.seen), len(server.seen)), (0, 1))
                Client(base_url=server.url, trust_env=True).me()
            self.assertEqual((len(proxy.seen), len(server.seen)), (1, 1))
            self.assertEqual(proxy.seen[0].target, f"{server.url}/api/v1/auth/me")


if __name__ == "__main__":
    unittest.main()
