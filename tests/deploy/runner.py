"""An imitation of GitHub's runner: it reads `action.yml` and runs its steps as a job would."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from github import ACTION, REPOSITORY, TOKEN, GitHub
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
ACTION_FILE = ROOT / "action.yml"
TOOLS = (
    "awk basename bash cat cksum curl cut dirname env find gzip head jq mkdir mktemp mv od printf rm "
    "sed sha256sum sort tar tr unzip xargs"
).split()
"""What every runner has. The rest of this machine isn't there: a test decides what else is."""
SHELL = "bash --noprofile --norc -e -o pipefail".split()
"""What the runner takes for `shell: bash`."""
EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


def action() -> dict[str, Any]:
    """Returns the action's description."""
    described: dict[str, Any] = YAML(typ="safe").load(ACTION_FILE)
    return described


def project_version() -> str:
    """Returns the version that the action's source has."""
    version = ROOT / "deploy" / "release" / "version.sh"
    return subprocess.run([version], check=True, capture_output=True).stdout.decode().strip()


@dataclass
class Job:
    """What a run of the action gave."""

    code: int = 0
    log: str = ""
    summary: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    steps: dict[str, dict[str, str]] = field(default_factory=dict)
    uploaded: bool = False

    @property
    def annotations(self) -> list[str]:
        """Lines of the log that the runner takes for annotations."""
        found, stopped = [], None
        for line in self.log.splitlines():
            if stopped is not None:
                stopped = None if line == f"::{stopped}::" else stopped
            elif line.startswith("::stop-commands::"):
                stopped = line.removeprefix("::stop-commands::")
            elif line.startswith(("::notice", "::warning", "::error")):
                found.append(line)
        return found


class Runner:
    """One runner, with folders of its own."""

    def __init__(self, folder: Path, github: GitHub) -> None:
        self.github = github
        self.folder = folder
        self.runs = 100
        self.workspace = folder / "workspace"
        self.temp = folder / "temp"
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in TOOLS:
            self.link(name)
        self.workspace.mkdir()

    def link(self, name: str) -> None:
        """Makes a program of this machine available on the runner."""
        path = shutil.which(name)
        assert path is not None, f"{name} isn't installed"
        (self.programs / name).symlink_to(path)

    def add_tool(self, name: str, script: str) -> None:
        """Adds a program of the runner's that isn't on this machine."""
        path = self.programs / name
        path.write_text(f"#!/usr/bin/env bash\n{script}\n")
        path.chmod(0o755)

    def run(
        self,
        inputs: dict[str, str],
        *,
        event: str = "push",
        ref: str = "refs/heads/main",
        payload: dict[str, Any] | None = None,
        number: int | None = None,
        action_ref: str = "v0",
        installed: Path | None = None,
    ) -> Job:
        """Runs the action in a new job, which begins with empty temporary folders.

        `installed` is the program, if an earlier step of the job has installed it.
        """
        self.runs += 1
        number = number or self.runs
        shutil.rmtree(self.temp, ignore_errors=True)
        self.temp.mkdir()
        if installed is not None:
            place = self.temp / "citable" / f"bin-{project_version()}"
            place.mkdir(parents=True)
            (place / "citable").symlink_to(installed)
        described = action()
        unknown = set(inputs) - set(described["inputs"])
        assert not unknown, unknown
        given = {name: about["default"] for name, about in described["inputs"].items()}
        given.update(inputs)
        self.event = self.temp / "event.json"
        self.event.write_text(
            json.dumps({"repository": {"default_branch": "main"}} if payload is None else payload)
        )
        summary = self.temp / "summary.md"
        summary.touch()
        environment = {
            "PATH": str(self.programs),
            "HOME": str(self.temp),
            "LANG": "C.UTF-8",
            "CURL_CA_BUNDLE": str(self.github.certificate),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_API_URL": f"{self.github.url}/api",
            "GITHUB_SERVER_URL": self.github.url,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(self.event),
            "GITHUB_REF": ref,
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_RUN_ID": str(number),
            "GITHUB_SHA": "a" * 40,
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": {"x86_64": "X64", "aarch64": "ARM64"}[os.uname().machine],
            "RUNNER_TEMP": str(self.temp),
        }
        context = {
            "github.token": TOKEN,
            "github.action_ref": action_ref,
            "github.action_repository": ACTION,
            **{f"inputs.{name}": value for name, value in given.items()},
        }
        job = Job()
        for step in described["runs"]["steps"]:
            if "if" in step and not self.holds(step["if"], context):
                continue
            if "uses" in step:
                self.use(step, context, job, number)
                continue
            self.step(step, context, environment, job)
            if job.code != 0:
                break
        job.summary = summary.read_text()
        job.outputs = {
            name: self.expand(about["value"], context)
            for name, about in described["outputs"].items()
        }
        return job

    def step(
        self, step: dict[str, Any], context: dict[str, str], environment: dict[str, str], job: Job
    ) -> None:
        """Runs a script as `shell: bash` does."""
        assert step["shell"] == "bash", step
        assert "${{" not in step["run"], "what is expanded in a script is executed"
        script, outputs = self.temp / "script.sh", self.temp / "outputs"
        script.write_text(step["run"])
        outputs.write_text("")
        own = {name: self.expand(text, context) for name, text in step.get("env", {}).items()}
        ended = subprocess.run(
            [*SHELL, str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.workspace,
            env={**environment, **own, "GITHUB_OUTPUT": str(outputs)},
            timeout=120,
        )
        job.log += ended.stdout.decode()
        job.code = ended.returncode
        written = dict(line.split("=", 1) for line in outputs.read_text().splitlines())
        if "id" in step:
            job.steps[step["id"]] = written
            context.update({f"steps.{step['id']}.outputs.{k}": v for k, v in written.items()})

    def use(self, step: dict[str, Any], context: dict[str, str], job: Job, number: int) -> None:
        """Imitates the actions that ours uses."""
        options = {name: self.expand(str(text), context) for name, text in step["with"].items()}
        name = step["uses"].split("@")[0]
        if name == "actions/upload-artifact":
            path = Path(options["path"])
            self.github.keep_artifact(options["name"], {path.name: path.read_bytes()}, run=number)
            job.uploaded = True
        elif name == "actions/cache/save":
            assert options["key"] not in self.github.caches, "a cache can't be changed"
            shutil.copytree(options["path"], self.folder / options["key"], symlinks=True)
            self.github.caches[options["key"]] = self.folder / options["key"]
        elif name == "actions/cache/restore":
            if kept := self.github.caches.get(options["key"]):
                shutil.copytree(kept, options["path"], symlinks=True)
                context[f"steps.{step['id']}.outputs.cache-hit"] = "true"
        else:
            raise AssertionError(f"{name} isn't imitated")

    @staticmethod
    def expand(text: str, context: dict[str, str]) -> str:
        """Fills in the expressions of a text. What nothing sets is empty."""
        return EXPRESSION.sub(lambda found: context.get(found[1], ""), text)

    @staticmethod
    def holds(condition: str, context: dict[str, str]) -> bool:
        """Evaluates a condition of comparisons that are joined by `&&`."""
        for part in condition.split(" && "):
            found = re.fullmatch(r"([\w.-]+) (==|!=) '([^']*)'", part)
            assert found, f"the imitation can't evaluate {part}"
            if (context.get(found[1], "") == found[3]) != (found[2] == "=="):
                return False
        return True
