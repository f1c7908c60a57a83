"""Violations that are planted into real evidence, to see that the checker finds each."""

from __future__ import annotations

import copy
from collections.abc import Callable

from checker import accepted, violations
from evidence import Evidence

Plant = Callable[[Evidence], None]
ALL: dict[str, tuple[str, Plant]] = {}
"""Each with the rule that has to find it."""


def plant(rule: str, name: str) -> Callable[[Plant], Plant]:
    """Names a plant, and the rule that has to find it."""

    def named(change: Plant) -> Plant:
        ALL[name] = (rule, change)
        return change

    return named


def missed(evidence: Evidence) -> list[str]:
    """Returns the plants that the checker does not find."""
    before = set(violations(evidence))
    return [name for name, (rule, change) in ALL.items() if not is_found(evidence, before, rule, change)]


def is_found(evidence: Evidence, before: set[str], rule: str, change: Plant) -> bool:
    """Tells whether a rule says more after a change than before."""
    changed = copy.deepcopy(evidence)
    try:
        change(changed)
    except (StopIteration, IndexError, ValueError):
        print("too little happened in this run to plant a violation: let it run for longer")
        return False
    return any(found.startswith(f"{rule}:") for found in set(violations(changed)) - before)


@plant("ends", "an accepted scan is lost")
def _(evidence: Evidence) -> None:
    lost = min(accepted(evidence))
    evidence.scans = [scan for scan in evidence.scans if scan["id"] != lost]


@plant("ends", "a scan never ends")
def _(evidence: Evidence) -> None:
    evidence.scans[0]["status"] = "running"


@plant("ends", "a scan ends twice")
def _(evidence: Evidence) -> None:
    evidence.ends.append({**evidence.ends[0], "seq": evidence.ends[0]["seq"] + 1})


@plant("ends", "a node does not know a scan")
def _(evidence: Evidence) -> None:
    evidence.history.append({"what": "lost", "scan": min(accepted(evidence)), "door": "soak1"})


@plant("reports", "a report is lost")
def _(evidence: Evidence) -> None:
    evidence.reports.pop()


@plant("reports", "two nodes say different things of a scan")
def _(evidence: Evidence) -> None:
    read = next(event for event in evidence.history if event["what"] == "report")
    evidence.history.append({**read, "digest": "another"})


@plant("streams", "an event comes twice")
def _(evidence: Evidence) -> None:
    stream = next(e for e in evidence.history if e["what"] == "stream" and e["numbers"])
    stream["numbers"].append(stream["numbers"][-1])


@plant("streams", "a stream ends wrongly")
def _(evidence: Evidence) -> None:
    stream = next(e for e in evidence.history if e["what"] == "stream" and e["ended"] == ["done"])
    stream["ended"] = ["error"]


@plant("keyed", "a key makes two scans")
def _(evidence: Evidence) -> None:
    scan = next(scan for scan in evidence.scans if not scan["monitor_id"])
    evidence.scans.append({**scan, "id": "scan_other"})


@plant("keyed", "a repeated request gets another scan")
def _(evidence: Evidence) -> None:
    post = next(event for event in evidence.history if event["what"] == "post" and event.get("scan"))
    evidence.history.append({**post, "scan": "scan_other"})


@plant("keyed", "a refused request has an effect")
def _(evidence: Evidence) -> None:
    post = next(event for event in evidence.history if event["what"] == "post" and event.get("scan"))
    evidence.history.append({**post, "scan": None, "status": 429})


@plant("charges", "a scan is charged twice")
def _(evidence: Evidence) -> None:
    evidence.charges.append(evidence.charges[0])


@plant("charges", "a scan is free")
def _(evidence: Evidence) -> None:
    evidence.charges.pop()


@plant("charges", "a scan is refunded that was done")
def _(evidence: Evidence) -> None:
    done = {scan["id"] for scan in evidence.scans if scan["status"] == "done"}
    next(charge for charge in evidence.charges if charge["scan_id"] in done)["returned_at"] = 1


@plant("charges", "a counter forgets a scan")
def _(evidence: Evidence) -> None:
    next(counter for counter in evidence.counters if counter["used"] > 0)["used"] -= 1


@plant("limits", "a limit is passed")
def _(evidence: Evidence) -> None:
    limited = {name for name, limit in evidence.limits.items() if limit is not None}
    posts = [event for event in evidence.history if event["what"] == "post" and event.get("scan")]
    scan = next(post["scan"] for post in posts if post["caller"] in limited)
    charge = next(charge for charge in evidence.charges if charge["scan_id"] == scan)
    evidence.charges.extend([{**charge, "returned_at": None}] * 100)


@plant("leaders", "two nodes lead in one term")
def _(evidence: Evidence) -> None:
    evidence.terms.append({**evidence.terms[-1], "holder": "another"})


@plant("leaders", "a node acts that does not lead")
def _(evidence: Evidence) -> None:
    evidence.effects.append({**evidence.effects[0], "node": "10.77.9.2"})


@plant("weeks", "a week is missed")
def _(evidence: Evidence) -> None:
    evidence.runs.pop()


@plant("weeks", "a week is run twice")
def _(evidence: Evidence) -> None:
    evidence.runs.append(evidence.runs[0])


@plant("deliveries", "a delivery never arrives")
def _(evidence: Evidence) -> None:
    delivery = next(d["id"] for d in evidence.deliveries if d["status"] == "delivered")
    evidence.history = [e for e in evidence.history if e.get("id") != delivery]


@plant("deliveries", "nobody is told of a weekly run")
def _(evidence: Evidence) -> None:
    evidence.deliveries.pop()


@plant("deliveries", "a delivery comes under two ids")
def _(evidence: Evidence) -> None:
    evidence.deliveries.append({**evidence.deliveries[0], "id": "msg_other"})


@plant("nodes", "a node crashes")
def _(evidence: Evidence) -> None:
    evidence.history.append({"what": "node-ended", "node": 1, "code": 101})
