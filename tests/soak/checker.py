"""Whether what was promised held: pure functions over the evidence of a run."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from urllib.parse import urlsplit

from evidence import Evidence

SERVICE = "service"
EXPECTED_EXITS = (2,)
"""A node that starts while no database is reachable says so with this code."""

REFUNDED = ("scan_interrupted", "internal")
"""How scans fail through no fault of the page."""

REFUSALS = (402, 403, 422, 429)


def violations(evidence: Evidence) -> list[str]:
    """Returns what is wrong, a line each."""
    rules = [harness, nodes, ends, reports, streams, keyed, charges, limits, leaders, weeks, deliveries]
    return [f"{rule.__name__}: {found}" for rule in rules for found in rule(evidence)]


def harness(evidence: Evidence) -> Iterator[str]:
    """The harness itself did what it should, and enough of it to say anything."""
    for event in evidence.history:
        if event["what"] == "harness-failed":
            yield f"a thread failed: {event['error']}"
    if not any(scan["status"] == "done" for scan in evidence.scans):
        yield "no scan was done"
    if not evidence.weeks:
        yield "no week began"


def nodes(evidence: Evidence) -> Iterator[str]:
    """No node ends by itself, unless it starts while no database is reachable."""
    for event in evidence.history:
        if event["what"] == "node-ended" and event["code"] not in EXPECTED_EXITS:
            yield f"node {event['node']} ended with {event['code']}"


def ends(evidence: Evidence) -> Iterator[str]:
    """Every accepted scan is there and ends once."""
    stored = {scan["id"]: scan for scan in evidence.scans}
    ended = Counter(end["scan_id"] for end in evidence.ends)
    said = {end["scan_id"]: end["status"] for end in evidence.ends}
    for scan in sorted(accepted(evidence) - stored.keys()):
        yield f"{scan} was accepted and is gone"
    for event in evidence.history:
        if event["what"] == "lost":
            yield f"{event['door']} did not know {event['scan']}, which was accepted"
    for scan, row in stored.items():
        status = row["status"]
        if status not in ("done", "error"):
            yield f"{scan} never ended: {status}, attempt {row['attempt']}"
        elif ended[scan] != 1:
            yield f"{scan} ended {ended[scan]} times"
        elif said[scan] != status:
            yield f"{scan} is {status}, and its events say {said[scan]}"


def accepted(evidence: Evidence) -> set[str]:
    """Returns the scans that somebody was told of."""
    return {e["scan"] for e in evidence.history if e["what"] == "post" and e.get("scan")}


def reports(evidence: Evidence) -> Iterator[str]:
    """Every scan that is done has one report, the others none, and all nodes say the same of it."""
    stored = Counter(report["scan_id"] for report in evidence.reports)
    for scan in evidence.scans:
        expected = int(scan["status"] == "done")
        if stored[scan["id"]] != expected:
            yield f"{scan['id']} is {scan['status']} and has {stored[scan['id']]} reports"
    digests = defaultdict(set)
    for event in evidence.history:
        if event["what"] == "report":
            digests[event["scan"]].add(event["digest"])
    for scan, different in digests.items():
        if len(different) > 1:
            yield f"{scan} was read as {len(different)} different reports"


def streams(evidence: Evidence) -> Iterator[str]:
    """Events come in order, none twice, and end with what became of the scan."""
    said = {end["scan_id"]: end["status"] for end in evidence.ends}
    for stream in evidence.history:
        if stream["what"] != "stream":
            continue
        numbers = [stream["after"], *stream["numbers"]]
        if any(later <= earlier for earlier, later in zip(numbers, numbers[1:])):
            yield f"{stream['scan']} at {stream['door']} has events {numbers}"
        if stream["ended"] and stream["ended"] != [said.get(stream["scan"])]:
            yield f"{stream['scan']} ended as {stream['ended']} in a stream"


def keyed(evidence: Evidence) -> Iterator[str]:
    """A keyed request has one effect, however often it is sent, and none if it was refused."""
    scans = defaultdict(list)
    for scan in evidence.scans:
        scans[urlsplit(scan["url"]).path.removeprefix("/")].append(scan["id"])
    told, refused = defaultdict(set), set()
    for post in evidence.history:
        if post["what"] == "post" and post.get("scan"):
            told[post["key"]].add(post["scan"])
            # Of two that were sent at once, one may be refused and the other find a place.
            refused.discard(post["key"])
        elif post["what"] == "post" and post.get("status") in REFUSALS:
            refused.add(post["key"])
    for key, answered in told.items():
        if len(answered) > 1:
            yield f"key {key} was answered with {len(answered)} scans"
    for key, made in scans.items():
        if len(made) > 1 and not key.startswith("monitored/"):
            yield f"key {key} has {len(made)} scans"
        if key in refused:
            yield f"key {key} was refused and has a scan"


def charges(evidence: Evidence) -> Iterator[str]:
    """Every scan is charged once, and counters are what the charges say."""
    charged = Counter(charge["scan_id"] for charge in evidence.charges)
    returned = {charge["scan_id"] for charge in evidence.charges if charge["returned_at"]}
    for scan in evidence.scans:
        if charged[scan["id"]] != 1:
            yield f"{scan['id']} was charged {charged[scan['id']]} times"
        if (scan["id"] in returned) != (scan["failure_code"] in REFUNDED):
            failed = f"failed as {scan['failure_code']}" if scan["failure_code"] else scan["status"]
            yield f"{scan['id']} {failed}; charge returned: {scan['id'] in returned}"
    for scan in charged.keys() - {scan["id"] for scan in evidence.scans}:
        yield f"{scan} is charged and does not exist"
    expected: Counter[tuple[str, str, int]] = Counter()
    for charge in evidence.charges:
        if charge["returned_at"] is None:
            expected[SERVICE, "day", charge["day"]] += 1
            if charge["subject"]:
                expected[charge["subject"], "day", charge["day"]] += 1
                expected[charge["subject"], "month", charge["month"]] += 1
    counted: Counter[tuple[str, str, int]] = Counter()
    for counter in evidence.counters:
        subject = SERVICE if counter["subject"].startswith(SERVICE) else counter["subject"]
        counted[subject, counter["bucket"], counter["period"]] += counter["used"]
    for name in sorted(expected.keys() | counted.keys()):
        if expected[name] != counted[name]:
            yield f"{name} counts {counted[name]}, and {expected[name]} are charged"


def limits(evidence: Evidence) -> Iterator[str]:
    """Nobody gets more scans in a day than allowed; a limit that was reached is used to the last."""
    callers = {e["scan"]: e["caller"] for e in evidence.history if e["what"] == "post" and e.get("scan")}
    spent: Counter[tuple[str, int]] = Counter()
    for charge in evidence.charges:
        if charge["scan_id"] in callers and charge["returned_at"] is None:
            spent[callers[charge["scan_id"]], charge["day"]] += 1
    for (caller, _), scans in spent.items():
        limit = evidence.limits[caller]
        if limit is not None and scans > limit:
            yield f"{caller} got {scans} scans in a day with {limit}"


def leaders(evidence: Evidence) -> Iterator[str]:
    """A term has one holder, terms only grow, and only the node that holds a term acts in it."""
    holders, node_of = defaultdict(set), {}
    newest: dict[str, int] = {}
    for term in evidence.terms:
        name = (term["task"], term["term"])
        holders[name].add(term["holder"])
        if term["node"]:
            node_of[name] = term["node"]
        if term["term"] < newest.get(term["task"], 0):
            yield f"{term['task']}: term {term['term']} began after {newest[term['task']]}"
        newest[term["task"]] = term["term"]
    for name, different in holders.items():
        if len(different) > 1:
            yield f"{name} had {len(different)} holders"
    acted = defaultdict(set)
    for effect in evidence.effects:
        acted[effect["task"], effect["term"]].add(effect["node"])
    for name, different in acted.items():
        if len(different) > 1 or not different <= {node_of.get(name, next(iter(different)))}:
            yield f"{name}: {sorted(different)} acted, and {node_of.get(name)} led"


def weeks(evidence: Evidence) -> Iterator[str]:
    """Every week that began has one run with one scan, and nothing else has."""
    expected = Counter((week["monitor_id"], week["period_start"]) for week in evidence.weeks)
    found = Counter((run["monitor_id"], run["period_start"]) for run in evidence.runs)
    for week in sorted(expected.keys() | found.keys()):
        if expected[week] != found[week]:
            yield f"{week} began {expected[week]} times and was run {found[week]} times"
    runs = {run["scan_id"]: run for run in evidence.runs}
    for scan in evidence.scans:
        if scan["monitor_id"] and scan["id"] not in runs:
            yield f"{scan['id']} is a monitor's and no week's"
    for scan, run in runs.items():
        if run["finished_at"] is None:
            yield f"the run of {scan} never ended"
    scans = {scan["id"] for scan in evidence.scans}
    for scan in sorted(runs.keys() - scans):
        yield f"the run of {scan} has no scan"


def deliveries(evidence: Evidence) -> Iterator[str]:
    """What is said to be delivered arrived, always under one id."""
    arrived = defaultdict(list)
    for event in evidence.history:
        if event["what"] == "delivery":
            arrived[event["id"]].append(event)
    stored = {delivery["id"]: delivery for delivery in evidence.deliveries}
    subjects = defaultdict(set)
    for name, delivery in stored.items():
        took = any(event["status"] < 300 for event in arrived[name])
        if delivery["status"] == "delivered" and not took:
            yield f"{name} is said to be delivered, and never was"
        subjects[subject(json.loads(delivery["body"]))].add(name)
    for name in sorted(name for name, events in arrived.items() if events and name not in stored):
        yield f"{name} arrived, and nobody sent it"
    for about, names in subjects.items():
        if len(names) > 1:
            yield f"{about} has {len(names)} deliveries"
    done = {scan["id"] for scan in evidence.scans if scan["status"] == "done"}
    for scan in (run["scan_id"] for run in evidence.runs if run["scan_id"] in done):
        if not any(scan in about for about in subjects):
            yield f"nobody was told of {scan}"


def subject(body: dict[str, object]) -> tuple[str, ...]:
    """Returns what a delivery is about."""
    data = body["data"]
    assert isinstance(data, dict)
    return (str(body["type"]), *(str(data[name]) for name in sorted(data) if name.lower().endswith("id")))
