"""The command `citable-client`.

Every command is one HTTP request. Exit code 0 means success; 1 means any failure, and then
standard error says why and standard output is empty.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from ._client import Client
from ._errors import ApiError, CitableError, StreamEnded, TransportError
from ._response import Response
from ._version import VERSION

PROGRAM = "citable-client"
_ABOUT = """Calls the API of a Citable service. Each command is one HTTP request.

The API key is read from CITABLE_API_KEY, the URL of the service from CITABLE_BASE_URL
(default: http://127.0.0.1:8080)."""
# Terminals obey these characters, and a lone surrogate can't be encoded.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


class _Usage(Exception):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Usage(message)


def _parser() -> argparse.ArgumentParser:
    common = _Parser(add_help=False)
    common.add_argument("--base-url", metavar="URL", help="URL of the service")
    common.add_argument(
        "--timeout", metavar="SECONDS", type=float, help="time limit of the request (default: 30)"
    )
    common.add_argument("--raw", action="store_true", help="print the body alone")
    parser = _Parser(
        prog=PROGRAM, description=_ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )

    scan = commands.add_parser("scan", parents=[common], help="start a scan")
    scan.add_argument("url", metavar="URL")
    scan.add_argument("--refresh", action="store_true", help="scan even if a report is fresh")
    scan.add_argument("--idempotency-key", metavar="KEY", help="makes it safe to repeat")
    scan.add_argument("--human-check-token", metavar="TOKEN", help="token of the human check")

    report = commands.add_parser("report", parents=[common], help="read a report")
    report.add_argument("id", metavar="ID")
    report.add_argument("--markdown", action="store_true", help="as a Markdown document")

    compare = commands.add_parser("compare", parents=[common], help="compare two scans of a URL")
    compare.add_argument("--url", metavar="URL", help="compare the newest two scans of this URL")
    compare.add_argument("--from", metavar="ID", dest="from_id", help="the earlier scan")
    compare.add_argument("--to", metavar="ID", dest="to_id", help="the later scan")
    compare.add_argument("--markdown", action="store_true", help="as a Markdown section")

    events = commands.add_parser(
        "events", parents=[common], help="follow a scan, one line of JSON per event"
    )
    events.add_argument("id", metavar="ID")
    events.add_argument("--after", metavar="N", help="id of the last event received")
    return parser


def _client(options: argparse.Namespace) -> Client:
    timeout = 30.0 if options.timeout is None else options.timeout
    return Client(base_url=options.base_url, timeout=timeout)


def _call(client: Client, options: argparse.Namespace) -> Response[Any]:
    if options.command == "scan":
        return client.scans.create(
            options.url,
            refresh=options.refresh,
            human_check_token=options.human_check_token,
            idempotency_key=options.idempotency_key,
        )
    if options.command == "report":
        read = client.scans.get_markdown if options.markdown else client.scans.get
        return read(options.id)
    compare = client.compare_markdown if options.markdown else client.compare
    return compare(url=options.url, from_id=options.from_id, to_id=options.to_id)


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _print(text: str) -> None:
    sys.stdout.buffer.write(text.encode() if text.endswith("\n") else text.encode() + b"\n")
    sys.stdout.buffer.flush()


def _answer(response: Response[Any], raw: bool) -> str:
    if raw:
        return response.data if isinstance(response.data, str) else _json(response.data)
    headers = {name: response.headers[name] for name in response.headers}
    return _json({"data": response.data, "status": response.status, "headers": headers})


def _run(options: argparse.Namespace) -> None:
    client = _client(options)
    if options.command != "events":
        _print(_answer(_call(client, options), options.raw))
        return
    for event in client.scans.events(options.id, after=options.after, timeout=options.timeout):
        _print(_json(event.data if options.raw else {"id": event.id, "data": event.data}))


def _name(error: TransportError) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


def _sentence(error: BaseException) -> str:
    """Returns what failed, in one line."""
    if isinstance(error, ApiError):
        text = f"{error.code} ({error.status}): {error.message}"
        if error.retry_after is not None:
            text += f"; retry after {error.retry_after:g} s"
        if error.request_id is not None:
            text += f"; request {error.request_id}"
        return text
    if isinstance(error, TransportError):
        text = f"{_name(error)}: {error}"
        if isinstance(error, StreamEnded) and error.last_id is not None:
            text += f" Continue with --after {error.last_id}."
        return text
    return str(error)


def _fail(sentence: str) -> int:
    sentence = _CONTROL.sub(" ", sentence)
    sys.stderr.buffer.write(f"error: {sentence}\n".encode(errors="replace"))
    sys.stderr.buffer.flush()
    return 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, or 1 for every failure."""
    try:
        _run(_parser().parse_args(arguments))
    except _Usage as error:
        return _fail(f"{error}. Run {PROGRAM} --help.")
    except (CitableError, ValueError, TypeError) as error:
        return _fail(_sentence(error))
    except BrokenPipeError:
        # Nobody reads the output any more; Python would complain when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _fail("interrupted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
