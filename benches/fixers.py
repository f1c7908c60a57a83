#!/usr/bin/env python3
"""What `citable fix` writes for some pages, beside two other tools that have a fix command.

    cargo build && python3 -m venv PEERS
    PEERS/bin/pip install geo-optimizer-skill==4.19.8 aivisible-fix==0.2.0
    benches/fixers.py PROGRAM PEERS OUT FILE=URL...

PROGRAM is citable, FILE an HTML page, URL the address that it has. OUT is a new folder: what
each tool wrote for a page is in OUT/TOOL/PAGE, to be read. Needs openssl.

citable edits a copy of FILE, without --unsafe. aivisible-fix takes the address of a site: a proxy on
loopback answers it with the page, and with 404 for all else, such as robots.txt. `geo fix` takes an
address too but refuses it unless its host resolves, and to a public one: so the functions that it
calls are called here, with the page in the library's own cache.

Only what a tool wrote is counted: of a page, the bytes that weren't in it before.
- placeholders: texts to be replaced by hand (PLACEHOLDERS), and empty strings in JSON-LD
- filler: sentences that say nothing but the name of the host (FILLER)
- made up: addresses on the page's host with a path that is nowhere in the page
"""

import difflib
import http.server
import json
import os
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import threading
from urllib.parse import urlsplit

PLACEHOLDERS = re.compile(
    r"\{\{.*?\}\}|\bYOUR_[A-Z]+|[\[<](?:[Yy]our|YOUR|[Ii]nsert|INSERT)\b.*?[\]>]"
    r"|\bYour (?:Company|Name|Site|Brand)\b|\bTODO\b|\bFIXME\b|\bINSERT\b|\b[Ll]orem ipsum"
    r"|\bexample\.(?:com|org)\b|\bdescription needed\b"
)
FILLER = r"\b(?:Website|Information about|A website about|Descrizione di) {}"
JSONLD = re.compile(r"<script[^>]+application/ld\+json[^>]*>(.*?)</script", re.DOTALL | re.IGNORECASE)
ADDRESS = r"https?://{}([^\s\"'<>)]*)"
COLUMNS = ["edits", "files", "empty", "bytes", "placeholders", "filler", "made up", "JSON-LD",
           "parses", "page: put in", "taken out"]
# What `geo fix --apply` does once it has resolved the host.
GEO = """
import pathlib, sys
from geo_optimizer.core import audit, fixer
from geo_optimizer.utils.cache import FileCache
page, url, out = sys.argv[1], sys.argv[2].rstrip("/"), pathlib.Path(sys.argv[3])
FileCache().put(url, 200, pathlib.Path(page).read_bytes().decode("utf-8", "replace"), {})
result = audit.run_full_audit(url, use_cache=True)
if result.error:
    sys.exit(result.error)
for fix in fixer.run_all_fixes(url=url, audit_result=result).fixes:
    (out / fix.file_name).parent.mkdir(parents=True, exist_ok=True)
    (out / fix.file_name).write_text(fix.content, encoding="utf-8")
"""


class Proxy(http.server.BaseHTTPRequestHandler):
    """Answers for every host: with the page at hand, or 404."""

    tls, path_of_page, page = None, None, None

    def do_CONNECT(self):
        self.send_response(200)
        self.end_headers()
        self.request = self.tls.wrap_socket(self.connection, server_side=True)
        self.setup()
        self.handle_one_request()
        self.request.close()

    def do_GET(self):
        known = self.path in ("/", Proxy.path_of_page)
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(Proxy.page if known else b"")

    def log_message(self, *_):
        pass


def serve(folder, hosts):
    """Starts the proxy and gives the environment that leads to it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    names = "subjectAltName=" + ",".join(f"DNS:{host}" for host in sorted(hosts))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=fixers"]
    command += ["-addext", names, "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    Proxy.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    Proxy.tls.load_cert_chain(certificate, key)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    proxy = f"http://127.0.0.1:{server.server_port}"
    trust = {"SSL_CERT_FILE": str(certificate), "REQUESTS_CA_BUNDLE": str(certificate)}
    proxies = {"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy, "NO_PROXY": ""}
    proxies |= {name.lower(): value for name, value in proxies.items()}
    return {**os.environ, **trust, **proxies, "HOME": str(folder)}


def changes(before, after):
    """What was put into a page, and what was taken out of it."""
    old, new = (re.split(r"(?=[<\n])|(?<=>)", text) for text in (before, after))
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    start = len(os.path.commonprefix([old, new]))
    old, new = old[start:], new[start:]
    put, taken = [], []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if kind != "equal":
            was, now = "".join(old[a:b]), "".join(new[c:d])
            head = len(os.path.commonprefix([was, now]))
            tail = len(os.path.commonprefix([was[head:][::-1], now[head:][::-1]]))
            was, now = was[head : len(was) - tail], now[head : len(now) - tail]
            if was and was in now:  # wrapped, not replaced
                put += now.rsplit(was, 1)
            else:
                put.append(now)
                taken.append(was)
    return put, taken


def run(tool, program, peers, url, out, environment):
    """Runs a tool on the page in a folder, and gives the number of edits that it made in it."""
    command = {
        "citable": [program, "fix", "page.html", "--base-url", url, "--no-config", "--apply"],
        "geo": [peers / "bin/python", "-c", GEO, "page.html", url, "."],
        "aivisible-fix": [peers / "bin/aivisible-fix", "fix", f"https://{urlsplit(url).netloc}"],
    }[tool]
    command += ["--format", "json"] if tool == "citable" else []
    done = subprocess.run(
        command, check=False, cwd=out, env=environment, capture_output=True, text=True
    )
    if done.returncode != 0:
        sys.exit(f"{tool} failed for {url}: {done.stdout}{done.stderr}")
    if tool != "citable":
        return 0
    file = json.loads(done.stdout)["files"][0]
    (out / "page.diff").write_text(file["diff"])
    return len(file["applied"])


def parses(block):
    try:
        return bool(json.loads(block))
    except ValueError:
        return False


def count(url, page, out, edits):
    """The columns for what a tool wrote in a folder. Latin-1 keeps each byte a character."""
    after = (out / "page.html").read_bytes().decode("latin-1")
    put, taken = changes(page, after)
    others = set(out.rglob("*.*")) - {out / "page.html", out / "page.diff"}
    files = {path: path.read_bytes().decode("latin-1") for path in others}
    written = "\n".join([*put, *files.values()])
    blocks = [block for block in JSONLD.findall(after) if block not in JSONLD.findall(page)]
    blocks += [text for path, text in files.items() if path.suffix == ".jsonld"]
    placeholders = [found for found in PLACEHOLDERS.findall(written) if found not in page]
    for block in blocks:
        placeholders += re.findall(r'"\s*:\s*""', block) if block in written else []
    host = urlsplit(url).hostname
    filler = re.findall(FILLER.format(re.escape(host.removeprefix("www."))), written)
    paths = re.findall(ADDRESS.format(re.escape(host)), written)
    made_up = [path for path in paths if path.strip("/") and path not in page and path not in url]
    size = sum(map(len, [*put, *files.values()]))
    empty = list(files.values()).count("")
    return [edits, len(files), empty, size, len(placeholders), len(filler), len(made_up), len(blocks),
            sum(map(parses, blocks)), sum(map(len, put)), sum(map(len, taken))]


def show(name, cells):
    cells = "".join(f"{cell:>{max(7, len(head) + 2)}}" for head, cell in zip(COLUMNS, cells))
    print(f"{name[:40]:40}{cells}")


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    program, peers, results = (pathlib.Path(path).absolute() for path in sys.argv[1:4])
    pages = [(pathlib.Path(file), url) for file, url in (pair.split("=", 1) for pair in sys.argv[4:])]
    with tempfile.TemporaryDirectory() as folder:
        environment = serve(pathlib.Path(folder), {urlsplit(url).hostname for _, url in pages})
        for tool in ["citable", "geo", "aivisible-fix"]:
            show(tool, COLUMNS)
            rows = []
            for file, url in pages:
                out = results / tool / file.stem
                out.mkdir(parents=True)
                Proxy.page, Proxy.path_of_page = file.read_bytes(), urlsplit(url).path
                (out / "page.html").write_bytes(Proxy.page)
                edits = run(tool, program, peers, url, out, environment)
                rows.append(count(url, Proxy.page.decode("latin-1"), out, edits))
                show(url.removeprefix("https://"), rows[-1])
            show(f"something for {sum(map(any, rows))} of {len(rows)} pages", map(sum, zip(*rows)))
            print()


if __name__ == "__main__":
    main()
