"""Three nodes of the service under faults: does every promise hold?

The database, the network, the clocks and the processes are real. When the faults are over, what was
recorded is compared with what the database holds; then violations are planted into the evidence, one
at a time, and each has to be found.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import plants
import rolling
import sabotage
from checker import violations
from database import Cluster
from evidence import TRIGGERS, Evidence, gather
from fleet import Fleet, Node, database_side, developers_node
from history import History
from nemesis import Nemesis, Watch
from origin import Origin
from traffic import API, Caller, Door, Traffic, ask
from weeks import Weeks

NODES = 3
MONITORS = 20
LIMIT = 12
"""Scans in a day of whoever reaches the limit."""
DRAIN = 240
"""Seconds until everything that was accepted is over: a dead node's scans wait for their lease."""
SETTINGS = {
    "CITABLE_PLAN_AGENCY_SCANS_PER_DAY": "100000",
    "CITABLE_PLAN_AGENCY_SCANS_PER_MONTH": "100000",
    "CITABLE_PLAN_FREE_SCANS_PER_DAY": str(LIMIT),
    "CITABLE_PLAN_FREE_KEYS": "1",
    "CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY": str(LIMIT),
    "CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH": str(LIMIT),
    "CITABLE_DAILY_SCAN_BUDGET": "100000",
    # So that a dead node's scans are taken over sooner.
    "CITABLE_CORE_WAIT": "5s",
    "CITABLE_LOG": "info",
}


def main() -> int:
    """Runs it; returns the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program", type=Path)
    arguments.add_argument("--seconds", type=float, default=60, help="of faults (default 60)")
    arguments.add_argument("--seed", type=int, help="of traffic and faults (default: by chance)")
    arguments.add_argument(
        "--upgrade-from", type=Path, metavar="PROGRAM",
        help="instead of faults: start with this one, and replace nodes one by one behind a proxy",
    )
    arguments.add_argument(
        "--sabotage", action="store_true",
        help="break promises in the database while the service runs, and expect that all are found",
    )
    arguments.add_argument("--keep", type=Path, help="folder for logs and evidence")
    given = arguments.parse_args()
    seed = given.seed if given.seed is not None else random.randrange(10**6)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (given.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        evidence = soak(given, folder, seed)
        (folder / "evidence.json").write_text(json.dumps(evidence.__dict__))
    return judge_sabotage(evidence) if given.sabotage else judge(evidence)


def soak(given: argparse.Namespace, folder: Path, seed: int) -> Evidence:
    """Lets the faults loose, and gathers what remains."""
    program, older = given.program.resolve(), given.upgrade_from
    history = History(folder / "history.jsonl")
    origin = Origin(folder, history, seed)
    fleet = Fleet(older.resolve() if older else program, folder, NODES)
    with contextlib.ExitStack() as running:
        fleet.connect()
        running.callback(fleet.stop)
        cluster = Cluster(folder, [database_side(node.number) for node in fleet.nodes])
        running.callback(cluster.stop)
        cluster.start()
        fleet.start(cluster, origin, **SETTINGS, **(rolling.SETTINGS if older else {}))
        cluster.run(TRIGGERS)
        with developers_node(fleet.nodes[0].program, folder, cluster, origin) as address:
            callers = set_up(fleet.nodes[0], address, origin)
        doors: list[Door] = [*fleet.nodes]
        if older:
            door = running.enter_context(rolling.proxy(fleet, folder))
            doors = [door]
            events = rolling.Rolling(fleet, door, history, program).run
        else:
            events = Nemesis(fleet, cluster, history, seed).run
        watch = Watch(fleet, history)
        weeks = Weeks(cluster, seed)
        if given.sabotage:
            cluster.run(sabotage.triggers())
        traffic = Traffic(doors, origin, callers, history, seed)
        for thread in (watch, traffic, weeks):
            thread.start()
        try:
            events(given.seconds)
        finally:
            traffic.stop()
            weeks.stop()
        drain(cluster)
        watch.stop()
        history.close()
        limits = {caller.name: caller.limit for caller in callers}
        return gather(cluster, folder / "history.jsonl", limits)


def set_up(node: Node, address: str, origin: Origin) -> list[Caller]:
    """Makes the accounts, an endpoint for webhooks and monitors; returns the callers."""
    callers = []
    for name, plan, limit in [("rich", "agency", None), ("poor", "free", LIMIT)]:
        email = f"{name}@people.example"
        node.command("admin", "account", "create", email, "--plan", plan)
        issue = ["key", "issue", email, "--name", "soak", "--scopes", "scan,monitors", "--json"]
        token = json.loads(node.command("admin", *issue))["token"]
        callers.append(Caller(name, {"authorization": f"Bearer {token}"}, limit))
    callers.append(Caller("anonymous", {"x-forwarded-for": "203.0.113.7"}, LIMIT))

    owner = {"email": "rich@people.example"}
    link = done(ask(address, "POST", f"{API}/auth/request-link", owner))["link"]
    confirmed = ask(address, "POST", f"{API}/auth/callback", {"token": link.split("token=")[1]})
    cookie = {"cookie": confirmed.headers["set-cookie"].split(";")[0]}
    done(ask(address, "POST", f"{API}/webhooks", {"url": origin.hook_url()}, cookie))
    for number in range(MONITORS):
        url = {"url": origin.url(number, f"/monitored/{number}")}
        done(ask(address, "POST", f"{API}/monitors", url, callers[0].headers))
    return callers


def done(answer: Any) -> Any:
    """Returns what was answered, which has to be a success."""
    if answer.status >= 300:
        raise RuntimeError(f"refused: {answer.status} {answer.body!r}")
    return answer.json()


def drain(cluster: Cluster) -> None:
    """Waits until nothing that was accepted is under way. What never ends is found by the checker."""
    waiting = """SELECT (SELECT count(*) FROM soak_weeks w WHERE NOT EXISTS (SELECT FROM monitor_runs r
            WHERE r.monitor_id = w.monitor_id AND r.period_start = w.period_start))
        + (SELECT count(*) FROM scans WHERE status IN ('queued', 'running'))
        + (SELECT count(*) FROM monitor_runs WHERE finished_at IS NULL)
        + (SELECT count(*) FROM deliveries WHERE status IN ('waiting', 'sending')
            AND next_attempt_at < extract(epoch FROM now()) * 1000 + 10000)"""

    def nothing_waits() -> bool:
        try:
            return cluster.run(waiting) == "0"
        except RuntimeError:
            # The database is away for a moment.
            return False

    cluster.becomes(nothing_waits, DRAIN)


def judge(evidence: Evidence) -> int:
    """Prints what was seen and what is wrong with it; returns the exit code."""
    summarize(evidence)
    found = violations(evidence)
    for violation in found:
        print(f"VIOLATION {violation}")
    missed = plants.missed(evidence)
    for name in missed:
        print(f"NOT FOUND a planted violation: {name}")
    print(f"{len(found)} violations; {len(plants.ALL) - len(missed)} of {len(plants.ALL)} planted ones found")
    return 1 if found or missed else 0


def judge_sabotage(evidence: Evidence) -> int:
    """Prints what was found of what was broken; returns the exit code."""
    summarize(evidence)
    found = violations(evidence)
    for rule, violation in {violation.split(":")[0]: violation for violation in found}.items():
        print(f"{sum(other.startswith(f'{rule}:') for other in found)} × {rule}, such as {violation}")
    for rule in sabotage.unseen(found):
        print(f"NOT FOUND what was broken for {rule}")
    return 1 if sabotage.unseen(found) else 0


def summarize(evidence: Evidence) -> None:
    """Prints how much happened."""
    faults = [e["name"] for e in evidence.history if e["what"] == "fault" and e["begins"]]
    answers = Counter(str(e.get("status", "none")) for e in evidence.history if e["what"] == "post")
    print(f"{len(faults)} faults: {'; '.join(faults)}" if faults else "no faults")
    if any(event["what"] == "replaced" for event in evidence.history):
        print("\n".join(rolling.failures(evidence.history)))
    print("answers to POST /scan: " + ", ".join(f"{n} × {s}" for s, n in sorted(answers.items())))
    kinds = Counter(e["what"] for e in evidence.history)
    print(f"{len(evidence.scans)} scans, {len(evidence.runs)} weekly runs, "
          f"{kinds['delivery']} deliveries received, {kinds['stream']} streams, "
          f"{kinds['report']} reports read, {len(evidence.terms)} changes of a leader")


if __name__ == "__main__":
    sys.exit(main())
