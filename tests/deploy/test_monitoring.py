"""Manifests, alerts and the dashboard against the program and the guide that tells of them."""

from __future__ import annotations

import json
import re
import subprocess
import unittest

from runner import ROOT
from ruamel.yaml import YAML

GUIDE = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
MONITORING = ROOT / "deploy" / "monitoring"
KUBERNETES = ROOT / "deploy" / "kubernetes"
# Those that Prometheus makes of a histogram.
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def metrics_in(expression: str) -> set[str]:
    return {SUFFIX.sub("", name) for name in re.findall(r"\b(?:citable|process)_\w+", expression)}


class Monitoring(unittest.TestCase):
    def setUp(self) -> None:
        self.known = set(re.findall(r"^\| `((?:citable|process)_\w+)` \|", GUIDE, re.MULTILINE))
        self.assertGreater(len(self.known), 20)

    def test_the_guide_lists_the_alerts_and_each_asks_for_what_is_measured(self) -> None:
        (group,) = YAML(typ="safe").load(MONITORING / "alerts.yaml")["groups"]
        told = dict(re.findall(r"^\| `(Citable\w+)` \| (.*) \|$", GUIDE, re.MULTILINE))
        ours = {rule["alert"]: rule["annotations"]["summary"] for rule in group["rules"]}
        self.assertEqual(told, ours)
        for rule in group["rules"]:
            self.assertLessEqual(metrics_in(rule["expr"]), self.known, rule["alert"])

    def test_the_dashboard_asks_for_what_is_measured(self) -> None:
        dashboard = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))
        panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        for panel in panels:
            asked = set().union(*(metrics_in(target["expr"]) for target in panel["targets"]))
            self.assertLessEqual(asked, self.known, panel["title"])
            for word in re.findall(r"\{\{(\w+)\}\}", json.dumps(panel["targets"])):
                self.assertIn(word, {*self.labels(asked), "instance"}, panel["title"])

    def labels(self, metrics: set[str]) -> set[str]:
        rows = [line for line in GUIDE.splitlines() if line.startswith("| `")]
        ours = [row for row in rows if row.split("`")[1] in metrics]
        return {label for row in ours for label in re.findall(r"`(\w+)`", row.split("|")[3])}


class Kubernetes(unittest.TestCase):
    def test_manifests_are_valid_and_each_is_named(self) -> None:
        named = YAML(typ="safe").load(KUBERNETES / "kustomization.yaml")["resources"]
        files = {path.name for path in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml"}
        self.assertEqual(set(named), files)
        paths = [str(KUBERNETES / name) for name in named]
        command = ["kubernetes-validate", "--strict", "--quiet", *paths]
        ended = subprocess.run(command, capture_output=True, timeout=60)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_what_is_selected_is_there(self) -> None:
        documents = [
            document
            for path in KUBERNETES.glob("*.yaml")
            for document in YAML(typ="safe").load_all(path)
        ]
        pods = [
            document["spec"]["template"]["metadata"]["labels"].items()
            for document in documents
            if document["kind"] == "Deployment"
        ]
        self.assertEqual(len(pods), 2)
        for document in documents:
            spec = document.get("spec", {})
            selector = spec.get("podSelector", spec.get("selector"))
            if selector is not None:
                wanted = selector.get("matchLabels", selector).items()
                self.assertTrue(any(wanted <= labels for labels in pods), document["metadata"])


if __name__ == "__main__":
    unittest.main()
