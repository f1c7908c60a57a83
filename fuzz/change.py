"""Writes seeds that are changed at random: python3 fuzz/change.py FOLDER COUNT SEED SEEDS...

The same seed of the random numbers gives the same inputs."""

import random
import sys
from pathlib import Path

CHANGES_MAX = 6


def changed(chance: random.Random, seeds: list[bytes]) -> bytes:
    """One of the seeds with a few changes: bytes set, removed, repeated, or taken from another."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, CHANGES_MAX)):
        at = chance.randint(0, len(data))
        end = min(len(data), at + chance.randint(1, 32))
        match chance.randrange(4):
            case 0:
                data[at:end] = chance.randbytes(chance.randint(1, 4))
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end] * chance.randint(1, 16)
            case _:
                other = chance.choice(seeds)
                start = chance.randint(0, len(other))
                data[at:end] = other[start : start + chance.randint(1, 64)]
    return bytes(data)


folder, count, number, *places = sys.argv[1:]
files = sorted(file for place in places for file in Path(place).rglob("*") if file.is_file())
seeds = [file.read_bytes() for file in files]
chance = random.Random(number)
for index in range(int(count)):
    Path(folder, f"{index:05}").write_bytes(changed(chance, seeds))
