"""An imitation of GitHub: what the action asks of its API, and the files of a release.

It holds artifacts, comments and releases, and answers with the fields that the API documents.
"""

from __future__ import annotations

import io
import json
import re
import ssl
import subprocess
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

TOKEN = "ghs_imitated"
REPOSITORY = "owner/site"
REPOSITORY_ID = 1
ACTION = "owner/citable"


class GitHub:
    """The server and what it holds. Use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.artifacts: list[dict[str, Any]] = []
        self.archives: dict[int, bytes] = {}
        self.comments: list[dict[str, Any]] = []
        self.releases: dict[str, bytes] = {}
        """Files of releases by their path, such as `v0.1.0/SHA256SUMS`."""
        self.tags: dict[str, str] = {}
        self.caches: dict[str, Path] = {}
        """Folders by their key."""
        self.denied: set[str] = set()
        """Beginnings of requests, such as `POST /`, that the token has no permission for."""
        self.requests: list[str] = []
        self.certificate = folder / "certificate.pem"
        key = folder / "key.pem"
        request = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
        names = ["-subj", "/CN=github.test", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
        files = ["-keyout", str(key), "-out", str(self.certificate)]
        subprocess.run([*request.split(), *names, *files], check=True, capture_output=True)
        github = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = json.loads(self.rfile.read(length)) if length else None
                github.requests.append(f"{self.command} {self.path}")
                status, headers, content = github.answer(
                    self.command, self.path, dict(self.headers), body
                )
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]

    def __enter__(self) -> GitHub:
        serve = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        serve.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.port}"

    def keep_artifact(
        self,
        name: str,
        files: dict[str, bytes],
        *,
        branch: str = "main",
        repository: int = REPOSITORY_ID,
        run: int = 1,
        expired: bool = False,
    ) -> None:
        """Adds an artifact, newer than all others."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        number = len(self.artifacts) + 1
        self.archives[number] = packed.getvalue()
        self.artifacts.append(
            {
                "id": number,
                "name": name,
                "expired": expired,
                "created_at": f"2026-11-01T00:00:{number:02}Z",
                "workflow_run": {
                    "id": run,
                    "repository_id": REPOSITORY_ID,
                    "head_repository_id": repository,
                    "head_branch": branch,
                    "head_sha": f"{number:040x}",
                },
            }
        )

    def comment(self, body: str, kind: str = "Bot") -> None:
        """Adds a comment to the pull request."""
        number = len(self.comments) + 1
        self.comments.append({"id": number, "user": {"type": kind}, "body": body})

    def answer(
        self, method: str, target: str, headers: dict[str, str], body: Any
    ) -> tuple[int, dict[str, str], bytes]:
        """Returns status, headers and body."""
        headers = {name.lower(): value for name, value in headers.items()}
        path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)

        def reply(value: Any, status: int = 200) -> tuple[int, dict[str, str], bytes]:
            return status, {"content-type": "application/json"}, json.dumps(value).encode()

        if path.startswith("/blob/"):
            # Storage refuses a request that carries another host's token.
            if "authorization" in headers:
                return reply({"message": "Bad request"}, 400)
            return 200, {}, self.archives[int(path.removeprefix("/blob/"))]
        if found := re.fullmatch(rf"/{ACTION}/releases/download/(.+)", path):
            content = self.releases.get(found[1])
            return reply({}, 404) if content is None else (200, {}, content)

        if headers.get("authorization") != f"Bearer {TOKEN}":
            return reply({"message": "Bad credentials"}, 401)
        if any(f"{method} {path}".startswith(start) for start in self.denied):
            return reply({"message": "Resource not accessible by integration"}, 403)
        own = f"/api/repos/{REPOSITORY}"
        page = int(query.get("page", ["1"])[0])
        size = int(query.get("per_page", ["30"])[0])
        if path == own:
            return reply({"default_branch": "main"})
        if path == f"{own}/actions/artifacts":
            named = [one for one in self.artifacts if one["name"] == query["name"][0]]
            return reply({"total_count": len(named), "artifacts": named[::-1][:size]})
        if found := re.fullmatch(rf"{own}/actions/artifacts/(\d+)/zip", path):
            # Another host than that of the API.
            location = f"https://localhost:{self.port}/blob/{found[1]}"
            return 302, {"location": location}, b""
        if path == f"{own}/issues/7/comments" and method == "GET":
            return reply(self.comments[(page - 1) * size : page * size])
        if path == f"{own}/issues/7/comments" and method == "POST":
            self.comment(body["body"])
            return reply(self.comments[-1], 201)
        if (found := re.fullmatch(rf"{own}/issues/comments/(\d+)", path)) and method == "PATCH":
            self.comments[int(found[1]) - 1]["body"] = body["body"]
            return reply(self.comments[int(found[1]) - 1])
        if found := re.fullmatch(rf"/api/repos/{ACTION}/commits/(.+)", path):
            commit = self.tags.get(found[1])
            return reply({}, 422) if commit is None else (200, {}, commit.encode())
        return reply({"message": "Not Found"}, 404)
