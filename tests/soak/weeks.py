"""Weeks that pass for monitors. A run lasts minutes, so that the harness sets in the database when a
monitor's week begins; everything else is left to the service."""

from __future__ import annotations

import random
import threading
import time

from database import Cluster

WEEK_MS = 7 * 24 * 60 * 60 * 1000


class Weeks(threading.Thread):
    """Lets a week begin for every monitor, again and again, never before the last run is over."""

    def __init__(self, cluster: Cluster, seed: int) -> None:
        super().__init__(daemon=True)
        self._cluster, self._random, self._over = cluster, random.Random(seed), threading.Event()
        # The first week of each began when it was made.
        cluster.run("INSERT INTO soak_weeks SELECT id, anchor FROM monitors")

    def run(self) -> None:
        """Winds monitors on, one at a time."""
        while not self._over.wait(self._random.uniform(0.5, 1.5)):
            try:
                self._wind_one()
            except RuntimeError:
                # No server accepts changes just now. Whether this change was made is seen at the end.
                continue

    def _wind_one(self) -> None:
        idle = self._cluster.rows(
            "SELECT id FROM monitors m WHERE NOT EXISTS (SELECT 1 FROM monitor_runs r "
            "WHERE r.monitor_id = m.id AND r.finished_at IS NULL) "
            # Nor before the first has begun.
            f"AND next_run_at > {int(time.time() * 1000)} + {WEEK_MS // 2}"
        )
        if not idle:
            return
        monitor = self._random.choice(idle)["id"]
        begins = int(time.time() * 1000) + self._random.randrange(1000, 6000)
        last = begins - WEEK_MS
        # Told to the database in the same transaction, so that the harness can't be wrong about it.
        self._cluster.run(
            f"UPDATE monitors SET anchor = {last}, last_week = {last}, next_run_at = {begins} "
            f"WHERE id = '{monitor}'; INSERT INTO soak_weeks VALUES ('{monitor}', {begins})"
        )

    def stop(self) -> None:
        """Lets no further week begin."""
        self._over.set()
        self.join()
