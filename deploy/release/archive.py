#!/usr/bin/env python3
"""Packs a built program for its release: one .tar.gz with licenses, completions and README.

    deploy/release/archive.py --target x86_64-unknown-linux-musl --out dist target/…/dist/citable

Prints the path of the archive. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "clients" / "program"))

import build as packages  # noqa: E402
import elf  # noqa: E402

DOCUMENTS = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"]
COMPLETIONS = {"bash": "citable.bash", "zsh": "_citable", "fish": "citable.fish"}
"""Completion scripts by shell, under the names that the shells look for."""


def check(target: str, data: bytes) -> None:
    """Exits if a program isn't made for its target, or isn't static where it should be."""
    if "-linux-" not in target:
        return
    try:
        program = elf.read(data)
    except elf.NotAProgram as error:
        raise SystemExit(f"The program doesn't fit {target}: {error}") from None
    if program.machine != target.split("-")[0]:
        raise SystemExit(f"The program doesn't fit {target}: it is for {program.machine}.")
    if target.endswith("-musl") and program.libraries:
        raise SystemExit(
            f"The program doesn't fit {target}: it isn't static but needs "
            f"{', '.join(program.libraries)}."
        )


def completions(program: Path) -> dict[str, bytes]:
    """Returns the completion scripts, which the program itself prints."""
    scripts = {}
    for shell, name in COMPLETIONS.items():
        printed = subprocess.run([program, "completions", shell], capture_output=True)
        if printed.returncode != 0 or not printed.stdout:
            raise SystemExit(f"{program} completions {shell} failed: {printed.stderr.decode()}")
        scripts[f"completions/{name}"] = printed.stdout
    return scripts


def pack(path: Path, files: dict[str, tuple[bytes, int]], level: int) -> None:
    """Writes an archive with one folder that has the archive's name, compressed at a level."""
    folder = path.name.removesuffix(".tar.gz")
    with open(path, "wb") as file, gzip.GzipFile("", "wb", level, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, (content, mode) in sorted(files.items()):
                entry = tarfile.TarInfo(f"{folder}/{name}")
                entry.size, entry.mode = len(content), mode
                archive.addfile(entry, io.BytesIO(content))


def main() -> None:
    """Packs what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", type=Path, metavar="PROGRAM")
    parser.add_argument("--target", required=True, help="target that the program was built for")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--level", type=int, default=9, help="compression, from 1 to 9 (default)")
    options = parser.parse_args()
    data = options.program.read_bytes()
    check(options.target, data)
    files = {name: ((ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS}
    scripts = completions(options.program.absolute())
    files.update({name: (content, 0o644) for name, content in scripts.items()})
    files["citable"] = (data, 0o755)
    options.out.mkdir(parents=True, exist_ok=True)
    name = f"citable-{packages.project_version()}-{options.target}.tar.gz"
    pack(options.out / name, files, options.level)
    sys.stdout.write(f"{options.out / name}\n")


if __name__ == "__main__":
    main()
