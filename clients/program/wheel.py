"""Writes a wheel that carries the program. Source: the binary distribution format of PyPA."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

from elf import Program

START = '''\
"""Starts the program that this package carries: `python -m citable`."""

import os
import sys
import sysconfig

from citable import find_program

program = find_program()
os.execv(program, [program, *sys.argv[1:]])
'''

FIND = '''\
"""Citable, the program."""

import os
import sys
import sysconfig


def find_program() -> str:
    """Returns the path of the program. Raises FileNotFoundError."""
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    folders = [sysconfig.get_path("scripts", scheme) for scheme in schemes]
    # `pip install --target` puts it beside the package.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin"))
    for folder in folders:
        path = os.path.join(folder, "citable")
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("the program citable isn't in " + ", ".join(folders))
'''

METADATA = """\
Metadata-Version: 2.4
Name: citable
Version: {version}
Summary: Scores how ready a web page is to be cited by AI answer engines
License-Expression: MIT OR Apache-2.0
License-File: LICENSE-APACHE
License-File: LICENSE-MIT
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Rust
Requires-Python: >=3.10
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: citable
Root-Is-Purelib: false
Tag: py3-none-{platform}
"""


def platform(program: Program) -> str:
    """Returns the platform tag: the oldest Linux that the program runs on."""
    if program.glibc is None:
        return f"manylinux2014_{program.machine}.musllinux_1_1_{program.machine}"
    major, minor = max(program.glibc, (2, 17))
    return f"manylinux_{major}_{minor}_{program.machine}"


def write(
    folder: Path,
    version: str,
    program: Program,
    data: bytes,
    readme: str,
    licences: list[Path],
    level: int,
) -> Path:
    """Writes the wheel into a folder and returns its path. The same input gives the same bytes.

    `level` is how much it is compressed, from 1 to 9.
    """
    tag = platform(program)
    about = f"citable-{version}.dist-info"
    files = {
        "citable/__init__.py": FIND.encode(),
        "citable/__main__.py": START.replace("import sysconfig\n", "").encode(),
        "citable/py.typed": b"",
        f"citable-{version}.data/scripts/citable": data,
        f"{about}/METADATA": METADATA.format(version=version, readme=readme).encode(),
        f"{about}/WHEEL": "".join(
            f"Tag: py3-none-{part}\n" if line.startswith("Tag") else line + "\n"
            for line in WHEEL.splitlines()
            for part in (tag.split(".") if line.startswith("Tag") else [""])
        ).encode(),
        **{f"{about}/licenses/{path.name}": path.read_bytes() for path in licences},
    }
    lines = [
        f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()
    ]
    record = f"{about}/RECORD"
    files[record] = ("".join(lines) + f"{record},,\n").encode()
    path = folder / f"citable-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, content, compresslevel=level)
    return path


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
