"""The client for asyncio: the same calls, which can be cancelled."""

from __future__ import annotations

import asyncio
import threading
import unittest

from citable_client import AsyncClient, NotFound, StreamEnded
from scripted import Line, Scripted, answer, stream

EVENT = b'event: scan\nid: 1\ndata: {"status":"pending"}\n\n'
DONE = b'event: scan\nid: 9\ndata: {"status":"done"}\n\n'


class Asyncio(unittest.IsolatedAsyncioTestCase):
    def tearDown(self) -> None:
        for thread in threading.enumerate():
            if thread.name == "citable-client":
                thread.join(10)
                self.assertFalse(thread.is_alive(), "a thread outlives its call")

    async def test_calls_at_once(self) -> None:
        with Scripted(answer(200, {"status": "ok"})) as server:
            client = AsyncClient(base_url=server.url)
            responses = await asyncio.gather(*(client.health() for _ in range(40)))
            self.assertEqual({response.data["status"] for response in responses}, {"ok"})
            self.assertEqual(server.connections, 40)

    async def test_errors(self) -> None:
        with Scripted(answer(404, {"error": "not_found", "message": "No."})) as server:
            with self.assertRaises(NotFound):
                await AsyncClient(base_url=server.url).scans.get("scn_1")

    async def test_pages(self) -> None:
        with Scripted(
            answer(200, {"next_cursor": "c"}), answer(200, {"next_cursor": None})
        ) as server:
            pages = AsyncClient(base_url=server.url).history.pages()
            self.assertEqual(len([page async for page in pages]), 2)

    async def test_events(self) -> None:
        with Scripted(stream(EVENT, DONE, then=Line.stall)) as server:
            events = AsyncClient(base_url=server.url).scans.events("scn_1")
            self.assertEqual([event.id async for event in events], ["1", "9"])

    async def test_a_broken_stream(self) -> None:
        with Scripted(stream(EVENT)) as server:
            with self.assertRaises(StreamEnded) as caught:
                async for _ in AsyncClient(base_url=server.url).scans.events("scn_1"):
                    pass
        self.assertEqual(caught.exception.last_id, "1")

    async def test_a_cancelled_call_leaves_its_connection(self) -> None:
        reached, left = asyncio.Event(), []
        loop = asyncio.get_running_loop()

        def script(line: Line) -> None:
            line.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{")
            loop.call_soon_threadsafe(reached.set)
            left.append(line.is_left())

        with Scripted(script) as server:
            call = asyncio.create_task(AsyncClient(base_url=server.url).me())
            await reached.wait()
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
        self.assertEqual(left, [True])

    async def test_a_cancelled_stream_leaves_its_connection(self) -> None:
        left: list[bool] = []
        first = asyncio.Event()

        async def follow(url: str) -> None:
            async for _ in AsyncClient(base_url=url).scans.events("scn_1"):
                first.set()

        with Scripted(stream(EVENT, then=lambda line: left.append(line.is_left()))) as server:
            task = asyncio.create_task(follow(server.url))
            await first.wait()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        self.assertEqual(left, [True])

    async def test_closing_a_stream_closes_the_connection(self) -> None:
        left: list[bool] = []
        with Scripted(stream(EVENT, then=lambda line: left.append(line.is_left()))) as server:
            events = AsyncClient(base_url=server.url).scans.events("scn_1")
            await events.__anext__()
            await events.aclose()
        self.assertEqual(left, [True])


if __name__ == "__main__":
    unittest.main()
