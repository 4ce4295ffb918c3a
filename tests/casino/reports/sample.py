"""Build a sample shift report with every sheet filled, for tests of pages and files."""

from datetime import UTC, datetime, timedelta
from random import Random

from casino.reports.document import Column, Report, ReportPlace, Row, Sheet, Value, ValueKind

from .sheets import COLUMNS, TITLES, sheet_of

BEGAN = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
ENDED = BEGAN + timedelta(hours=8)

TABLES = ("CHP-01", "CHP-02", "CHP-03", "CHP-04", "CHP-05", "CHP-06")
DEALERS = (("Ana Łukasik", "CHP-3101"), ("Björn Åström", "CHP-3102"), ("Chioma Obi", "CHP-3103"))
KINDS = ("ante across", "ante down", "across", "down", "middle", "five card bonus")
DECKS = ("A TW-0012 red", "B TW-0031 blue")


def at(hours: float) -> str:
    return (BEGAN + timedelta(hours=hours)).isoformat()


def _measures(dice: Random) -> dict[str, Value]:
    rounds, staked = dice.randrange(40, 320), dice.randrange(2_000_00, 90_000_00)
    paid, returned = staked * dice.randrange(20, 60) // 100, staked * dice.randrange(30, 55) // 100
    win = staked - paid - returned
    return {
        "rounds": rounds,
        "voids": dice.randrange(4),
        "struck": dice.randrange(2),
        "seats": rounds * 4,
        "wagers": rounds * 19,
        "staked": staked,
        "paid": paid,
        "returned": returned,
        "win": win,
        "hold": win * 10_000 // staked,
        "limit_cuts": dice.randrange(2),
        "limit_cut": dice.randrange(5) * 100_00,
        "spins": dice.randrange(9),
        "jackpots": 0,
        "jackpot": 0,
        "pace": dice.randrange(280, 520),
        "open": dice.randrange(3600, 28800),
        "dealt": dice.randrange(3600, 20000),
        "expected_low": -350,
        "expected_high": 1240,
    }


def _row(
    columns: tuple[Column, ...], dice: Random, known: dict[str, Value], about: dict[str, str], status: str = ""
) -> Row:
    measured = _measures(dice)
    return Row(tuple(known.get(column.key, measured.get(column.key)) for column in columns), about, status)


def _total(columns: tuple[Column, ...], rows: list[Row]) -> Row:
    added = (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.SPAN)
    cells: list[Value] = []
    for place, column in enumerate(columns):
        values = [row.cells[place] for row in rows]
        cells.append(sum(v for v in values if isinstance(v, int)) if column.kind in added else None)
    cells[0] = "All"
    return Row(tuple(cells))


def _grouped(dice: Random) -> dict[str, list[tuple[dict[str, Value], dict[str, str]]]]:
    return {
        "pits": [({"pit": f"P{n} Main"}, {"pit": f"P{n}"}) for n in (1, 2)],
        "tables": [({"table": code, "pit": "P1", "game": "Criss Cross Poker"}, {"table": code}) for code in TABLES],
        "games": [
            ({"game": "Criss Cross Poker", "edition": "md"}, {"edition": "md"}),
            ({"game": "Double Cross Poker", "edition": "md-dcp"}, {"edition": "md-dcp"}),
        ],
        "dealers": [({"dealer": name, "badge": badge}, {"dealer": badge}) for name, badge in DEALERS],
        "hours": [({"hour": at(hour)}, {"hour": at(hour)}) for hour in range(8)],
    }


def _plain() -> dict[str, list[Row]]:
    """Return the rows of what was owed."""
    played = [("1204", "CHP-01", at(1.2)), ("1377", "CHP-03", at(5.75))]
    return {
        "attention": [
            Row(("Late deck changes", 1, "MD Ch. 3 §F"), {"sheet": "deck_changes"}, "due"),
            Row(("Open violations", 1, "house policy"), {"sheet": "breaches"}, "blocked"),
            Row(("Tables outside expected hold", 1, "COMAR 36.05.03.25"), {"sheet": "tables"}, "soon"),
        ],
        "payouts": [
            Row((*played[0], "Ana Łukasik", 7_500_00, 150_00, 0), {"round": "1"}),
            Row((*played[1], "Chioma Obi", 2_500_00, 50_00, 12_50), {"round": "2"}),
        ],
        "limits": [Row((*played[1], 2_500_00, 12_50), {"round": "2"})],
        "jackpots": [],
        "decks": [
            *(
                Row(
                    (
                        code,
                        "A",
                        DECKS[0],
                        at(-1 + n / 2),
                        at(3 + n / 2),
                        at(2.9 + n / 2),
                        "scheduled change",
                        14040,
                        14400,
                        None,
                    ),
                    {"deck": "1", "table": code},
                )
                for n, code in enumerate(TABLES)
            ),
            *(
                Row(
                    (
                        code,
                        "A",
                        DECKS[1],
                        at(3 + n / 2),
                        at(7 + n / 2),
                        None,
                        "",
                        int(3600 * (5 - n / 2)),
                        14400,
                        3600 if n == 0 else None,
                    ),
                    {"deck": "2", "table": code},
                    "due" if n == 0 else "",
                )
                for n, code in enumerate(TABLES)
            ),
        ],
        "deck_changes": [
            Row((code, 1, 1, int(n == 0)), {"table": code}, "due" if n == 0 else "") for n, code in enumerate(TABLES)
        ],
        "counts": [
            Row((code, 60, 12, 12 - (n == 2), int(n == 2), int(n == 3)), {"table": code}, "due" if n == 2 else "")
            for n, code in enumerate(TABLES)
        ],
        "openings": [
            Row((at(0.5), "CHP-01", "Opened", "Maria Stone", "Ana Łukasik"), {"table": "CHP-01"}),
            Row((at(7.5), "CHP-06", "Closed for cause", "Maria Stone", ""), {"table": "CHP-06"}, "soon"),
        ],
        "irregularities": [Row(("Card drawn in error", 2), {"kind": "drawn_in_error"})],
        "devices": [
            Row(
                ("Automated shoe AS-7702", "CHP-04", "Stops after the third card", at(2), "covered", None, 21600),
                {"device": "4"},
                "due",
            )
        ],
        "alerts": [
            Row(("Deck change", 5, 1, 4, 95, 240, 4, 0, 600, 1500, 1), {"check": "deck_change"}),
            Row(("Large payout", 2, 0, 2, 40, 61, 0, 2, 300, 420, 0), {"check": "large_payout"}),
        ],
        "breaches": [
            Row(
                (*played[0], "Deck A was dealt twice in a row.", "MD Ch. 3 §G", "open", ""),
                {"round": "1", "violation": "1"},
                "blocked",
            )
        ],
        "struck": [
            Row(
                (
                    *played[0],
                    "Seat 5 was entered though nobody sat there",
                    "Maria Stone",
                    "Omar Reed",
                    150_00,
                    0,
                    150_00,
                ),
                {"round": "1"},
            )
        ],
        "stints": [
            Row((name, badge, "CHP-01" if n else "Break", at(n), at(n + 1), 3600), {"dealer": badge})
            for n, (name, badge) in enumerate(DEALERS)
        ],
        "open_items": [
            Row(
                ("P1", "CHP-01", "Change deck B TW-0031 blue before the next round", "overdue", at(7), "MD Ch. 3 §F"),
                {"table": "CHP-01"},
                "due",
            ),
            Row(
                (
                    "P1",
                    "CHP-04",
                    "Automated shoe AS-7702 is down: stops after the third card",
                    "down",
                    None,
                    "MD Ch. 13 §E",
                ),
                {"device": "4"},
                "soon",
            ),
            Row(
                ("P2", "CHP-05", "Count the stub in the next round", "count due", None, "MD Ch. 5 §C"),
                {"table": "CHP-05"},
                "soon",
            ),
        ],
    }


def sample() -> Report:
    """Return the report."""
    dice, sheets = Random(7), []
    grouped, plain = _grouped(dice), _plain()
    spans = ("This shift", "Same shift a week ago", "Change in a week", "Month to date", "Year to date")
    for key, columns in COLUMNS.items():
        total = None
        if key == "summary":
            rows = [_row(columns, dice, {"span": name}, {}) for name in spans]
        elif key in grouped:
            rows = [_row(columns, dice, known, about) for known, about in grouped[key]]
            total = _total(columns, rows)
        elif key == "wagers":
            rows = [_row(columns, dice, {"game": "Criss Cross Poker", "kind": kind}, {}) for kind in KINDS]
            total = _total(columns, rows)
        elif key == "wagers_by":
            rows = [
                _row(columns, dice, {"by": "Table", "name": code, "kind": kind}, {})
                for code in TABLES
                for kind in KINDS
            ]
        else:
            rows = plain[key]
            total = _total(columns, rows) if key in ("deck_changes", "counts") else None
        sheets.append(sheet_of(key, TITLES[key], columns, rows, total=total))
    return Report(
        title="Swing, Saturday, March 7, 2026",
        subtitle="Chesapeake Palace",
        facilities=(ReportPlace("CHP", "Chesapeake Palace", "Maryland", "America/New_York"),),
        time_zone="America/New_York",
        since=BEGAN,
        until=ENDED,
        made_at=ENDED,
        facts=(
            ("Gaming day", "Sat Mar 7, 2026"),
            ("Shift", "Swing 14:00–22:00"),
            ("Manager", "Ruth Calder"),
            ("On duty", "14:00 to 22:00"),
            ("Pit bosses", "P1 Omar Reed · P2 Nina Falk"),
        ),
        sheets=tuple(sheets),
    )


def empty() -> Report:
    """Return the report of a shift in which nothing happened."""
    full = sample()
    bare = tuple(Sheet(each.key, each.title, each.columns) for each in full.sheets)
    return Report(full.title, full.subtitle, full.facilities, full.time_zone, BEGAN, None, BEGAN, full.facts, bare)
