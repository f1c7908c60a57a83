"""Checked against the installed package under strict rules: what a typed program sees."""

from __future__ import annotations

from collections.abc import Mapping

from citable_client import (
    AsyncClient,
    Bucket,
    Client,
    RateLimited,
    StreamEnded,
    WebhookMessage,
    verify_webhook,
)
from citable_client.types import Report, ScanStage


def score(client: Client, url: str) -> float | None:
    try:
        accepted = client.scans.create(url, idempotency_key="k", timeout=3)
        buckets: list[Bucket] = accepted.rate_limit or []
        print([bucket.remaining for bucket in buckets if bucket.remaining])
        for event in client.scans.events(accepted.data["id"], after=None):
            stage: ScanStage = event.data["stage"]
            print(event.id, stage.upper(), event.data["check"])
        report = client.scans.get(accepted.data["id"]).data
        # Told apart by `status`.
        if report["status"] != "done":
            return report["completedChecks"]
        whole: Report = report
        for fix in whole["recommendations"]:
            # Pyright tells the two apart by `is`, not by truth.
            print(fix["title"] if fix["locked"] is True else " ".join(fix["steps"]))
        return whole["score"]
    except RateLimited as error:
        return error.retry_after
    except StreamEnded as error:
        print(error.last_id)
        raise


async def change(client: AsyncClient, from_id: str, to_id: str) -> int:
    comparison = (await client.compare(from_id=from_id, to_id=to_id)).data
    return comparison["scoreDelta"] + len(comparison["from"]["id"])


def hook(body: bytes, headers: Mapping[str, str]) -> WebhookMessage:
    return verify_webhook(body, headers, ["whsec_a", "whsec_b"])
