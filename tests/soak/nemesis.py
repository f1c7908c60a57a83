"""What goes wrong: each fault is begun, lasts, and is mended again."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from database import Cluster
from fleet import Fleet, wait_until_ready
from history import History


TAKEOVER = 45
"""Seconds that the other server has to take over."""
LONG = 600
"""Seconds from which on faults may take minutes."""


@dataclass
class Fault:
    """A fault, and how it is mended."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]
    lasts: float


class Nemesis:
    """Does one thing after the other until the time is over, each of them at least once."""

    def __init__(self, fleet: Fleet, cluster: Cluster, history: History, seed: int) -> None:
        self._fleet, self._cluster, self._history = fleet, cluster, history
        self._random = random.Random(seed)
        self._is_long = False

    def run(self, seconds: float) -> None:
        """Runs for so long, and leaves everything whole."""
        end = time.monotonic() + seconds
        self._is_long = seconds >= LONG
        # Its recovery takes the longest, and nothing else says more.
        order: list[Callable[[], Fault]] = [self.fail_over, self.kill, self.cut, self.stop]
        order += [self.clocks, self.restart, self.isolate, self.switch_over, self.terminate]
        while time.monotonic() < end:
            for make in order:
                if time.monotonic() < end:
                    self._do(make())
                    time.sleep(self._random.uniform(0.5, 2))
            self._random.shuffle(order)
        self.mend()

    def mend(self) -> None:
        """Waits until everything runs and all clocks are right."""
        for node in self._fleet.nodes:
            node.send(signal.SIGCONT)
            node.move_clock(0)
        self._cluster.wait_until_whole()
        for node in self._fleet.nodes:
            wait_until_ready(node.address)

    def _do(self, fault: Fault) -> None:
        self._history.add("fault", name=fault.name, begins=True)
        fault.begin()
        time.sleep(fault.lasts)
        fault.end()
        self._history.add("fault", name=fault.name, begins=False)

    def kill(self) -> Fault:
        """A node dies, and comes back."""
        node = self._random.choice(self._fleet.nodes)
        lasts = self._random.uniform(1, 4)
        return Fault(f"kill node {node.number}", node.kill, node.start, lasts)

    def terminate(self) -> Fault:
        """A node is asked to stop, hands over, and comes back."""
        node = self._random.choice(self._fleet.nodes)

        return Fault(f"stop node {node.number} in order", node.terminate, node.start, 1)

    def stop(self) -> Fault:
        """A node hangs for longer than the leaders' leases, and goes on as if nothing was; where
        there is time, for longer than the leases of scans."""
        node = self._random.choice(self._fleet.nodes)
        lasts = [18, 100] if self._is_long else [18]
        return Fault(
            f"hang node {node.number}",
            lambda: node.send(signal.SIGSTOP),
            lambda: node.send(signal.SIGCONT),
            self._random.choice(lasts),
        )

    def cut(self) -> Fault:
        """A node can't reach the database, though its clients reach it."""
        return self._pull("d", "cut off from the database")

    def isolate(self) -> Fault:
        """A node reaches the database, though none of its clients or sites."""
        return self._pull("c", "cut off from clients")

    def _pull(self, cable: str, what: str) -> Fault:
        node = self._random.choice(self._fleet.nodes)
        return Fault(
            f"node {node.number} {what}",
            lambda: node.pull(cable),
            lambda: node.plug(cable),
            self._random.choice([3, 8, 17]),
        )

    def clocks(self) -> Fault:
        """One clock goes 5 seconds fast, another 5 seconds slow."""
        fast, slow = self._random.sample(self._fleet.nodes, 2)

        def begin() -> None:
            fast.move_clock(5)
            slow.move_clock(-5)

        def end() -> None:
            fast.move_clock(0)
            slow.move_clock(0)

        return Fault(f"clocks of nodes {fast.number} and {slow.number}", begin, end, 6)

    def restart(self) -> Fault:
        """PostgreSQL restarts in place."""
        cluster = self._cluster
        return Fault("restart PostgreSQL", cluster.restart, cluster.wait_until_whole, 1)

    def switch_over(self) -> Fault:
        """The primary hands its role to the other server."""
        cluster = self._cluster
        return Fault("switch PostgreSQL over", cluster.switch_over, cluster.wait_until_whole, 1)

    def fail_over(self) -> Fault:
        """The primary's machine dies; the other server takes over, and the first comes back."""
        lost = self._cluster.primary() or self._cluster.servers[0]

        def end() -> None:
            other = self._cluster.other(lost)
            if not self._cluster.becomes(other.is_primary, TAKEOVER):
                # Patroni does without a primary rather than to take one that may lack changes.
                self._history.add("no-takeover")
            lost.start()
            self._cluster.wait_until_whole()

        return Fault("PostgreSQL fails over", lost.kill, end, 1)



class Watch(threading.Thread):
    """Starts a node again that ended by itself, as a service manager does."""

    def __init__(self, fleet: Fleet, history: History) -> None:
        super().__init__(daemon=True)
        self._fleet, self._history = fleet, history
        self._over = threading.Event()

    def run(self) -> None:
        """Looks twice a second."""
        while not self._over.wait(0.5):
            for node in self._fleet.nodes:
                if node.wanted and (code := node.ended_with()) is not None:
                    self._history.add("node-ended", node=node.number, code=code)
                    node.start()

    def stop(self) -> None:
        """Stops looking."""
        self._over.set()
        self.join()
