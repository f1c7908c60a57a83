"""Reads header fields and streams as the vectors say, which both clients share."""

from __future__ import annotations

import unittest

from citable_client import BadAnswer, Headers
from citable_client._fields import rate_limit, retry_after
from citable_client._sse import LONGEST_EVENT, Parser
from scripted import vectors


class Fields(unittest.TestCase):
    def test_rate_limits(self) -> None:
        for vector in vectors("rate_limit"):
            with self.subTest(vector["name"]):
                found = rate_limit(Headers([(name, value) for name, value in vector["headers"]]))
                buckets = None
                if found is not None:
                    buckets = [
                        [b.name, b.limit, b.remaining, b.reset_seconds, b.window_seconds]
                        for b in found
                    ]
                self.assertEqual(buckets, vector["buckets"])

    def test_a_field_of_any_length_is_read_in_no_time(self) -> None:
        for text in [
            '"a"' * 1_000_000,
            '"' + "\\" * 1_000_000,
            '"a";' * 1_000_000,
            "1" * 1_000_000,
        ]:
            self.assertIsNone(rate_limit(Headers([("ratelimit", text)])))

    def test_waits(self) -> None:
        for vector in vectors("retry_after"):
            with self.subTest(vector["name"]):
                header = vector["header"]
                headers = Headers([("Retry-After", header)] if header is not None else [])
                found = retry_after(headers, vector["body"], vector["now"])
                self.assertEqual(found, vector["seconds"])

    def test_header_names_have_no_case_and_repeated_fields_are_kept(self) -> None:
        headers = Headers([("Link", "<a>"), ("X-Request-Id", "req_1"), ("LINK", "<b>")])
        self.assertEqual(headers["link"], "<a>, <b>")
        self.assertEqual(headers.get_all("Link"), ["<a>", "<b>"])
        self.assertEqual((headers.get("x-request-id"), headers.get("etag")), ("req_1", None))
        self.assertEqual(list(headers), ["link", "x-request-id"])


class Streams(unittest.TestCase):
    def test_events_in_chunks_of_every_size(self) -> None:
        for vector in vectors("sse"):
            data = vector["stream"].encode("utf-8")
            for size in range(1, len(data) + 1):
                with self.subTest(vector["name"], size=size):
                    parser, events = Parser(), []
                    for start in range(0, len(data), size):
                        for event in parser.feed(data[start : start + size]):
                            events.append([event.name, event.id, event.data])
                    self.assertEqual(events, vector["events"])

    def test_an_event_that_never_ends_is_refused(self) -> None:
        for piece in [b"data: x", b"x", b"data: x\n", b"data\n"]:
            with self.subTest(piece):
                parser = Parser()
                with self.assertRaises(BadAnswer):
                    for _ in range(LONGEST_EVENT // 1000):
                        list(parser.feed(piece * 2000))


if __name__ == "__main__":
    unittest.main()
