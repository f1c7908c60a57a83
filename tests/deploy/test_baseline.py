"""What the action compares a run with. Each job ends at the scan: there is no site."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path

from github import REPOSITORY, GitHub
from runner import Job, Runner

ROWS = {"pages.jsonl": b'{"url":"/"}\n'}


class Baseline(unittest.TestCase):
    def setUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.github = self.enterContext(GitHub(folder))
        self.runner = Runner(folder, self.github)

    def run_action(
        self, *, baseline: str = "auto", name: str = "citable", **options: object
    ) -> Job:
        inputs = {"path": "nowhere", "baseline": baseline, "name": name}
        program = Path(os.environ["CITABLE_TEST_PROGRAM"])
        job = self.runner.run(inputs, installed=program, **options)  # type: ignore[arg-type]
        self.assertEqual(job.code, 2, job.log)
        return job

    def test_the_newest_of_the_default_branch_is_taken(self) -> None:
        self.github.keep_artifact("citable-baseline", {"pages.jsonl": b"older"})
        self.github.keep_artifact("citable-baseline", ROWS)
        newest = self.github.artifacts[-1]["workflow_run"]["head_sha"]
        # None of these is the default branch's.
        self.github.keep_artifact("citable-baseline", ROWS, branch="topic")
        self.github.keep_artifact("citable-baseline", ROWS, repository=2)
        self.github.keep_artifact("citable-baseline", ROWS, expired=True)
        self.github.keep_artifact("citable-baseline", ROWS, run=500)
        self.github.keep_artifact("other-baseline", ROWS)
        job = self.run_action(number=500)
        found = job.steps["baseline"]
        self.assertEqual(Path(found["file"]).read_bytes(), ROWS["pages.jsonl"])
        self.assertIn(f"compared with the run of {newest} on main", job.log)
        self.assertEqual(len(job.annotations), 1, job.annotations)

    def test_none_yet_is_said_and_not_failed(self) -> None:
        job = self.run_action()
        self.assertTrue(job.annotations[0].startswith("::notice"), job.annotations)
        self.assertIn("The next run on main creates it.", job.annotations[0])
        self.assertNotIn("file", job.steps["baseline"])
        # Another use of the action has its own.
        self.github.keep_artifact("citable-baseline", ROWS)
        job = self.run_action(name="docs")
        self.assertIn("There is no baseline yet", job.annotations[0])

    def test_what_cannot_be_fetched_is_a_warning(self) -> None:
        self.github.keep_artifact("citable-baseline", ROWS)
        self.github.keep_artifact("damaged-baseline", {"other.jsonl": b""})
        artifacts = f"/api/repos/{REPOSITORY}/actions/artifacts"
        for denied, name, told in [
            (f"GET {artifacts}", "citable", 'needs the permission "actions: read"'),
            (f"GET {artifacts}/", "citable", "can't be downloaded"),
            ("none", "damaged", "can't be downloaded"),
        ]:
            self.github.denied = {denied}
            job = self.run_action(name=name)
            self.assertTrue(job.annotations[0].startswith("::warning"), job.annotations)
            self.assertIn(told, job.annotations[0])
            self.assertNotIn("file", job.steps["baseline"])

    def test_only_runs_of_the_default_branch_make_one(self) -> None:
        main, topic, pull = "refs/heads/main", "refs/heads/topic", "refs/pull/7/merge"
        for event, ref, makes in [
            ("push", main, True),
            ("schedule", main, True),
            ("workflow_dispatch", main, True),
            ("push", topic, False),
            ("push", "refs/tags/main", False),
            ("pull_request", pull, False),
            # They are said to be of the default branch, but may have run a pull request's code.
            ("pull_request_target", main, False),
            ("workflow_run", main, False),
            ("issue_comment", main, False),
        ]:
            job = self.run_action(event=event, ref=ref)
            self.assertEqual("upload" in job.steps["baseline"], makes, (event, ref))
        # Not every event names the default branch.
        job = self.run_action(event="schedule", ref=main, payload={})
        self.assertIn("upload", job.steps["baseline"])

    def test_a_file_and_none(self) -> None:
        (self.runner.workspace / "before.jsonl").write_bytes(ROWS["pages.jsonl"])
        job = self.run_action(baseline="before.jsonl")
        self.assertEqual(job.steps["baseline"], {"file": "before.jsonl"})
        job = self.run_action(baseline="none")
        self.assertEqual(job.steps["baseline"], {})
        self.assertEqual(self.github.requests, [])
        job = self.run_action(baseline="missing.jsonl")
        self.assertIn("The baseline missing.jsonl doesn't exist.", job.annotations[-1])


if __name__ == "__main__":
    unittest.main()
