"""Reads which machines a Linux program runs on."""

from __future__ import annotations

import struct
from dataclasses import dataclass

MACHINES = {62: "x86_64", 183: "aarch64"}
"""Machines by their number in ELF, as platform tags name them."""
LOAD, DYNAMIC = 1, 2
NEEDED, STRTAB = 1, 5
VERNEED, VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF


class NotAProgram(Exception):
    """The file isn't a 64-bit Linux program that can be packaged."""


@dataclass(frozen=True)
class Program:
    """What a program needs of the machine it runs on."""

    machine: str
    """Such as `x86_64`."""
    libraries: list[str]
    """Shared libraries it loads; none if it is linked statically."""
    glibc: tuple[int, int] | None
    """Oldest version of glibc it runs with. None if it needs none."""


def read(data: bytes) -> Program:
    """Returns what a program needs. Raises `NotAProgram`."""
    try:
        return _read(data)
    except (struct.error, IndexError, ValueError) as error:
        raise NotAProgram("The file is damaged.") from error


def _read(data: bytes) -> Program:
    if data[:6] != b"\x7fELF\x02\x01":
        raise NotAProgram("The file is no 64-bit ELF program.")
    (number,) = struct.unpack_from("<H", data, 18)
    if number not in MACHINES:
        raise NotAProgram(f"Machine {number} isn't supported.")
    (table,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    # Type, then offset, address and size in the file.
    segments = [
        struct.unpack_from("<I4xQQ8xQ", data, table + index * size) for index in range(count)
    ]
    loaded: list[tuple[int, int, int]] = [
        (address, offset, length) for kind, offset, address, length in segments if kind == LOAD
    ]

    def place(address: int) -> int:
        for start, offset, length in loaded:
            if start <= address < start + length:
                return offset + address - start
        raise NotAProgram("The file is damaged.")

    dynamic: list[tuple[int, int]] = []
    for kind, offset, _, length in segments:
        if kind == DYNAMIC:
            dynamic = list(struct.iter_unpack("<QQ", data[offset : offset + length]))
    found = dict(dynamic)
    if not found:
        return Program(MACHINES[number], [], None)
    strings = place(found[STRTAB])

    def text(offset: int) -> str:
        end = data.index(b"\0", strings + offset)
        return data[strings + offset : end].decode("ascii")

    libraries = [text(value) for tag, value in dynamic if tag == NEEDED]
    versions: list[tuple[int, int]] = []
    if VERNEED in found:
        at = place(found[VERNEED])
        for _ in range(found[VERNEEDNUM]):
            _, entries, _, first, following = struct.unpack_from("<HHIII", data, at)
            entry = at + first
            for _ in range(entries):
                _, _, _, name, next_entry = struct.unpack_from("<IHHII", data, entry)
                version = text(name)
                if version.startswith("GLIBC_"):
                    major, minor, *_ = [int(part) for part in version[6:].split(".")]
                    versions.append((major, minor))
                entry += next_entry
            at += following
    return Program(MACHINES[number], libraries, max(versions, default=None))
