"""What remains of a run: the harness's own records and the service's tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from database import Cluster
from history import read

Row = dict[str, Any]

TRIGGERS = """
CREATE TABLE soak_weeks (monitor_id text, period_start bigint);
CREATE TABLE soak_terms (task text, term bigint, holder text, node inet, at timestamptz);
CREATE FUNCTION soak_term() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO soak_terms VALUES (NEW.task, NEW.term, NEW.holder, inet_client_addr(), clock_timestamp());
    RETURN NEW;
END $$;
CREATE TRIGGER soak_first AFTER INSERT ON leaders FOR EACH ROW EXECUTE FUNCTION soak_term();
CREATE TRIGGER soak_term AFTER UPDATE ON leaders FOR EACH ROW
    WHEN (OLD.term <> NEW.term OR OLD.holder <> NEW.holder) EXECUTE FUNCTION soak_term();
INSERT INTO soak_terms SELECT task, term, holder, NULL, clock_timestamp() FROM leaders;
CREATE TABLE soak_effects (task text, term bigint, node inet, what text, at timestamptz);
CREATE FUNCTION soak_effect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO soak_effects SELECT task, term, inet_client_addr(), NEW.scan_id, clock_timestamp()
        FROM leaders WHERE task = 'monitors';
    RETURN NEW;
END $$;
CREATE TRIGGER soak_effect AFTER INSERT ON monitor_runs FOR EACH ROW EXECUTE FUNCTION soak_effect();
"""
"""Records, on the server, which node led in which term and which node began each weekly run."""


@dataclass
class Evidence:
    """Everything that the checker looks at."""

    history: list[Row]
    limits: dict[str, int | None]
    weeks: list[Row]
    scans: list[Row]
    ends: list[Row]
    reports: list[Row]
    charges: list[Row]
    counters: list[Row]
    runs: list[Row]
    terms: list[Row]
    effects: list[Row]
    deliveries: list[Row]


def gather(cluster: Cluster, history: Path, limits: dict[str, int | None]) -> Evidence:
    """Reads everything."""
    rows = cluster.rows
    return Evidence(
        history=read(history),
        limits=limits,
        weeks=rows("SELECT monitor_id, period_start FROM soak_weeks"),
        scans=rows("SELECT id, url, status, failure_code, monitor_id, attempt FROM scans"),
        ends=rows("SELECT scan_id, seq, status FROM scan_events WHERE status IN ('done', 'error')"),
        reports=rows("SELECT scan_id FROM reports"),
        charges=rows("SELECT scan_id, subject, day, month, returned_at FROM quota_ledger"),
        counters=rows("SELECT subject, bucket, period, used FROM quota_counters"),
        runs=rows("SELECT monitor_id, period_start, scan_id, finished_at FROM monitor_runs"),
        terms=rows("SELECT task, term, holder, node FROM soak_terms ORDER BY at"),
        effects=rows("SELECT task, term, node, what FROM soak_effects"),
        deliveries=rows("SELECT id, body, status, attempt FROM deliveries"),
    )
