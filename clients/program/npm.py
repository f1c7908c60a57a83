"""Writes npm packages that carry the program: one for each machine, and one that starts it."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

from elf import Program

MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
"""Machines as Node.js names them."""


def machine_package(program: Program) -> str:
    """Returns the name of the package for a program's machine."""
    return f"citable-linux-{MACHINES[program.machine]}"


def write_machine(
    folder: Path,
    version: str,
    program: Program,
    data: bytes,
    licences: list[Path],
    level: int,
    repository: str | None,
) -> Path:
    """Writes the package of one machine, compressed at a level from 1 to 9."""
    name = machine_package(program)
    about: dict[str, Any] = {
        **_common(name, version, repository),
        "description": "Citable for one machine: install `citable` instead",
        "os": ["linux"],
        "cpu": [MACHINES[program.machine]],
        "files": ["bin"],
    }
    if program.glibc is not None:
        about["libc"] = ["glibc"]
    return _packed(folder, about, {"bin/citable": (data, 0o755)}, licences, level)


def write_start(
    folder: Path,
    version: str,
    programs: list[Program],
    readme: str,
    licences: list[Path],
    repository: str | None,
) -> Path:
    """Writes the package that people install. It depends on those of the machines."""
    script = Path(__file__).with_name("start.js").read_bytes()
    about = {
        **_common("citable", version, repository),
        "description": "Scores how ready a web page is to be cited by AI answer engines",
        "keywords": ["ai-search", "citations", "seo"],
        "bin": {"citable": "bin/citable.js"},
        "files": ["bin"],
        "optionalDependencies": {machine_package(program): version for program in programs},
    }
    files = {"bin/citable.js": (script, 0o755), "README.md": (readme.encode(), 0o644)}
    return _packed(folder, about, files, licences, 9)


def _common(name: str, version: str, repository: str | None) -> dict[str, Any]:
    common: dict[str, Any] = {
        "name": name,
        "version": version,
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "engines": {"node": ">=20"},
    }
    if repository is not None:
        # The registry compares it with the repository that a package with provenance comes from.
        common["repository"] = {"type": "git", "url": f"git+{repository}.git"}
    return common


def _packed(
    folder: Path,
    about: dict[str, Any],
    files: dict[str, tuple[bytes, int]],
    licences: list[Path],
    level: int,
) -> Path:
    """Writes a tarball as `npm pack` does. The same input gives the same bytes."""
    description = json.dumps(about, indent=2) + "\n"
    whole = {"package.json": (description.encode(), 0o644), **files}
    whole.update({path.name: (path.read_bytes(), 0o644) for path in licences})
    path = folder / f"{about['name']}-{about['version']}.tgz"
    with open(path, "wb") as file, gzip.GzipFile("", "wb", level, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, (content, mode) in whole.items():
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size, entry.mode = len(content), mode
                archive.addfile(entry, io.BytesIO(content))
    return path
