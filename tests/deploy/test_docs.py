"""The files that `docs/ci.md` shows, held against the programs that read them."""

from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from runner import ROOT, action
from ruamel.yaml import YAML

GUIDE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```yaml\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCHEMAS = {".github/workflows/citable.yml": "github-workflows", ".gitlab-ci.yml": "gitlab-ci"}


class Guide(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.files = dict(BLOCK.findall(GUIDE))
        self.assertEqual(set(self.files), {*SCHEMAS, ".pre-commit-config.yaml"})

    def checks(self, name: str, *command: str) -> None:
        path = self.folder / Path(name).name
        path.write_text(self.files[name])
        ended = subprocess.run([*command, str(path)], capture_output=True, timeout=60)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_each_file_is_valid(self) -> None:
        for name, schema in SCHEMAS.items():
            self.checks(name, "check-jsonschema", "--builtin-schema", f"vendor.{schema}")
        self.checks(".github/workflows/citable.yml", "actionlint", "-no-color")
        self.checks(".pre-commit-config.yaml", "pre-commit", "validate-config")

    def test_inputs_and_outputs_are_those_of_the_action(self) -> None:
        described = action()
        (workflow,) = (
            YAML(typ="safe").load(self.files[".github/workflows/citable.yml"])["jobs"].values()
        )
        (ours,) = [step for step in workflow["steps"] if "OWNER/" in step.get("uses", "")]
        self.assertLessEqual(set(ours["with"]), set(described["inputs"]))
        for kind in ["inputs", "outputs"]:
            section = GUIDE.split(f"### {kind.title()}\n")[1].split("\n#")[0]
            rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
            told = re.findall(r"`([a-z-]+)`", " ".join(rows))
            self.assertEqual(told, list(described[kind]))

    def test_hooks_exist(self) -> None:
        (repository,) = YAML(typ="safe").load(self.files[".pre-commit-config.yaml"])["repos"]
        hooks = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
        known = {hook["id"] for hook in hooks}
        self.assertLessEqual({hook["id"] for hook in repository["hooks"]}, known)


if __name__ == "__main__":
    unittest.main()
