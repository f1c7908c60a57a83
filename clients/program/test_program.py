"""Installs the packages that carry the program into empty environments, and runs it from there.

`CITABLE_TEST_PROGRAM` names a built program, `CITABLE_TEST_PYTHONS` the interpreters to install
into, separated by colons (by default this one).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import build
import elf
import wheel

PROGRAM = os.environ.get("CITABLE_TEST_PROGRAM")
PYTHONS = os.environ.get("CITABLE_TEST_PYTHONS", sys.executable).split(":")
ARTICLE = build.ROOT / "examples" / "article.html"


def run(*command: str | Path, code: int = 0) -> str:
    ended = subprocess.run([str(part) for part in command], capture_output=True, timeout=120)
    if ended.returncode != code:
        raise AssertionError(f"{command}: {ended.returncode}\n{ended.stdout!r}\n{ended.stderr!r}")
    return ended.stdout.decode()


@unittest.skipIf(PROGRAM is None, "CITABLE_TEST_PROGRAM names no program")
class Packages(unittest.TestCase):
    folder: Path
    built: list[Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        program = cls.folder / "citable"
        # A program for development is mostly symbols.
        if shutil.which("strip"):
            run("strip", "-o", program, str(PROGRAM))
        else:
            shutil.copy(str(PROGRAM), program)
        cls.built = build.build(cls.folder / "dist", [program], build.project_version(), 1)

    def path(self, end: str) -> Path:
        (found,) = [path for path in self.built if path.name.endswith(end)]
        return found

    def works(self, citable: list[str | Path]) -> None:
        version = f"citable {build.project_version()}\n"
        self.assertEqual(run(*citable, "--version"), version)
        scan = [*citable, "scan", ARTICLE, "--offline", "--format", "json"]
        self.assertIn("score", json.loads(run(*scan)))
        run(*scan, "--fail-under", "100", code=1)
        run(*scan, "--no-such-flag", code=2)

    def stops(self, citable: list[str | Path]) -> None:
        """`citable serve` ends cleanly when whoever started it is told to stop."""
        with tempfile.TemporaryDirectory() as data:
            environment = {**os.environ, "CITABLE_LISTEN": "127.0.0.1:0", "CITABLE_DATA_DIR": data}
            command = [str(part) for part in [*citable, "serve"]]
            with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as serving:
                assert serving.stderr is not None
                while b"listening on" not in (line := serving.stderr.readline()):
                    self.assertNotEqual(line, b"", "it ended before it listened")
                serving.send_signal(signal.SIGTERM)
                serving.stderr.read()
                self.assertEqual(serving.wait(60), 0)

    def test_the_wheel_in_an_empty_environment(self) -> None:
        for python in PYTHONS:
            with self.subTest(python):
                place = self.folder / f"venv-{PYTHONS.index(python)}"
                run(python, "-m", "venv", place)
                install: list[str | Path] = [
                    place / "bin" / "python",
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--no-index",
                ]
                run(*install, self.path(".whl"))
                self.works([place / "bin" / "citable"])
                self.works([place / "bin" / "python", "-m", "citable"])
            self.stops([place / "bin" / "python", "-m", "citable"])

    def test_the_wheel_beside_other_packages(self) -> None:
        place = self.folder / "target"
        run(PYTHONS[0], "-m", "venv", self.folder / "pip")
        pip: list[str | Path] = [
            self.folder / "pip" / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-index",
        ]
        run(*pip, "--target", place, self.path(".whl"))
        run("env", f"PYTHONPATH={place}", PYTHONS[0], "-m", "citable", "--version")

    @unittest.skipUnless(shutil.which("npm"), "npm isn't installed")
    def test_the_npm_packages_in_an_empty_prefix(self) -> None:
        place = self.folder / "prefix"
        place.mkdir()
        install: list[str | Path] = [
            "npm",
            "install",
            "--offline",
            "--no-audit",
            "--no-fund",
            "--prefix",
            place,
        ]
        start = self.path(f"citable-{build.project_version()}.tgz")
        (machine,) = [path for path in self.built if path.name.startswith("citable-linux-")]
        run(*install, start, machine)
        citable: list[str | Path] = [place / "node_modules" / ".bin" / "citable"]
        self.works(citable)
        self.stops(citable)

    @unittest.skipUnless(shutil.which("npm"), "npm isn't installed")
    def test_a_machine_without_a_package_is_told_so(self) -> None:
        with tarfile.open(self.path(f"citable-{build.project_version()}.tgz")) as archive:
            archive.extractall(self.folder / "alone", filter="data")
        script = self.folder / "alone" / "package" / "bin" / "citable.js"
        ended = subprocess.run(["node", str(script)], capture_output=True)
        self.assertEqual((ended.returncode, ended.stdout), (2, b""))
        self.assertIn(b"isn't installed", ended.stderr)

    def test_what_the_packages_hold(self) -> None:
        version = build.project_version()
        with zipfile.ZipFile(self.path(".whl")) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(
                [name.replace(version, "V") for name in archive.namelist()],
                [
                    "citable/__init__.py",
                    "citable/__main__.py",
                    "citable/py.typed",
                    "citable-V.data/scripts/citable",
                    "citable-V.dist-info/METADATA",
                    "citable-V.dist-info/WHEEL",
                    "citable-V.dist-info/licenses/LICENSE-APACHE",
                    "citable-V.dist-info/licenses/LICENSE-MIT",
                    "citable-V.dist-info/RECORD",
                ],
            )

    def test_the_same_program_gives_the_same_bytes(self) -> None:
        program = self.folder / "small"
        # Any program will do; this one is small.
        shutil.copy(shutil.which("env") or "", program)
        version = build.project_version()
        once = build.build(self.folder / "once", [program], version)
        again = build.build(self.folder / "again", [program], version)
        for one, other in zip(once, again):
            self.assertEqual(one.read_bytes(), other.read_bytes())


class Repository(unittest.TestCase):
    def test_npm_packages_name_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "small"
            shutil.copy(shutil.which("env") or "", program)
            url = "https://git.example.org/owner/citable"
            built = build.build(Path(folder), [program], "1.2.3", 1, url)
            packages = [path for path in built if path.suffix == ".tgz"]
            self.assertEqual(len(packages), 2)
            for path in packages:
                with tarfile.open(path) as archive:
                    description = archive.extractfile("package/package.json")
                    assert description is not None
                    repository = json.load(description)["repository"]
                self.assertEqual(repository, {"type": "git", "url": f"git+{url}.git"})


class Programs(unittest.TestCase):
    def test_files_that_are_no_programs(self) -> None:
        for data in [b"", b"#!/bin/sh\n", b"\x7fELF", b"\x7fELF\x02\x01" + b"\0" * 60]:
            with self.assertRaises(elf.NotAProgram):
                elf.read(data)
        real = Path(sys.executable).resolve().read_bytes()
        for end in range(6, 4096, 64):
            try:
                elf.read(real[:end])
            except elf.NotAProgram:
                pass

    def test_what_a_program_needs(self) -> None:
        program = elf.read(Path(sys.executable).resolve().read_bytes())
        self.assertEqual(program.machine, os.uname().machine)
        self.assertTrue(any(name.startswith("libc.so") for name in program.libraries))
        assert program.glibc is not None
        self.assertGreaterEqual(program.glibc, (2, 2))

    def test_platforms(self) -> None:
        for glibc, expected in {
            (2, 34): "manylinux_2_34_x86_64",
            (2, 5): "manylinux_2_17_x86_64",
            None: "manylinux2014_x86_64.musllinux_1_1_x86_64",
        }.items():
            self.assertEqual(wheel.platform(elf.Program("x86_64", [], glibc)), expected)


if __name__ == "__main__":
    unittest.main()
