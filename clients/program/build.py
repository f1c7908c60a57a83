"""Builds packages named `citable`, which carry the program, from built programs.

    python3 clients/program/build.py --out dist target/dist/citable [OTHER_MACHINE/citable]

Writes one wheel and one npm package for each program, and the npm package that starts them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import elf
import npm
import wheel

ROOT = Path(__file__).parents[2]
LICENCES = [ROOT / "LICENSE-APACHE", ROOT / "LICENSE-MIT"]
LIBRARIES = (
    "libc.so.",
    "libm.so.",
    "libgcc_s.so.",
    "libdl.so.",
    "libpthread.so.",
    "librt.so.",
    "ld-linux",
    "libz.so.1",
)
"""Beginnings of the names of libraries that every Linux with glibc has: those that the policies of
manylinux allow, as far as the program uses them."""


def project_version() -> str:
    """Returns the version in `Cargo.toml`."""
    for line in (ROOT / "Cargo.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("version = "):
            return line.split('"')[1]
    raise SystemExit("Cargo.toml has no version.")


def checked(path: Path) -> tuple[elf.Program, bytes]:
    """Returns what a program needs, and its bytes. Exits if it can't be packaged."""
    data = path.read_bytes()
    try:
        program = elf.read(data)
    except elf.NotAProgram as error:
        raise SystemExit(f"{path}: {error}") from None
    foreign = [name for name in program.libraries if not name.startswith(LIBRARIES)]
    if foreign:
        raise SystemExit(f"{path} needs {', '.join(foreign)}, which not every Linux has.")
    return program, data


def build(
    out: Path, paths: list[Path], version: str, level: int = 9, repository: str | None = None
) -> list[Path]:
    """Writes all packages and returns their paths. `level` is how much they are compressed.

    `repository` is the URL of the repository that npm shows.
    """
    readme = Path(__file__).with_name("PACKAGE.md").read_text(encoding="utf-8")
    found = [checked(path) for path in paths]
    machines = [program.machine for program, _ in found]
    if len(set(machines)) != len(machines):
        raise SystemExit("There are two programs for one machine.")
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for program, data in found:
        written.append(wheel.write(out, version, program, data, readme, LICENCES, level))
        written.append(npm.write_machine(out, version, program, data, LICENCES, level, repository))
    programs = [program for program, _ in found]
    written.append(npm.write_start(out, version, programs, readme, LICENCES, repository))
    return written


def main() -> None:
    """Builds what the command line says, and prints the paths."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("programs", nargs="+", type=Path, metavar="PROGRAM")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--version", default=project_version(), help="default: that of Cargo.toml")
    parser.add_argument("--repository", metavar="URL", help="repository that npm packages name")
    options = parser.parse_args()
    programs, repository = options.programs, options.repository
    for path in build(options.out, programs, options.version, repository=repository):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
