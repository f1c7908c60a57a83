"""Faults that are put into the running service, by triggers in its database: does the checker, which
only sees what the harness sees, find them?"""

from __future__ import annotations

SABOTAGES = {
    "charges": ("BEFORE UPDATE ON quota_counters", "NEW.used := OLD.used; RETURN NEW;"),
    "deliveries": (
        "AFTER INSERT ON deliveries",
        """IF pg_trigger_depth() < 2 THEN
               NEW.id := 'msg_' || substr(md5(random()::text), 1, 22);
               INSERT INTO deliveries SELECT NEW.*;
           END IF;
           RETURN NEW;""",
    ),
    "keyed": ("BEFORE UPDATE ON idempotency_keys", "NEW.expires_at := 0; RETURN NEW;"),
    "weeks": ("BEFORE INSERT ON monitor_runs", "RETURN NULL;"),
    "ends": (
        "AFTER UPDATE ON scans",
        """IF NEW.status = 'done' THEN
               INSERT INTO scan_events (scan_id, seq, at, status, stage, completed_checks)
                   VALUES (NEW.id, 900, NEW.finished_at, 'done', 'done', 34);
           END IF;
           RETURN NEW;""",
    ),
}
"""By the rule that has to find it: when it strikes, and what it does then."""
SHARE = 0.2
"""How often it strikes."""


def triggers() -> str:
    """Returns the statements that put all of them in."""
    return "".join(
        f"""CREATE FUNCTION sabotage_{rule}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF random() > {SHARE} THEN RETURN NEW; END IF;
                {does}
            END $$;
            CREATE TRIGGER sabotage_{rule} {strikes} FOR EACH ROW
                EXECUTE FUNCTION sabotage_{rule}();"""
        for rule, (strikes, does) in SABOTAGES.items()
    )


def unseen(violations: list[str]) -> list[str]:
    """Returns the rules that found nothing."""
    seen = {violation.split(":")[0] for violation in violations}
    return sorted(SABOTAGES.keys() - seen)
