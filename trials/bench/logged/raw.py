"""Measure the limit: write the rows that the product stores for a round, without Django.

Each round is one transaction: insert the round, its journal entry and its receipt, add to the totals, and update the
rows of the table and its stream. `python -m trials.bench.logged.raw` does this at one table for a while and prints the
number of rounds.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from typing import Any

import psycopg

# For each table written: how to find its last row, and which columns must differ between rounds.
INSERTED = {
    "games_round": ("table_id = {table}", {"number"}),
    "compliance_entry": ("stream_id = {stream}", {"sequence", "hash"}),
    "compliance_receipt": ("key LIKE '{code}-%'", {"key"}),
}
# The totals, and the unique key of each.
TOTALS = {
    "games_hourlytotal": ("table_id", "hour", "shift", "dealer_id", "edition", "wager"),
    "games_daytotal": ("table_id", "gaming_day", "edition"),
}
TOTALS_OF = {"facility_id", *(column for key in TOTALS.values() for column in key)}
UPDATED = {
    "tables_table": ("{table}", ("round_number", "rounds_since_count", "last_position", "last_played_at")),
    "compliance_stream": ("{stream}", ("length", "head", "changed", "changed_at")),
}

Statement = tuple[str, list[Any], list[int]]
Round = list[tuple[str, list[Any]]]


class Rows:
    """Build the statements that write a round at a table from the round it already has."""

    def __init__(self, execute: Callable[[str], Any], code: str, *, sign: str) -> None:
        self.execute, self.sign = execute, sign
        (self.table,) = execute(f"SELECT id FROM tables_table WHERE code = '{code}'").fetchone()
        (self.stream,) = execute(f"SELECT id FROM compliance_stream WHERE key = 'table:{code}'").fetchone()
        self.ids = {"table": self.table, "stream": self.stream, "code": code}

    def statements(self) -> list[Statement]:
        """Return each statement with its values, and the indexes of the values that must be new each time."""
        inserts = [self._insert(name, where, new) for name, (where, new) in INSERTED.items()]
        updates = [self._update(name, which, columns) for name, (which, columns) in UPDATED.items()]
        return [*inserts, *(self._add(name, key) for name, key in TOTALS.items()), *updates]

    def _read(self, name: str, where: str, limit: str = "LIMIT 1") -> tuple[list[str], list[list[Any]]]:
        found = self.execute(f"SELECT * FROM {name} WHERE {where.format(**self.ids)} ORDER BY id DESC {limit}")
        columns = [column[0] for column in found.description]
        return columns[1:], [list(row[1:]) for row in found.fetchall()]  # the database assigns the id

    def _insert(self, name: str, where: str, new: set[str]) -> Statement:
        columns, (row,) = self._read(name, where)
        places = [columns.index(column) for column in new]
        signs = ", ".join([self.sign] * len(columns))
        return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({signs})", row, places

    def _add(self, table: str, key: tuple[str, ...]) -> Statement:
        columns, rows = self._read(table, "table_id = {table}", limit="")
        signs = ", ".join([f"({', '.join([self.sign] * len(columns))})"] * len(rows))
        sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in columns if name not in TOTALS_OF)
        conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sums}"
        # Add 1 to every figure: adding the stored value would double it each time.
        values = [value if name in TOTALS_OF else 1 for row in rows for name, value in zip(columns, row, strict=True)]
        return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {signs} {conflict}", values, []

    def _update(self, name: str, which: str, columns: tuple[str, ...]) -> Statement:
        where = f"id = {which.format(**self.ids)}"
        found, (row,) = self._read(name, where)
        values = [row[found.index(column)] for column in columns]
        return f"UPDATE {name} SET {', '.join(f'{each} = {self.sign}' for each in columns)} WHERE {where}", values, []


def renewed(statement: Statement, number: int, code: str) -> list[Any]:
    """Return a statement's values, with the ones that must be new derived from a number."""
    _, values, places = statement
    for place in places:
        values[place] = number if isinstance(values[place], int) else f"{code}-{number}".ljust(64, "0")
    return values


def insert(write: Callable[[Round], None], statements: list[Statement], code: str, seconds: float) -> int:
    """Write rounds until the time is over; return how many."""
    begun = number = time.time_ns() // 100_000 % 1_000_000_000  # above those of all earlier turns
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        number += 1
        write([(statement[0], renewed(statement, number, code)) for statement in statements])
    return number - begun


def on_postgresql(url: str, code: str, seconds: float) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        # Load as text; the database converts it back to each column's type.
        for kind in ("jsonb", "date", "timestamptz", "bytea"):
            connection.adapters.register_loader(kind, psycopg.types.string.TextLoader)
        statements = Rows(connection.execute, code, sign="%s").statements()

        def write(round_: Round) -> None:
            with connection.pipeline(), connection.transaction():
                for sql, values in round_:
                    connection.execute(sql, values)

        return insert(write, statements, code, seconds)


def on_sqlite(path: str, code: str, seconds: float) -> int:
    connection = sqlite3.connect(path, isolation_level=None, timeout=20)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")
    statements = Rows(connection.execute, code, sign="?").statements()

    def write(round_: Round) -> None:
        connection.execute("BEGIN IMMEDIATE")
        for sql, values in round_:
            connection.execute(sql, values)
        connection.execute("COMMIT")

    return insert(write, statements, code, seconds)


if __name__ == "__main__":
    where, seconds, code = sys.argv[1:]
    done = on_postgresql if where.startswith("postgres") else on_sqlite
    print(json.dumps(done(where, code, float(seconds))))
