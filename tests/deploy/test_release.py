"""Runs the scripts of a release, as its workflow does.

`CITABLE_TEST_PROGRAM` names a built program.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / "deploy" / "release"
MACHINE = os.uname().machine
TARGET = f"{MACHINE}-unknown-linux-gnu"


def run(*command: str | Path, code: int = 0, cwd: Path = ROOT) -> str:
    """Runs a command and returns what it prints, errors included."""
    ended = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        timeout=120,
    )
    printed = ended.stdout.decode()
    if ended.returncode != code:
        raise AssertionError(f"{command}: {ended.returncode}\n{printed}")
    return printed


class Versions(unittest.TestCase):
    def test_a_tag_has_to_name_the_version(self) -> None:
        version = run(RELEASE / "version.sh").strip()
        self.assertRegex(version, r"^\d+\.\d+\.\d+")
        self.assertEqual(run(RELEASE / "version.sh", f"v{version}").strip(), version)
        for tag in [version, "v99.0.0", f"v{version}-rc.1"]:
            printed = run(RELEASE / "version.sh", tag, code=1)
            self.assertIn(f"Tag v{version}", printed)


class Notes(unittest.TestCase):
    def notes(self, text: str, version: str, code: int = 0) -> str:
        with tempfile.NamedTemporaryFile("w", suffix=".md") as changelog:
            changelog.write(text)
            changelog.flush()
            return run(RELEASE / "notes.sh", version, changelog.name, code=code)

    def test_the_section_of_one_version(self) -> None:
        text = (
            "# Changelog\n\n## [Unreleased]\n\n- later\n\n"
            "## [0.10.0] - 2026-12-01\n\n### Added\n\n- a `b`\n\n#### More\n\n- c\n\n"
            "## [0.1.0] - 2026-11-01\n- first\n\n[0.1.0]: https://www.example.org/\n"
        )
        self.assertEqual(self.notes(text, "0.10.0"), "### Added\n\n- a `b`\n\n#### More\n\n- c\n")
        self.assertEqual(self.notes(text, "0.1.0"), "- first\n")
        self.assertEqual(self.notes(text, "Unreleased"), "- later\n")

    def test_a_version_without_notes_is_no_release(self) -> None:
        for text in [
            "",
            "## [Unreleased]\n\n- a\n",
            "## [0.1.0] - 2026-11-01\n\n## [0.0.9]\n- a\n",
        ]:
            self.assertIn("[0.1.0]", self.notes(text, "0.1.0", code=1))

    def test_the_changelog_of_this_repository(self) -> None:
        self.assertIn("### Added", run(RELEASE / "notes.sh", "Unreleased"))


class Archives(unittest.TestCase):
    """One release, from the program to the checksums."""

    folder: Path
    archive: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.archive = cls.pack("dist")

    @classmethod
    def pack(cls, folder: str) -> Path:
        program = cls.folder / "citable"
        if not program.exists():
            # A program for development is mostly symbols.
            run("strip", "-o", program, os.environ["CITABLE_TEST_PROGRAM"])
        out = cls.folder / folder
        printed = run(
            "python3",
            RELEASE / "archive.py",
            "--level",
            "1",
            "--target",
            TARGET,
            "--out",
            out,
            program,
        )
        return Path(printed.strip())

    def test_what_an_archive_holds(self) -> None:
        version = run(RELEASE / "version.sh").strip()
        name = f"citable-{version}-{TARGET}"
        self.assertEqual(self.archive.name, f"{name}.tar.gz")
        with tarfile.open(self.archive) as archive:
            entries = {entry.name.removeprefix(f"{name}/"): entry for entry in archive}
        self.assertEqual(
            sorted(entries),
            [
                "CHANGELOG.md",
                "LICENSE-APACHE",
                "LICENSE-MIT",
                "README.md",
                "citable",
                "completions/_citable",
                "completions/citable.bash",
                "completions/citable.fish",
            ],
        )
        self.assertEqual(entries["citable"].mode, 0o755)
        self.assertEqual(entries["README.md"].mode, 0o644)
        self.assertIn("scans a page", run(RELEASE / "verify.sh", self.archive))

    def test_the_same_program_gives_the_same_bytes(self) -> None:
        again = self.pack("again")
        self.assertEqual(self.archive.read_bytes(), again.read_bytes())

    def test_a_program_for_something_else_is_refused(self) -> None:
        program = self.folder / "citable"
        other = "aarch64" if MACHINE == "x86_64" else "x86_64"
        for target, why in {
            f"{MACHINE}-unknown-linux-musl": "it isn't static but needs",
            f"{other}-unknown-linux-gnu": f"it is for {MACHINE}",
        }.items():
            out = self.folder / "refused"
            pack: list[str | Path] = ["python3", RELEASE / "archive.py", "--out", out]
            self.assertIn(why, run(*pack, "--target", target, program, code=1))
            self.assertFalse(out.exists())

    def small(self, folder: str) -> Path:
        """Packs another program, which is small, as the only file of an archive."""
        path = self.folder / folder / self.archive.name
        path.parent.mkdir()
        with tarfile.open(path, "w:gz") as archive:
            program = Path(shutil.which("env") or "").resolve()
            archive.add(program, f"{path.name.removesuffix('.tar.gz')}/citable")
        return path

    def test_an_archive_that_lacks_something_is_noticed(self) -> None:
        printed = run(RELEASE / "verify.sh", self.small("damaged"), code=1)
        self.assertIn("LICENSE-APACHE is missing", printed)

    def test_packages_and_checksums(self) -> None:
        archives, out = self.small("archives").parent, self.folder / "packages"
        run(RELEASE / "packages.sh", archives, out)
        (wheel,) = out.glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            (script,) = [name for name in packed.namelist() if name.endswith("/scripts/citable")]
            program = Path(shutil.which("env") or "").read_bytes()
            self.assertEqual(packed.read(script), program)
        self.assertEqual(len(list(out.glob("*.tgz"))), 2)

        run(RELEASE / "sums.sh", out)
        lines = (out / "SHA256SUMS").read_text().splitlines()
        self.assertEqual(len(lines), 3)
        for line in lines:
            digest, name = line.split("  ")
            self.assertEqual(hashlib.sha256((out / name).read_bytes()).hexdigest(), digest)
        # A second run doesn't count its own file.
        run(RELEASE / "sums.sh", out)
        self.assertEqual(len((out / "SHA256SUMS").read_text().splitlines()), 3)

    def test_folders_without_what_is_needed(self) -> None:
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertIn("no archive for Linux", run(RELEASE / "packages.sh", empty, empty, code=1))
        self.assertIn("nothing in", run(RELEASE / "sums.sh", empty, code=1))


if __name__ == "__main__":
    unittest.main()
