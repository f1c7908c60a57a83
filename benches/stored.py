#!/usr/bin/env python3
"""How many bytes a scan leaves in the database, beside the forms that came before.

    cargo build --profile dist
    pip install zstandard
    benches/stored.py FOLDER [PROGRAM] [SCANS]

Scans the HTML files of FOLDER in turn through the actors of the service, over a new SQLite file.
Prints the size of the file for 1,000 scans, beside a second file with the same rows in the forms of
before: reports as plain JSON, snapshots compressed by gzip, and a row for each event. Both files
are vacuumed, so that neither has free pages.
"""

import gzip
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import zstandard

HERE = pathlib.Path(__file__).resolve().parent.parent
DICTIONARY = HERE / "actors/src/stored_report/dictionary-1.txt"
TABLES = ["reports", "snapshots", "scan_events"]


def content(table, database):
    """Rows and bytes of what a table's rows hold."""
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    length = " + ".join(f"COALESCE(LENGTH(CAST({column} AS BLOB)), 0)" for column in columns)
    return database.execute(f"SELECT COUNT(*), SUM({length}) FROM {table}").fetchone()


def unpack(database):
    """Gives rows the forms of before."""
    pieces = zstandard.ZstdCompressionDict(
        DICTIONARY.read_bytes(), dict_type=zstandard.DICT_TYPE_RAWCONTENT
    )
    reports = zstandard.ZstdDecompressor(dict_data=pieces)
    snapshots = zstandard.ZstdDecompressor()
    rows = database.execute("SELECT scan_id, body FROM reports").fetchall()
    plain = [(reports.decompress(body[1:]), scan) for scan, body in rows]
    database.executemany("UPDATE reports SET body = ? WHERE scan_id = ?", plain)
    rows = database.execute("SELECT scan_id, body FROM snapshots").fetchall()
    zipped = [(gzip.compress(snapshots.decompress(body), 6), scan) for scan, body in rows]
    database.executemany("UPDATE snapshots SET body = ? WHERE scan_id = ?", zipped)
    for scan, seq, checks in database.execute(
        "SELECT scan_id, seq, earlier_checks FROM scan_events WHERE earlier_checks IS NOT NULL"
    ).fetchall():
        for back, line in enumerate(reversed(checks.splitlines()), 1):
            verdict, check = line.split(" ")
            database.execute(
                "INSERT INTO scan_events (scan_id, seq, at, status, stage, completed_checks, "
                "check_id, check_status) SELECT scan_id, seq - ?, at, status, stage, "
                "completed_checks - ?, ?, ? FROM scan_events WHERE scan_id = ? AND seq = ?",
                (back, back, check, verdict, scan, seq),
            )
    database.execute("UPDATE scan_events SET earlier_checks = NULL")


def size(path, change):
    """Bytes of a database file after a change, and what its tables hold."""
    database = sqlite3.connect(path)
    change(database)
    database.commit()
    database.execute("VACUUM")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    held = {table: content(table, database) for table in TABLES}
    database.close()
    return path.stat().st_size, held


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = sys.argv[2] if len(sys.argv) > 2 else "target/dist/citable"
    scans = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000
    with tempfile.TemporaryDirectory() as place:
        now, before = pathlib.Path(place) / "now.sqlite", pathlib.Path(place) / "before.sqlite"
        command = [program, "load", "scans", "--pages", sys.argv[1], "--calls", str(scans)]
        command += ["--callers", "4", "--database", f"sqlite:{now}"]
        # A page that gets no report, such as an empty one, makes the load fail at its end.
        subprocess.run(command, stdout=subprocess.DEVNULL)
        count = sqlite3.connect(now).execute("SELECT COUNT(*) FROM reports").fetchone()[0]
        size(now, lambda _: None)
        shutil.copy(now, before)
        (new, held), (old, held_before) = size(now, lambda _: None), size(before, unpack)
        for table in TABLES:
            (rows, held_bytes), (rows_before, bytes_before) = held[table], held_before[table]
            print(
                f"{table}: {held_bytes / count:,.0f} bytes in {rows / count:.1f} rows a scan, "
                f"before {bytes_before / count:,.0f} in {rows_before / count:.1f}"
            )
        per_thousand = 1_000 / count / 1e6
        print(
            f"1,000 scans ({count} done): {new * per_thousand:.1f} MB, before "
            f"{old * per_thousand:.1f} MB, {new / old:.2f} of it"
        )


if __name__ == "__main__":
    main()
