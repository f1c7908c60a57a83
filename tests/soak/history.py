"""What happened, as the harness saw it: one JSON object a line, in the order of their ends."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any


class History:
    """A recorder that many threads share."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("w")
        self._lock = threading.Lock()
        self._start = time.monotonic()

    def add(self, what: str, **facts: Any) -> None:
        """Records something that happened now."""
        at = round(time.monotonic() - self._start, 3)
        line = json.dumps({"at": at, "what": what, **facts})
        with self._lock:
            self._file.write(line + "\n")
            self._file.flush()

    def close(self) -> None:
        """Ends the recording."""
        self._file.close()


def read(file: Path) -> list[dict[str, Any]]:
    """Returns what was recorded."""
    return [json.loads(line) for line in file.read_text().splitlines()]
