"""How the action gets its program: from a release that it verifies, or from its own source."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

from github import GitHub
from runner import ROOT, Job, Runner, project_version

TARGET = f"{os.uname().machine}-unknown-linux-musl"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Install(unittest.TestCase):
    """Each job ends at the step after the installation: there is no site to scan."""

    program: Path
    archive: bytes

    @classmethod
    def setUpClass(cls) -> None:
        place = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, place)
        cls.program = place / "citable"
        subprocess.run(["strip", "-o", cls.program, os.environ["CITABLE_TEST_PROGRAM"]], check=True)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=0) as archive:
            archive.add(cls.program, f"citable-{project_version()}-{TARGET}/citable")
        cls.archive = packed.getvalue()

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.github = self.enterContext(GitHub(self.folder))
        self.runner = Runner(self.folder, self.github)

    def release(self, version: str, digest: str | None = None) -> str:
        """Publishes a release, and returns the name of its archive."""
        name = f"citable-{version}-{TARGET}.tar.gz"
        digest = digest or hashlib.sha256(self.archive).hexdigest()
        self.github.releases[f"v{version}/{name}"] = self.archive
        self.github.releases[f"v{version}/SHA256SUMS"] = f"{digest}  {name}\n".encode()
        return name

    def run_action(self, action_ref: str = "v0", version: str = "") -> Job:
        job = self.runner.run(
            {"path": "nowhere", "baseline": "none", "version": version}, action_ref=action_ref
        )
        self.assertEqual(job.code, 2, job.log)
        return job

    def works(self, job: Job) -> None:
        self.assertIn(f"citable {project_version()}\n", job.log)
        self.assertIn("The path nowhere doesn't exist.", job.annotations[-1])

    def test_a_release_is_downloaded_and_its_checksum_checked(self) -> None:
        self.release(project_version())
        job = self.run_action()
        self.works(job)
        self.assertIn("only the checksum", job.annotations[0])

    def test_an_archive_with_another_checksum_is_not_installed(self) -> None:
        name = self.release(project_version(), digest="0" * 64)
        job = self.run_action()
        self.assertIn(f"The checksum of {name} is wrong.", job.annotations[-1])
        self.assertFalse(list(self.runner.temp.glob("citable/bin-*/citable")))

    def test_a_program_of_another_version_is_not_installed(self) -> None:
        self.release("9.9.9")
        job = self.run_action(version="9.9.9")
        self.assertIn("isn't version 9.9.9", job.annotations[-1])
        self.assertFalse(list(self.runner.temp.glob("citable/bin-*/citable")))

    def test_an_attestation_is_verified_where_gh_is_installed(self) -> None:
        name = self.release(project_version())
        self.runner.add_tool("gh", 'echo "gh $*"')
        job = self.run_action()
        self.works(job)
        self.assertRegex(job.log, rf"gh attestation verify \S+/{name} --repo owner/citable ")
        self.assertEqual(len(job.annotations), 1, job.annotations)

        self.runner.add_tool("gh", "exit 1")
        job = self.run_action()
        self.assertIn(f"The attestation of {name} can't be verified.", job.annotations[-1])
        self.assertFalse(list(self.runner.temp.glob("citable/bin-*/citable")))

    def test_a_commit_gets_the_program_of_its_release(self) -> None:
        self.release(project_version())
        self.github.tags[f"v{project_version()}"] = COMMIT
        self.works(self.run_action(COMMIT))
        # A commit between releases is built.
        job = self.run_action(COMMIT[::-1])
        self.assertIn("needs Rust 1.95 or later", job.annotations[-1])

    def test_branches_and_a_missing_release_are_built_from_source(self) -> None:
        for action_ref, version in [("main", ""), ("v0", "source"), ("v0", "")]:
            job = self.run_action(action_ref, version)
            self.assertIn("needs Rust 1.95 or later", job.annotations[-1], (action_ref, version))

    def test_the_source_is_built_with_its_lock_file(self) -> None:
        self.runner.add_tool(
            "cargo",
            'echo "cargo $*"; test -f Cargo.lock || exit 1\n'
            'while [ "$1" != --root ]; do shift; done\n'
            f'mkdir -p "$2/bin" "$CARGO_TARGET_DIR"; ln -s "{self.program}" "$2/bin/citable"',
        )
        self.runner.link("ln")
        job = self.run_action("main")
        self.works(job)
        self.assertIn("cargo install --path . --locked", job.log)
        # The next job has the build, though this one failed, and whatever else was built.
        (ROOT / "target").mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=ROOT / "target"):
            again = self.run_action("main")
        self.works(again)
        self.assertNotIn("cargo install", again.log)

    def test_other_versions_have_to_be_released(self) -> None:
        job = self.run_action(version="v9.9.9")
        self.assertIn("There is no release 9.9.9 for Linux on", job.annotations[-1])
        for version in ["latest", "1/../..", "1 2", "$(id)"]:
            job = self.run_action(version=version)
            self.assertIn("The input version must be", job.annotations[-1], version)


if __name__ == "__main__":
    unittest.main()
