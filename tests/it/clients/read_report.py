"""Signs in with a key and reads a report, through what openapi-python-client makes of the description."""

import json
import sys

from citable_client import AuthenticatedClient
from citable_client.api.scans import read_scan
from citable_client.api.sign_in import read_me
from citable_client.models import LockedFix, Report, SessionIdentity


def read(base: str, token: str, scan_id: str) -> dict[str, object]:
    client = AuthenticatedClient(base_url=f"{base}/api/v1", token=token)
    me = read_me.sync(client=client)
    if not isinstance(me, SessionIdentity):
        raise SystemExit("nobody")
    report = read_scan.sync(scan_id, client=client)
    if not isinstance(report, Report):
        raise SystemExit("no report")
    failed = [check for check in report.checks if check.status == "fail"]
    fixes: list[str] = [
        fix.title if isinstance(fix, LockedFix) else " ".join(fix.steps)
        for fix in report.recommendations
    ]
    score: int = report.score
    return {
        "plan": me.plan,
        "id": report.id,
        "score": score,
        "checks": len(report.checks),
        "failed": len(failed),
        "fixes": len(fixes),
    }


print(json.dumps(read(*sys.argv[1:4])))
