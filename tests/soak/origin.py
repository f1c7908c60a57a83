"""The sites that are scanned, and the receiver of webhooks: one HTTPS server with its own CA."""

from __future__ import annotations

import json
import random
import ssl
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from history import History

HOOKS = "hooks.citable-test.net"
SITES = 6
"""More than one, as a node asks one host one thing at a time."""
PAGE = """<!doctype html><html lang="en"><head><title>Page {path}</title>
<link rel="canonical" href="https://{host}{path}"></head><body><main><h1>Page {path}</h1>
<p>{text}</p><h2>More</h2><p>{text}</p></main></body></html>"""
TEXT = "Water boils at 100 degrees at sea level, and at 90 on a mountain of 3,000 metres. " * 12


class Origin:
    """Pages for every path, and a receiver that fails now and then."""

    def __init__(self, folder: Path, history: History, seed: int) -> None:
        self.hosts = [*(f"site{n}.citable-test.net" for n in range(SITES)), HOOKS]
        self.ca_file = folder / "ca.pem"
        self._random = random.Random(seed)
        self._seen: set[str] = set()
        self._history = history
        certificate, key = make_certificate(folder, self.hosts)
        server = Server(("0.0.0.0", 0), self._handler())
        self.port: int = server.server_address[1]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        # The handshake is left to the thread of the connection.
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def url(self, site: int, path: str) -> str:
        """Returns the URL of a page."""
        return f"https://{self.hosts[site % SITES]}:{self.port}{path}"

    def hook_url(self) -> str:
        """Returns the URL of the receiver."""
        return f"https://{HOOKS}:{self.port}/hook"

    def receive(self, delivery: str, body: dict[str, Any]) -> int:
        """Records a delivery, and fails a sixth of the first attempts."""
        fails = delivery not in self._seen and self._random.random() < 1 / 6
        self._seen.add(delivery)
        status = 503 if fails else 204
        self._history.add("delivery", id=delivery, body=body, status=status)
        return status

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        origin = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path == "/robots.txt":
                    self._answer(200, "text/plain", b"User-agent: *\nAllow: /\n")
                elif self.path.startswith("/sitemap"):
                    self._answer(404, "text/plain", b"")
                else:
                    # A crawler waits for pages now and then.
                    time.sleep(origin._random.random() / 2)
                    host = self.headers["host"]
                    page = PAGE.format(path=self.path, host=host, text=TEXT)
                    self._answer(200, "text/html; charset=utf-8", page.encode())

            do_HEAD = do_GET

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self._answer(origin.receive(self.headers["webhook-id"], json.loads(body)))

            def _answer(self, status: int, kind: str = "text/plain", body: bytes = b"") -> None:
                self.send_response(status)
                self.send_header("content-type", kind)
                if status != 204:
                    self.send_header("content-length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


class Server(ThreadingHTTPServer):
    """A server to which it is no error that a client is gone."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def make_certificate(folder: Path, hosts: list[str]) -> tuple[Path, Path]:
    """Makes a CA and a certificate of it for the hosts; returns the certificate and its key."""
    key, request, certificate = (folder / f"origin.{kind}" for kind in ("key", "csr", "crt"))
    names = folder / "names"
    names.write_text("subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts))
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    authority: list[str | Path] = ["-keyout", folder / "ca.key", "-out", folder / "ca.pem", "-subj", "/CN=Soak CA"]
    openssl("req", "-x509", "-days", "2", *new_key, *authority)
    openssl("req", *new_key, "-keyout", key, "-out", request, "-subj", f"/CN={hosts[0]}")
    signed_by: list[str | Path] = ["-CA", folder / "ca.pem", "-CAkey", folder / "ca.key", "-CAcreateserial"]
    openssl("x509", "-req", "-in", request, *signed_by, "-days", "2",
            "-extfile", names, "-out", certificate)
    return certificate, key


def openssl(*arguments: str | Path) -> None:
    """Runs `openssl`."""
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
