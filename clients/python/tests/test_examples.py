"""Runs the examples of the README and of the guide, as they are, against a running service."""

from __future__ import annotations

import http.server
import io
import json
import os
import re
import runpy
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

from scripted import vectors
from test_service import SERVICE

PACKAGE = Path(__file__).parents[1]
GUIDE = PACKAGE.parents[1] / "docs" / "clients.md"


def blocks(path: Path) -> list[str]:
    """Returns the examples of a document."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def is_server(block: str) -> bool:
    return "serve_forever" in block


@unittest.skipUnless(SERVICE.get("part") == "examples", "no service to test against")
class Examples(unittest.TestCase):
    def run_block(self, block: str, *arguments: str) -> str:
        page = f"{SERVICE['page']}/python/guide"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "example.py"
            file.write_text(block.replace("https://www.example.com/guide", page), encoding="utf-8")
            values = {
                "CITABLE_BASE_URL": SERVICE["base"],
                "CITABLE_API_KEY": SERVICE["keys"]["pro"],
            }
            told = io.StringIO()
            with mock.patch.dict(os.environ, values), redirect_stdout(told):
                with mock.patch.object(sys, "argv", [str(file), *arguments]):
                    runpy.run_path(str(file), run_name="__main__")
            return told.getvalue()

    def test_the_readme(self) -> None:
        found = [block for block in blocks(PACKAGE / "README.md") if not is_server(block)]
        self.assertEqual(len(found), 7)
        page = f"{SERVICE['page']}/python/guide"
        for block in found:
            with self.subTest(block.splitlines()[0:4]):
                if "sys.argv" not in block:
                    self.assertRegex(self.run_block(block), r"[0-9]")
                    continue
                self.assertIn("scores", self.run_block(block, page, "0"))
                for wrong in [[page, "101"], ["http://a.example", "0"]]:
                    with self.assertRaises(SystemExit) as caught:
                        self.run_block(block, *wrong)
                    # Text as exit code is printed, and stands for 1.
                    self.assertRegex(str(caught.exception.code), "scores under|Not scanned")

    def test_the_guide(self) -> None:
        found = blocks(GUIDE)
        self.assertEqual(len(found), 4)
        for block in found:
            with self.subTest(block.splitlines()[0:4]):
                self.run_block(block)


class Receiver(unittest.TestCase):
    def test_the_receiver_of_the_readme(self) -> None:
        (block,) = [block for block in blocks(PACKAGE / "README.md") if is_server(block)]
        servers: list[http.server.HTTPServer] = []

        def serve(server: http.server.HTTPServer) -> None:
            servers.append(server)

        vector: Any = vectors("webhooks")[0]
        told = io.StringIO()
        with mock.patch.object(http.server.HTTPServer, "serve_forever", serve):
            scope: dict[str, Any] = {}
            exec(block.replace("8000", "0"), scope)
        (server,) = servers
        scope["Receiver"].log_message = lambda *_: None
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            values = {"CITABLE_WEBHOOK_SECRET": vector["secrets"][0]}
            with mock.patch.dict(os.environ, values), redirect_stdout(told):
                with mock.patch.object(time, "time", lambda: vector["now"]):
                    statuses = [
                        self.post(server, vector["headers"], body)
                        for body in [vector["body"], vector["body"] + " "]
                    ]
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
        self.assertEqual(statuses, [204, 400])
        data = json.loads(vector["body"])["data"]
        self.assertEqual(told.getvalue(), f"{data['url']} {data['score']}\n")

    def post(self, server: http.server.HTTPServer, headers: dict[str, str], body: str) -> int:
        url = f"http://127.0.0.1:{server.server_port}/"
        request = urllib.request.Request(url, body.encode(), headers, method="POST")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code


if __name__ == "__main__":
    unittest.main()
