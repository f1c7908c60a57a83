"""Nodes of the service, each in a network namespace of its own.

A node has two cables: one to its clients, one to the database. Either can be pulled.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from database import Cluster, free_port
from origin import Origin

PORT = 8080
KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
CABLES = {"c": "10.78", "d": "10.77"}
"""To clients and to the database, and the networks on them."""
LOCK = Path(tempfile.gettempdir()) / "citable-soak.lock"
"""Held by the run that has the network."""
NOBODY = "02:00:00:00:00:01"
"""A station that isn't there."""


def clients_side(number: int) -> str:
    """Returns this machine's address on the cable to a node's clients."""
    return f"10.78.{number}.1"


def database_side(number: int) -> str:
    """Returns this machine's address on the cable between a node and the database."""
    return f"10.77.{number}.1"


def service(database: str, origin: Origin, site: str) -> dict[str, str]:
    """Returns the settings of a service whose sites are all at one address."""
    return {
        "PATH": os.environ["PATH"],
        "CITABLE_DATABASE_URL": database,
        "CITABLE_SECRET_KEY": KEY,
        "CITABLE_FETCH_EXTRA_CA_FILE": str(origin.ca_file),
        "CITABLE_FETCH_RESOLVE": ",".join(f"{host}={site}" for host in origin.hosts),
        "CITABLE_FETCH_ALLOW_CIDRS": f"{site}/32",
        "CITABLE_FETCH_ALLOW_PORTS": str(origin.port),
    }


@contextlib.contextmanager
def developers_node(
    program: Path, folder: Path, cluster: Cluster, origin: Origin
) -> Iterator[str]:
    """Runs a node that gives sign-in links to whoever asks; yields its address."""
    address = f"127.0.0.1:{free_port()}"
    local = "127.0.0.1"
    environment = {
        **service(cluster.url(local), origin, local),
        "CITABLE_LISTEN": address,
        "CITABLE_DATA_DIR": str(folder / "node-0"),
    }
    with (folder / "node-0.log").open("ab") as log:
        node = subprocess.Popen([program, "serve", "--dev"], env=environment, stderr=log)
    try:
        wait_until_ready(address)
        yield address
    finally:
        node.terminate()
        node.wait()


def is_ready(address: str) -> bool:
    """Tells whether a node says that it is ready."""
    try:
        with urllib.request.urlopen(f"http://{address}/readyz", timeout=5):
            return True
    except OSError:
        return False


def wait_until_ready(address: str, patience: float = 90) -> None:
    """Waits until a node says that it is ready."""
    end = time.monotonic() + patience
    while not is_ready(address):
        if time.monotonic() > end:
            raise TimeoutError(f"the node at {address} was never ready")
        time.sleep(0.2)


def ip(*arguments: str) -> None:
    """Runs `ip`."""
    subprocess.run(["ip", *arguments], check=True)


class Node:
    """One node."""

    def __init__(self, number: int, program: Path, folder: Path) -> None:
        self.number, self.name = number, f"soak{number}"
        self.address = f"10.78.{number}.2:{PORT}"
        self.log = folder / f"node-{number}.log"
        self.program, self._data = program, folder / f"node-{number}"
        self._clock = folder / f"clock-{number}"
        self.move_clock(0)
        self._environment: dict[str, str] = {}
        self.wanted = False
        """Whether it is to run."""
        self._process: subprocess.Popen[bytes] | None = None

    def connect(self) -> None:
        """Makes its namespace and both cables."""
        ip("netns", "add", self.name)
        ip("-n", self.name, "link", "set", "lo", "up")
        for cable, network in CABLES.items():
            here, there = f"soak-{cable}{self.number}", f"{cable}{self.number}"
            ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.name)
            ip("address", "add", f"{network}.{self.number}.1/24", "dev", here)
            ip("link", "set", here, "up")
            ip("-n", self.name, "address", "add", f"{network}.{self.number}.2/24", "dev", there)
            ip("-n", self.name, "link", "set", there, "up")

    def disconnect(self) -> None:
        """Takes both cables and the namespace away.

        Processes of a run that was killed keep a namespace whose name is gone, and the cables
        of that one would be in the way of new ones.
        """
        for cable in CABLES:
            link = f"soak-{cable}{self.number}"
            subprocess.run(["ip", "link", "delete", link], stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "netns", "delete", self.name], stderr=subprocess.DEVNULL)

    def pull(self, cable: str) -> None:
        """Pulls a cable: what is sent is lost, and nobody is told."""
        for namespace, device, neighbour in self._ends(cable):
            where = [neighbour, "dev", device, "lladdr", NOBODY, "nud", "permanent"]
            ip(*namespace, "neighbour", "replace", *where)

    def plug(self, cable: str) -> None:
        """Plugs a cable in."""
        for namespace, device, neighbour in self._ends(cable):
            ip(*namespace, "neighbour", "delete", neighbour, "dev", device)

    def _ends(self, cable: str) -> list[tuple[list[str], str, str]]:
        """Both ends of a cable: the namespace, the device, and who is on the other side."""
        network = f"{CABLES[cable]}.{self.number}"
        here, there = f"soak-{cable}{self.number}", f"{cable}{self.number}"
        return [([], here, f"{network}.2"), (["-n", self.name], there, f"{network}.1")]

    def move_clock(self, seconds: int) -> None:
        """Moves its clock by so many seconds from the machine's own."""
        written = self._clock.with_suffix(".next")
        written.write_text(f"{seconds:+d}\n")
        written.rename(self._clock)

    def configure(self, database: str, origin: Origin, **settings: str) -> None:
        """Says what it is to serve."""
        fake = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        self._environment = {
            **service(database, origin, clients_side(self.number)),
            "LD_PRELOAD": str(fake),
            "FAKETIME_TIMESTAMP_FILE": str(self._clock),
            "FAKETIME_NO_CACHE": "1",
            # Clocks are set; the time that passes is not.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "CITABLE_LISTEN": f"10.78.{self.number}.2:{PORT}",
            "CITABLE_BASE_URL": f"http://127.0.0.1:{PORT}",
            "CITABLE_TRUSTED_PROXIES": "10.78.0.0/16",
            "CITABLE_DATA_DIR": str(self._data),
            **settings,
        }

    def start(self) -> None:
        """Starts it; it gives up again where no database is reachable."""
        with self.log.open("ab") as log:
            command = ["ip", "netns", "exec", self.name, str(self.program), "serve"]
            self._process = subprocess.Popen(
                command, env=self._environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.wanted = True

    def command(self, *arguments: str) -> str:
        """Runs a command of the program beside it, and returns what that prints."""
        command = ["ip", "netns", "exec", self.name, str(self.program), *arguments]
        ran = subprocess.run(command, env=self._environment, capture_output=True, text=True)
        if ran.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: {ran.stderr.strip()}")
        return ran.stdout

    def ended_with(self) -> int | None:
        """Returns the exit code, unless it runs."""
        return None if self._process is None else self._process.poll()

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def kill(self) -> None:
        """Kills it, stopped or not."""
        self._end(signal.SIGKILL)

    def terminate(self) -> None:
        """Asks it to stop, and waits until it has handed over."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        self.wanted = False
        self.send(number)
        if self._process is not None:
            self._process.wait(timeout=60)


class Fleet:
    """All nodes."""

    def __init__(self, program: Path, folder: Path, size: int) -> None:
        self.nodes = [Node(number, program, folder) for number in range(1, size + 1)]

    def connect(self) -> None:
        """Makes the network, unless another run on this machine has made it."""
        self._turn = LOCK.open("w")
        try:
            fcntl.flock(self._turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("another run has the network: wait until it is over")
        for node in self.nodes:
            node.disconnect()
            node.connect()

    def start(self, cluster: Cluster, origin: Origin, **settings: str) -> None:
        """Starts every node and waits until all are ready."""
        for node in self.nodes:
            node.configure(cluster.url(database_side(node.number)), origin, **settings)
            node.start()
            wait_until_ready(node.address)

    def stop(self) -> None:
        """Stops every node and takes the network away."""
        for node in self.nodes:
            node.kill()
            node.disconnect()
