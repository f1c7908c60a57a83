"""Servers that lie, stall or lead elsewhere: the call ends, with an error of this package."""

from __future__ import annotations

import socket
import time
import unittest
from unittest import mock

from citable_client import BadAnswer, Client, ConnectFailed, StreamEnded, TimedOut, TransportError
from citable_client import _http as http
from scripted import KEY, Line, Script, Scripted, answer, raw, stream

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
EVENT = b'event: scan\nid: %d\ndata: {"status":"pending","seq":%d}\n\n'
DONE = b'event: scan\nid: 9\ndata: {"status":"done"}\n\n'


def follow(client: Client, after: str | None = None) -> list[str | None]:
    return [event.id for event in client.scans.events("scn_1", after=after)]


class Redirects(unittest.TestCase):
    def test_no_redirect_is_followed_and_no_key_leaves(self) -> None:
        with Scripted(answer(200, {})) as elsewhere:
            for status in [300, 301, 302, 303, 304, 307, 308]:
                headers = [("Location", f"{elsewhere.url}/api/v1/auth/me")]
                with self.subTest(status), Scripted(answer(status, {}, headers)) as server:
                    client = Client(KEY, server.url)
                    with self.assertRaisesRegex(BadAnswer, "redirect"):
                        client.me()
                    with self.assertRaisesRegex(BadAnswer, "redirect"):
                        client.scans.create("example.com")
                    with self.assertRaisesRegex(BadAnswer, "redirect"):
                        follow(client)
                    self.assertEqual(server.connections, 3)
            self.assertEqual(elsewhere.connections, 0)

    def test_the_target_of_a_redirect_is_shown_without_control_characters(self) -> None:
        with Scripted(
            answer(302, {}, [("Location", "https://a/\x1b[31m\x9b" + "x" * 999)])
        ) as server:
            with self.assertRaises(BadAnswer) as caught:
                Client(base_url=server.url).me()
        self.assertTrue(str(caught.exception).isprintable())
        self.assertLess(len(str(caught.exception)), 400)


class Bodies(unittest.TestCase):
    def test_bodies_that_cannot_be_used(self) -> None:
        deep = b"[" * 200_000
        for name, script in {
            "no JSON": raw(HEAD + b"Content-Length: 5\r\n\r\nhello"),
            "no object": raw(HEAD + b"Content-Length: 3\r\n\r\n[1]"),
            "not a number": raw(HEAD + b'Content-Length: 9\r\n\r\n{"a":NaN}'),
            "other bytes": raw(HEAD + b'Content-Length: 9\r\n\r\n{"a":"\xff"}'),
            "nested": raw(HEAD + b"Content-Length: %d\r\n\r\n" % len(deep) + deep),
            "empty": raw(HEAD + b"Content-Length: 0\r\n\r\n"),
            "a page": answer(200, b"<p>{}", [("Content-Type", "text/html")]),
            "another type": answer(200, b"{}", [("Content-Type", "text/plain")]),
            "compressed": answer(200, b"\x1f\x8b\x08\x00", [("Content-Encoding", "gzip")]),
            "cut off": raw(HEAD + b"Content-Length: 50\r\n\r\n{}"),
            "a length that is too short": raw(HEAD + b'Content-Length: 3\r\n\r\n{"a":1}'),
            "a chunk cut off": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n50\r\n{}"),
            "no last chunk": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"),
            "a chunk of no size": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"),
        }.items():
            with self.subTest(name), Scripted(script) as server:
                with self.assertRaises(BadAnswer):
                    Client(base_url=server.url).me()
                self.assertEqual(server.connections, 1)

    def test_heads_that_are_no_http(self) -> None:
        for name, script in {
            "another protocol": raw(b"SSH-2.0-OpenSSH\r\n\r\n"),
            "a long line": raw(HEAD + b"X: " + b"x" * 200_000 + b"\r\n\r\n{}"),
            "many fields": raw(HEAD + b"X: x\r\n" * 2000 + b"\r\n{}"),
            "no status": raw(b"HTTP/1.1 abc\r\n\r\n"),
            "silence": raw(b""),
            "half a head": raw(b"HTTP/1.1 200 OK\r\nContent-"),
        }.items():
            with self.subTest(name), Scripted(script) as server:
                with self.assertRaises(TransportError):
                    Client(base_url=server.url).me()

    def test_bodies_over_the_limit(self) -> None:
        def endless(line: Line) -> None:
            line.send(HEAD + b"\r\n")
            while line.send(b" " * 65536):
                pass

        told = raw(HEAD + b"Content-Length: 99999999999999\r\n\r\n" + b" " * 70_000)
        error = b"HTTP/1.1 500 No\r\nContent-Type: application/json\r\n\r\n" + b" " * 70_000
        with mock.patch.object(http, "LARGEST_BODY", 65536):
            for script in [endless, told, raw(error)]:
                with Scripted(script) as server, self.assertRaisesRegex(BadAnswer, "16 MiB"):
                    Client(base_url=server.url).me()
            with Scripted(raw(HEAD + b"\r\n{}" + b" " * 65534)) as server:
                self.assertEqual(Client(base_url=server.url).me().data, {})
        self.assertEqual(http.LARGEST_BODY, 16 * 1024 * 1024)


class Waiting(unittest.TestCase):
    def timed_out(self, script: Script) -> None:
        begun = time.monotonic()
        with Scripted(script) as server, self.assertRaises(TimedOut):
            Client(base_url=server.url, timeout=0.3).me()
        self.assertLess(time.monotonic() - begun, 8)

    def test_no_answer(self) -> None:
        self.timed_out(Line.stall)

    def test_an_answer_that_stops(self) -> None:
        def half(line: Line) -> None:
            line.send(HEAD + b"Content-Length: 9\r\n\r\n{")
            line.stall()

        self.timed_out(half)

    def test_slow_bytes_of_a_body(self) -> None:
        def slow(line: Line) -> None:
            line.send(HEAD + b"\r\n")
            line.drip(b" ")

        self.timed_out(slow)

    def test_slow_bytes_of_a_head(self) -> None:
        def slow(line: Line) -> None:
            line.send(HEAD + b"X: ")
            line.drip(b"x")

        self.timed_out(slow)

    def test_a_time_limit_of_one_call(self) -> None:
        with Scripted(Line.stall) as server, self.assertRaises(TimedOut):
            Client(base_url=server.url).health(timeout=0.2)

    def test_nobody_there(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with self.assertRaises(ConnectFailed):
            Client(base_url=f"http://127.0.0.1:{port}").me()

    def test_no_tls_where_tls_is_expected(self) -> None:
        with Scripted(Line.stall) as server, self.assertRaises(TransportError):
            Client(base_url=server.url.replace("http", "https"), timeout=0.5).me()


class Streams(unittest.TestCase):
    def test_a_stream_ends_with_the_scan(self) -> None:
        # The server says nothing more and keeps the connection open.
        left: list[bool] = []
        with Scripted(
            stream(
                b": hello\n\n", EVENT % (1, 1), DONE, then=lambda line: left.append(line.is_left())
            )
        ) as server:
            self.assertEqual(follow(Client(base_url=server.url)), ["1", "9"])
        self.assertEqual(left, [True])

    def test_a_stream_is_resumed_where_it_broke(self) -> None:
        with Scripted(
            stream(EVENT % (1, 1), EVENT % (2, 2) + b"id: 3\nda"), stream(DONE)
        ) as server:
            client, found = Client(base_url=server.url), []
            with self.assertRaises(StreamEnded) as caught:
                for event in client.scans.events("scn_1"):
                    found.append(event.id)
            self.assertEqual(found, ["1", "2"])
            self.assertEqual(caught.exception.last_id, "2")
            self.assertEqual(server.connections, 1, "no request of its own")
            self.assertEqual(follow(client, caught.exception.last_id), ["9"])
            self.assertEqual([seen.header("last-event-id") for seen in server.seen], [None, "2"])

    def test_streams_that_break(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        for name, script in {
            "cut off": raw(head + b"Transfer-Encoding: chunked\r\n\r\n99\r\nid: 1\n"),
            "short": raw(head + b"Content-Length: 99\r\n\r\nid: 1\n"),
            "empty": stream(),
        }.items():
            with self.subTest(name), Scripted(script) as server:
                with self.assertRaises(StreamEnded) as caught:
                    follow(Client(base_url=server.url), after="4")
                self.assertEqual(caught.exception.last_id, "4")

    def test_silence_ends_a_stream_and_length_does_not(self) -> None:
        def quiet(line: Line) -> None:
            stream(EVENT % (1, 1), then=Line.stall)(line)

        def long(line: Line) -> None:
            parts = [b"1\r\n:\r\n"] * 60
            line.send(head)
            for part in parts:
                line.send(part)
                line.server.ending.wait(0.02)
            line.send(b"%x\r\n%s\r\n" % (len(DONE) + 1, b"\n" + DONE))

        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        head += b"Transfer-Encoding: chunked\r\n\r\n"
        with Scripted(quiet) as server, self.assertRaises(StreamEnded) as caught:
            list(Client(base_url=server.url).scans.events("scn_1", timeout=1))
        self.assertEqual(caught.exception.last_id, "1")
        with Scripted(long) as server:
            events = list(Client(base_url=server.url).scans.events("scn_1", timeout=1))
        self.assertEqual([event.id for event in events], ["9"])

    def test_closing_closes_the_connection(self) -> None:
        left: list[bool] = []
        with Scripted(
            stream(EVENT % (1, 1), then=lambda line: left.append(line.is_left()))
        ) as server:
            events = Client(base_url=server.url).scans.events("scn_1")
            self.assertEqual(next(events).data["status"], "pending")
            events.close()
        self.assertEqual(left, [True])

    def test_nothing_after_the_end(self) -> None:
        with Scripted(answer(204)) as server:
            self.assertEqual(follow(Client(base_url=server.url), "9"), [])

    def test_events_that_cannot_be_used(self) -> None:
        for script in [
            stream(b"event: scan\ndata: hello\n\n"),
            stream(b"event: scan\ndata: [1]\n\n"),
            answer(200, {"status": "done"}),
        ]:
            with Scripted(script) as server, self.assertRaises(BadAnswer):
                follow(Client(base_url=server.url))

    def test_events_of_other_names_are_skipped(self) -> None:
        with Scripted(stream(b"event: news\ndata: hello\n\n" + DONE)) as server:
            self.assertEqual(follow(Client(base_url=server.url)), ["9"])


if __name__ == "__main__":
    unittest.main()
