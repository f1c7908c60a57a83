"""Makes calls in worker threads, for asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any, TypeVar

from ._http import Call, Core
from ._response import Response
from ._sse import Event
from ._transport import Answer

T = TypeVar("T")


class _Line:
    """The connection of one call, which may be interrupted before and while it is used."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answer: Answer | None = None
        self._is_cut = False

    def opened(self, answer: Answer) -> None:
        with self._lock:
            self._answer = answer
            if self._is_cut:
                answer.interrupt()

    def cut(self) -> None:
        with self._lock:
            self._is_cut = True
            if self._answer is not None:
                self._answer.interrupt()


async def _in_thread(line: _Line, work: Callable[[], T]) -> T:
    """Runs `work` in a thread of its own. If this task is cancelled, its connection is cut.

    The threads of asyncio's pool are few, and event streams would hold them all.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = work()
        except BaseException as error:
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            # The loop is closed: nobody waits for the result.
            pass

    threading.Thread(target=run, name="citable-client", daemon=True).start()
    try:
        return await done
    except asyncio.CancelledError:
        line.cut()
        raise


class AsyncCore:
    """The core of a client, for asyncio."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.site = core.site

    async def run(self, call: Call[T]) -> Response[T]:
        """Makes one request."""
        line = _Line()
        return await _in_thread(line, lambda: self._core.run(call, line.opened))

    async def follow(self, call: Call[Any], after: str | None) -> AsyncGenerator[Event, None]:
        """Makes one request, and yields its events until the scan ends."""
        line = _Line()
        events = self._core.follow(call, after, line.opened)
        try:
            while True:
                event = await _in_thread(line, lambda: _next(events))
                if event is None:
                    return
                yield event
        finally:
            line.cut()
            try:
                events.close()
            except ValueError:
                # A thread still reads. It ends now, and closes the connection.
                pass


def _next(events: Generator[Event, None, None]) -> Event | None:
    # A StopIteration can't leave a coroutine.
    return next(events, None)
