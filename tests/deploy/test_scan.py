"""Whole runs of the action, from a folder to the summary, with the program that was built."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from github import REPOSITORY, GitHub
from runner import ROOT, Job, Runner

PROGRAM = Path(os.environ["CITABLE_TEST_PROGRAM"])
ARTICLE = (ROOT / "examples" / "article.html").read_text(encoding="utf-8")


def pull_request(source: str = REPOSITORY) -> dict[str, Any]:
    """Returns the arguments of a run for a pull request from that repository."""
    payload = {
        "repository": {"default_branch": "main"},
        "pull_request": {"number": 7, "head": {"repo": {"full_name": source}}},
    }
    return {"event": "pull_request", "ref": "refs/pull/7/merge", "payload": payload}


class Scans(unittest.TestCase):
    def setUp(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.github = self.enterContext(GitHub(folder))
        self.runner = Runner(folder, self.github)
        self.site = self.runner.workspace / "public"
        self.site.mkdir()
        self.write("guide.html", ARTICLE)
        self.write("tides/index.html", ARTICLE.replace("How tides work", "Why tides turn"))

    def write(self, name: str, text: str) -> None:
        path = self.site / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def hide(self, name: str) -> None:
        """Makes a page worse: it asks search engines to leave it out."""
        hidden = '<meta name="robots" content="noindex">'
        self.write(name, ARTICLE.replace("<head>", f"<head>{hidden}"))

    def run_action(self, code: int = 0, event: dict[str, Any] | None = None, **inputs: str) -> Job:
        given = {"path": "public", "base-url": "https://www.example.org/"}
        given.update({name.replace("_", "-"): value for name, value in inputs.items()})
        job = self.runner.run(given, installed=PROGRAM, **(event or {}))
        self.assertEqual(job.code, code, job.log)
        return job

    def test_a_run_of_the_default_branch(self) -> None:
        job = self.run_action()
        self.assertIn("There is no baseline yet", job.annotations[0])
        self.assertTrue(job.summary.startswith("### ✅ Citable: passed\n"), job.summary)
        self.assertIn("| Pages | Lowest | Median | Not scanned |", job.summary)
        self.assertLessEqual(int(job.outputs["lowest"]), int(job.outputs["median"]))
        self.assertEqual(job.outputs["failed"], "false")
        self.assertTrue(job.uploaded)

        report = Path(job.outputs["report"])
        for name in ["report.html", "report.md", "report.json", "pages.jsonl"]:
            self.assertGreater((report / name).stat().st_size, 0, name)
        sarif = json.loads(Path(job.outputs["sarif"]).read_text())
        self.assertEqual(sarif["version"], "2.1.0")
        # Results are about files of the repository.
        paths = {
            location["physicalLocation"]["artifactLocation"]["uri"]
            for result in sarif["runs"][0]["results"]
            for location in result["locations"]
        }
        self.assertIn("public/guide.html", paths)
        self.assertTrue(any("file=public/" in line for line in job.annotations))
        # A checkout stays as it was.
        self.assertEqual(list(self.runner.workspace.iterdir()), [self.site])

    def test_a_pull_request_is_compared_with_the_default_branch(self) -> None:
        self.run_action()
        same = self.run_action(event=pull_request())
        self.assertTrue(
            same.summary.startswith("### ✅ Citable: no page got worse\n"), same.summary
        )
        self.assertFalse(same.uploaded)

        self.hide("guide.html")
        worse = self.run_action(code=1, event=pull_request())
        verdict = "### ❌ Citable: 1 page got worse since the baseline\n"
        self.assertTrue(worse.summary.startswith(verdict), worse.summary)
        told = worse.summary.split("**Got worse**")[1]
        self.assertIn("/guide.html`: ", told)
        self.assertNotIn("/tides/`: ", told.split("**Fix first**")[0])
        self.assertEqual(worse.outputs["failed"], "true")
        self.assertIn("got worse", worse.annotations[-1])
        # What is read first is short; the whole report is folded away.
        short, report = worse.summary.split("<details><summary>Report</summary>")
        self.assertLess(len(short.splitlines()), 40, short)
        self.assertIn("# Citable site report", report)

        # Once it is merged, it is the new baseline.
        merged = self.run_action(code=1)
        self.assertTrue(merged.uploaded)
        again = self.run_action(event=pull_request())
        self.assertIn("no page got worse", again.summary)

    def test_thresholds(self) -> None:
        lowest = int(self.run_action(baseline="none").outputs["lowest"])
        self.run_action(baseline="none", fail_under=str(lowest))
        under = self.run_action(code=1, baseline="none", fail_under=str(lowest + 1))
        self.assertIn("**Missed**", under.summary)
        self.run_action(baseline="none", fail_under=str(lowest + 1), allow="2")
        self.hide("guide.html")
        failed = self.run_action(code=1, baseline="none", fail_on="access,indexable")
        self.assertIn("guide.html", failed.summary)

    def test_one_comment_that_changes_only_with_the_result(self) -> None:
        self.run_action()
        # People can paste the mark.
        self.github.comment("<!-- citable:citable 0 -->\nmine", kind="User")
        for number in range(120):
            self.github.comment(f"comment {number}", kind="User")
        first = self.run_action(event=pull_request(), comment="true")
        self.assertIn("The comment was written.", first.log)
        self.assertEqual(len(self.github.comments), 122)
        comment = self.github.comments[-1]
        self.assertTrue(comment["body"].startswith("<!-- citable:citable "))
        self.assertIn("no page got worse", comment["body"])

        self.github.requests.clear()
        second = self.run_action(event=pull_request(), comment="true")
        self.assertIn("The result is the same", second.log)
        self.assertFalse([one for one in self.github.requests if not one.startswith("GET ")])

        self.hide("guide.html")
        third = self.run_action(code=1, event=pull_request(), comment="true")
        self.assertIn("The comment was updated.", third.log)
        self.assertEqual(len(self.github.comments), 122)
        self.assertIn("**Got worse**", comment["body"])
        self.assertEqual(self.github.comments[0]["body"], "<!-- citable:citable 0 -->\nmine")

        # Another use of the action has its own comment.
        self.run_action(event=pull_request(), comment="true", name="docs")
        self.assertEqual(len(self.github.comments), 123)

    def test_where_a_run_may_not_comment(self) -> None:
        fork = self.run_action(event=pull_request("someone/site"), comment="true")
        self.assertIn("from a fork", fork.log)
        pushed = self.run_action(comment="true")
        self.assertIn("not of a pull request", pushed.log)
        self.github.denied = {f"POST /api/repos/{REPOSITORY}/issues"}
        denied = self.run_action(event=pull_request(), comment="true")
        self.assertTrue(denied.annotations[-1].startswith("::warning"), denied.annotations)
        self.assertIn("pull-requests: write", denied.annotations[-1])
        for job in [fork, pushed, denied]:
            self.assertTrue(job.summary.startswith("### ✅"), job.summary)
        self.assertEqual(self.github.comments, [])

    def test_what_inputs_and_pages_say_is_not_executed(self) -> None:
        pwned = self.runner.workspace / "pwned"
        commands = f"$(touch {pwned}) `touch {pwned}`; touch {pwned}"
        title = "::error::pwned"
        self.write("a b'$(id).html", ARTICLE.replace("How tides work", f"{title}\n{title}"))
        # Each is an option with an odd value, which the program refuses.
        for name in ["base_url", "fail_under", "allow", "fail_on", "max_pages"]:
            odd: dict[str, Any] = {name: commands}
            self.run_action(code=2, **odd)
        for arguments in ["--fail-on '$(touch pwned)'", f'--fail-on "{commands}"']:
            self.run_action(code=2, args=arguments)
        self.run_action(code=2, args="--fail-on 'no end")
        self.run_action(code=2, path=commands)
        self.run_action(code=2, baseline=commands)
        self.run_action(code=2, name=commands)
        self.assertFalse(pwned.exists())

        job = self.run_action(args="--format markdown", fail_under="1")
        self.assertIn(title, job.log)
        self.assertFalse([line for line in job.annotations if line.startswith(title)], job.log)
        self.assertRegex(job.log, r"(?m)^::stop-commands::[0-9a-f]{32}$")

    def test_further_options_are_split_like_words_of_a_shell(self) -> None:
        job = self.run_action(args="--exclude '/tides/**'\n  --format   json")
        self.assertIn("| 1 | ", job.summary)

    def test_a_run_that_cannot_start_says_why(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"path": ""}, "Set path to the folder"),
            ({"url": "https://www.example.org/sitemap.xml"}, "not both"),
            ({"path": "dist"}, "The path dist doesn't exist."),
            ({"args": "--no-such-option"}, "its options are wrong"),
        ]
        for inputs, told in cases:
            job = self.run_action(code=2, **inputs)
            self.assertIn(told, job.annotations[-1])
            self.assertEqual(job.summary, "")


class Hooks(unittest.TestCase):
    """The hook that runs an installed program, by pre-commit itself."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.hooks, self.site = self.folder / "hooks", self.folder / "site"
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "citable").symlink_to(PROGRAM)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "PRE_COMMIT_HOME": str(self.folder / "pre-commit"),
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        for place in [self.hooks, self.site]:
            place.mkdir()
            self.git(place, "init", "--quiet")
        text = (ROOT / ".pre-commit-hooks.yaml").read_text()
        (self.hooks / ".pre-commit-hooks.yaml").write_text(text)
        self.commit(self.hooks)

    def git(self, place: Path, *arguments: str) -> str:
        who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        ended = subprocess.run(
            ["git", *who, *arguments],
            cwd=place,
            env=self.environment,
            check=True,
            capture_output=True,
        )
        return ended.stdout.decode().strip()

    def commit(self, place: Path) -> None:
        self.git(place, "add", "--all")
        self.git(place, "commit", "--quiet", "--message", "Change it")

    def check(self) -> tuple[int, str]:
        ended = subprocess.run(
            ["pre-commit", "run", "--all-files"],
            cwd=self.site,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        return ended.returncode, ended.stdout.decode()

    def test_a_page_under_the_score_stops_the_commit(self) -> None:
        revision = self.git(self.hooks, "rev-parse", "HEAD")
        for score, code in [("10", 0), ("100", 1)]:
            (self.site / ".pre-commit-config.yaml").write_text(
                f"repos:\n- repo: {self.hooks}\n  rev: {revision}\n  hooks:\n"
                f"  - id: citable-system\n    args: [., --fail-under, '{score}']\n"
            )
            (self.site / "page.html").write_text(ARTICLE)
            self.commit(self.site)
            ended, printed = self.check()
            self.assertEqual(ended, code, printed)
            self.assertIn("citable", printed)


if __name__ == "__main__":
    unittest.main()
