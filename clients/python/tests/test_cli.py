"""The command line, as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from scripted import KEY, Scripted, answer, raw, stream

SOURCE = Path(__file__).parents[1] / "src"
EVENT = b'event: scan\nid: 1\ndata: {"status":"pending"}\n\n'
DONE = b'event: scan\nid: 9\ndata: {"status":"done"}\n\n'


def run(*arguments: str, base: str = "", key: str = "") -> tuple[int, str, str]:
    environment = {**os.environ, "CITABLE_API_KEY": key, "CITABLE_BASE_URL": base}
    command = [sys.executable, "-m", "citable_client", *arguments]
    if not os.environ.get("CITABLE_TEST_INSTALLED"):
        environment["PYTHONPATH"] = str(SOURCE)
    ended = subprocess.run(command, env=environment, capture_output=True, timeout=60)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


class Successes(unittest.TestCase):
    def test_a_report(self) -> None:
        headers = [("ETag", '"e"'), ("Link", "<a>"), ("link", "<b>")]
        with Scripted(answer(200, {"score": 82, "title": "é\u2028\x9b"}, headers)) as server:
            code, out, err = run("report", "scn_1", base=server.url, key=KEY)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out.count("\n"), 1)
            self.assertNotIn("\u2028", out)
            told = json.loads(out)
            self.assertEqual(set(told), {"data", "status", "headers"})
            self.assertEqual(told["data"], {"score": 82, "title": "é\u2028\x9b"})
            self.assertEqual((told["status"], told["headers"]["etag"]), (200, '"e"'))
            self.assertEqual(told["headers"]["link"], "<a>, <b>")
            self.assertEqual(server.connections, 1)
            self.assertEqual(server.seen[0].header("authorization"), f"Bearer {KEY}")

    def test_a_report_that_is_pending_is_a_success(self) -> None:
        with Scripted(answer(200, {"status": "pending"}, [("Retry-After", "2")])) as server:
            code, out, _ = run("report", "scn_1", base=server.url)
        self.assertEqual((code, json.loads(out)["data"]), (0, {"status": "pending"}))
        self.assertEqual(json.loads(out)["headers"]["retry-after"], "2")

    def test_documents_and_bodies(self) -> None:
        document = answer(200, "# é\n".encode(), [("Content-Type", "text/markdown")])
        with Scripted(document) as server:
            code, out, _ = run("report", "scn_1", "--markdown", base=server.url)
            self.assertEqual((code, json.loads(out)["data"]), (0, "# é\n"))
            raw_out = run("report", "scn_1", "--markdown", "--raw", "--base-url", server.url)
            self.assertEqual(raw_out, (0, "# é\n", ""))
        with Scripted(answer(200, {"a": 1})) as server:
            self.assertEqual(run("report", "x", "--raw", base=server.url), (0, '{"a":1}\n', ""))

    def test_a_scan(self) -> None:
        with Scripted(answer(202, {"id": "scn_1"})) as server:
            arguments = ["--refresh", "--idempotency-key", "k", "--human-check-token", "t"]
            code, out, _ = run("scan", "example.com", *arguments, base=server.url)
            self.assertEqual((code, json.loads(out)["status"]), (0, 202))
            (seen,) = server.seen
            self.assertEqual(seen.header("idempotency-key"), "k")
            expected = {"url": "example.com", "refresh": True, "humanCheckToken": "t"}
            self.assertEqual(seen.json(), expected)

    def test_comparisons(self) -> None:
        with Scripted(answer(200, {})) as server:
            self.assertEqual(run("compare", "--url", "example.com", base=server.url)[0], 0)
            self.assertEqual(run("compare", "--from", "a", "--to", "b", base=server.url)[0], 0)
            found = [seen.query for seen in server.seen]
            self.assertEqual(found, [{"url": "example.com"}, {"from": "a", "to": "b"}])

    def test_events_are_one_line_each(self) -> None:
        with Scripted(stream(EVENT, DONE)) as server:
            code, out, err = run("events", "scn_1", "--after", "0", base=server.url)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(server.seen[0].header("last-event-id"), "0")
        events = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([event["id"] for event in events], ["1", "9"])
        self.assertEqual(events[1]["data"], {"status": "done"})

    def test_help_and_version(self) -> None:
        for arguments in [["--help"], ["scan", "--help"], ["--version"]]:
            code, out, err = run(*arguments)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("citable-client", out)
            self.assertNotIn("--api-key", out)


class Failures(unittest.TestCase):
    def failed(self, *arguments: str, base: str = "", key: str = "") -> str:
        code, out, err = run(*arguments, base=base, key=key)
        self.assertEqual((code, out), (1, ""), err)
        self.assertRegex(err, r"\Aerror: .+\n\Z")
        return err

    def test_wrong_usage(self) -> None:
        for arguments in [
            [],
            ["fly"],
            ["scan"],
            ["scan", "a", "b"],
            ["report", "a", "--wait"],
            ["scan", "a", "--api-key", KEY],
            ["report", "a", "--timeout", "soon"],
            ["report", "a", "--timeout", "0"],
            ["compare"],
            ["compare", "--from", "a"],
            ["report", ""],
            ["report", "a", "--base-url", "example.com"],
            ["scan", "a", "--idempotency-key", "é"],
        ]:
            with self.subTest(arguments):
                self.failed(*arguments)
        self.assertNotIn("wrong-key", self.failed("report", "a", key="wrong-key"))

    def test_errors_of_the_service(self) -> None:
        headers = [("Retry-After", "3600"), ("X-Request-Id", "req_1")]
        body = {"error": "rate_limited", "message": "No scans\nleft\x1b[31m."}
        with Scripted(answer(429, body, headers)) as server:
            told = self.failed("scan", "example.com", base=server.url)
        expected = "rate_limited (429): No scans left [31m.; retry after 3600 s; request req_1"
        self.assertEqual(told, f"error: {expected}\n")

    def test_no_answer(self) -> None:
        self.assertIn("connect_failed", self.failed("report", "a", base="http://127.0.0.1:1"))
        with Scripted(raw(b"HTTP/1.1 302 Found\r\nLocation: https://a\r\n\r\n")) as server:
            self.assertIn("bad_answer", self.failed("report", "a", base=server.url))

    def test_a_broken_stream_says_where_to_go_on(self) -> None:
        with Scripted(stream(EVENT)) as server:
            code, out, err = run("events", "scn_1", base=server.url)
        self.assertEqual((code, out.count("\n")), (1, 1))
        self.assertIn("--after 1", err)

    def test_nobody_reads_the_output(self) -> None:
        with Scripted(stream(EVENT * 20_000, DONE)) as server:
            environment = {**os.environ, "CITABLE_BASE_URL": server.url, "PYTHONPATH": str(SOURCE)}
            command = [sys.executable, "-m", "citable_client", "events", "scn_1"]
            with subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ) as process:
                assert process.stdout is not None and process.stderr is not None
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertEqual(process.wait(60), 1)


if __name__ == "__main__":
    unittest.main()
