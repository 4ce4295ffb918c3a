"""The charts of a report: what they show, and that no report breaks them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import isfinite

import msgspec
import pytest

from casino.reports.charts import pictures_of
from casino.reports.charts.drawing import Chart, ChartBox, ChartLine, ChartText, Look
from casino.reports.charts.frame import LETTER, WIDTH, join_names
from casino.reports.document import Column, Report, Row, Value

from .sample import BEGAN, at, empty, sample
from .sheets import COLUMNS, day, sheet_of, text

KEYS = ["win_by_hour", "hold_by_table", "pace_by_dealer", "deck_ages", "alert_response"]


def with_sheet(
    key: str, rows: Sequence[dict[str, Value]], total: dict[str, Value] | None = None, **more: object
) -> Report:
    """Return a report whose only sheet is this."""
    columns = COLUMNS[key]
    sheet = sheet_of(key, key, columns, [_row(columns, row) for row in rows])
    sheet = msgspec.structs.replace(sheet, total=_row(columns, total) if total else None)
    return msgspec.structs.replace(sample(), sheets=(sheet,), **more)


def _row(columns: Sequence[Column], known: dict[str, Value]) -> Row:
    return Row(tuple(known.get(column.key) for column in columns))


def only(report: Report) -> Chart:
    [picture] = pictures_of(report)
    return picture


def words(picture: Chart, look: Look) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, ChartText) and shape.look == look]


def boxes(picture: Chart, look: Look) -> list[ChartBox]:
    return [shape for shape in picture.shapes if isinstance(shape, ChartBox) and shape.look == look]


def lines(picture: Chart, look: Look) -> list[ChartLine]:
    return [shape for shape in picture.shapes if isinstance(shape, ChartLine) and shape.look == look]


def hours(*wins: int) -> Report:
    return with_sheet("hours", [{"hour": at(place), "win": win} for place, win in enumerate(wins)])


def tables(*holds: int | None, low: int | None = -500, high: int | None = 2500) -> Report:
    rows: list[dict[str, Value]] = [
        {"table": f"T-{place:02d}", "hold": hold, "staked": 100_00, "expected_low": low, "expected_high": high}
        for place, hold in enumerate(holds)
    ]
    return with_sheet("tables", rows)


def test_every_picture_of_a_full_report_is_there_with_words_for_it() -> None:
    pictures = pictures_of(sample())

    assert [picture.key for picture in pictures] == KEYS
    assert all(picture.title and picture.caption and picture.alternative.endswith(".") for picture in pictures)
    assert all(picture.sheet in sample() for picture in pictures)


def test_a_report_of_nothing_has_no_pictures() -> None:
    assert pictures_of(empty()) == []
    assert pictures_of(msgspec.structs.replace(sample(), sheets=())) == []


@pytest.mark.parametrize(
    "report",
    [
        sample(),
        hours(*[-5_00] * 24),
        hours(1),
        hours(*range(-200_000_00, 200_000_00, 1_000_000)),
        tables(*range(-3000, 3000, 100)),
        tables(-999_999, 100, 200, None, 150),
        tables(1500),
        tables(0, low=None, high=None),
        with_sheet("alerts", [{"check": "A very long name of a check that is made", "number": 3, "ack_median": 0}]),
    ],
)
def test_all_shapes_lie_inside_of_their_picture(report: Report) -> None:
    for picture in pictures_of(report):
        for shape in picture.shapes:
            assert all(isfinite(value) for value in shape if isinstance(value, float))
            match shape:
                case ChartBox(left, top, width, height):
                    assert left >= -0.1
                    assert left + width <= picture.width + 0.1
                    assert 0 <= top <= top + height <= picture.height
                    assert width >= 0
                case ChartLine(x1, y1, x2, y2):
                    assert 0 <= min(x1, x2) <= max(x1, x2) <= picture.width
                    assert 0 <= min(y1, y2) <= max(y1, y2) <= picture.height
                case ChartText(x, y, said, anchor):
                    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * len(said) * LETTER * 0.8
                    assert x - before >= -20
                    assert 0 <= x <= WIDTH
                    assert 0 < y <= picture.height


def test_hours_that_lost_hang_below_zero_and_look_different() -> None:
    picture = only(hours(4_210_00, -1_000_00, 300_00))
    zero = lines(picture, "zero")[0].y1

    assert [box.top for box in boxes(picture, "loss")] == [zero]
    assert all(box.top + box.height == pytest.approx(zero) for box in boxes(picture, "bar"))
    assert picture.alternative == "Best hour 14:00, $4,210.00; worst 15:00, −$1,000.00. The house lost in 1 of 3 hours."
    assert words(picture, "value") == ["$4,210.00", "−$1,000.00"]


def test_where_every_hour_lost_none_is_called_won() -> None:
    picture = only(hours(-4_00, -9_00))

    assert boxes(picture, "bar") == []
    assert words(picture, "value") == ["−$9.00"]
    assert "The house lost in 2 of 2 hours" in picture.alternative


def test_hours_without_any_win_or_loss_have_no_picture() -> None:
    assert pictures_of(hours(0, 0)) == []


def test_an_hour_that_the_clock_repeats_has_a_column_each_time() -> None:
    """On 1 November 2026 the hour from one comes twice in New York."""
    turned = [datetime(2026, 11, 1, hour, tzinfo=UTC).isoformat() for hour in (4, 5, 6, 7)]
    picture = only(with_sheet("hours", [{"hour": hour, "win": 100} for hour in turned]))

    assert words(picture, "axis")[-4:] == ["00:00", "01:00", "01:00", "02:00"]


def test_days_of_a_longer_span_have_the_same_picture() -> None:
    columns = (day("day", "Gaming day"), *COLUMNS["hours"][1:])
    rows = [_row(columns, {"day": f"2026-03-{number:02d}", "win": number * 100}) for number in range(1, 32)]
    report = msgspec.structs.replace(sample(), sheets=(sheet_of("days", "By day", columns, rows),))
    picture = only(report)

    assert (picture.key, picture.sheet) == ("win_by_day", "days")
    assert "Best day Tue Mar 31, 2026, $31.00" in picture.alternative
    assert "Mar 1" in words(picture, "axis")


def test_hours_of_the_day_in_words_are_taken_as_they_are() -> None:
    columns = (text("hour", "From"), *COLUMNS["hours"][1:])
    rows = [_row(columns, {"hour": f"{hour:02d}:00", "win": 100 + hour}) for hour in range(24)]
    picture = only(msgspec.structs.replace(sample(), sheets=(sheet_of("hours", "By hour", columns, rows),)))

    assert picture.alternative.startswith("Best hour 23:00, $1.23; worst 00:00, $1.00.")


def test_a_table_outside_of_what_was_expected_is_marked_and_named() -> None:
    picture = only(tables(1000, -700, 2600))

    assert words(picture, "value") == ["10.00 %", "▲ −7.00 %", "▲ 26.00 %"]
    assert len(boxes(picture, "band")) == 3
    assert picture.alternative.startswith("2 of 3 outside expected hold: T-01 −7.00 % and T-02 26.00 %.")


def test_where_nothing_is_known_to_expect_there_is_no_band() -> None:
    picture = only(tables(1000, -700, low=None, high=None))

    assert boxes(picture, "band") == []
    assert "Band" not in picture.caption
    assert "expected" not in picture.alternative


def test_of_sixty_tables_those_outside_are_always_shown() -> None:
    picture = only(tables(*([1000] * 59), -4000))

    assert len(words(picture, "label")) == 24
    assert "T-59" in words(picture, "label")
    assert "24 of 60 tables" in picture.caption


def test_a_hold_very_much_larger_than_the_rest_ends_beyond_the_scale() -> None:
    picture = only(tables(1000, 1100, -90_000, 1200))

    assert "◄" in words(picture, "value")
    assert min(box.width for box in boxes(picture, "bar")) > 20


def test_dealers_stand_by_pace_against_the_floor() -> None:
    rows: list[dict[str, Value]] = [
        {"dealer": "Slow", "pace": 300},
        {"dealer": "None"},
        {"dealer": "Fast", "pace": 450},
    ]
    picture = only(with_sheet("dealers", rows, {"dealer": "All", "pace": 377}))

    assert words(picture, "label") == ["Fast", "Slow"]
    assert words(picture, "value") == ["45.0", "30.0", "floor 37.7"]
    assert len(lines(picture, "tick")) == 1
    assert picture.alternative == "Fastest Fast 45.0; slowest Slow 30.0; floor 37.7."


def test_without_a_pace_of_the_floor_there_is_no_line() -> None:
    picture = only(with_sheet("dealers", [{"dealer": "One", "pace": 300}]))

    assert lines(picture, "tick") == []
    assert picture.alternative == "One 30.0."


def deck(table: str, begin: float, due: float, out: float | None, late: int | None = None) -> dict[str, Value]:
    ended = None if out is None else at(out)
    return {"table": table, "position": "A", "in_play": at(begin), "due": at(due), "out": ended, "late": late}


def test_a_deck_past_its_limit_is_hatched_from_there() -> None:
    picture = only(with_sheet("decks", [deck("T-01", 0, 4, 5, 3600), deck("T-01", 5, 9, None)]))
    [late] = boxes(picture, "overdue")
    [limit] = lines(picture, "limit")

    assert late.left == pytest.approx(limit.x1)
    assert len(lines(picture, "change")) == 1
    assert words(picture, "label") == ["T-01 A"]
    assert words(picture, "value") == ["■ 1:00 late"]
    assert picture.alternative == "2 decks at 1 position, 1 taken out of play. Past the limit: T-01 A by 1:00."


def test_decks_are_clipped_to_the_shift_and_left_out_beyond_it() -> None:
    decks = [deck("T-01", -3, 1, -1), deck("T-02", -3, 1, 0.9), deck("T-03", 7, 11, None)]
    picture = only(with_sheet("decks", decks))
    first, last = boxes(picture, "bar")
    hour = last.width

    assert words(picture, "label") == ["T-02 A", "T-03 A"]
    assert first.width == pytest.approx(0.9 * hour)
    assert words(picture, "value") == ["due 01:00"]
    assert "None past the limit." in picture.alternative


def test_a_shift_that_is_on_duty_is_drawn_until_its_figures_were_read() -> None:
    live = with_sheet("decks", [deck("T-01", 0, 4, None)], until=None, made_at=BEGAN + timedelta(hours=2))

    assert words(only(live), "axis") == ["14:00", "15:00", "16:00"]
    assert pictures_of(msgspec.structs.replace(live, made_at=BEGAN)) == []


@pytest.mark.parametrize(
    "since, zone, hours",
    [
        (datetime(2026, 3, 8, 3, tzinfo=UTC), "America/New_York", ["22:00", "23:00", "00:00", "01:00", "03:00"]),
        (datetime(2026, 11, 1, 3, tzinfo=UTC), "America/New_York", ["23:00", "00:00", "01:00", "01:00", "02:00"]),
        (datetime(2026, 3, 8, 3, tzinfo=UTC), "Asia/Kolkata", ["09:00", "10:00", "11:00", "12:00"]),
    ],
)
def test_hours_on_the_timeline_are_those_of_the_wall(since: datetime, zone: str, hours: list[str]) -> None:
    stay: dict[str, Value] = {
        "table": "T-01",
        "in_play": since.isoformat(),
        "due": (since + timedelta(hours=9)).isoformat(),
    }
    report = with_sheet("decks", [stay], since=since, until=since + timedelta(hours=4), time_zone=zone)

    assert words(only(report), "axis") == hours


def test_of_many_decks_all_that_were_late_are_shown() -> None:
    decks = [deck(f"T-{number:03d}", 0, 4, 3.9) for number in range(100)]
    picture = only(with_sheet("decks", [*decks, deck("T-LATE", 0, 4, 4.5, 1800)]))

    assert len(words(picture, "label")) == 48
    assert "T-LATE A" in words(picture, "label")
    assert "48 of 101 positions" in picture.caption


def test_checks_of_which_none_was_taken_on_are_told_in_words() -> None:
    rows: list[dict[str, Value]] = [
        {"check": "Deck change", "number": 5, "taken_on": 4, "ack_median": 95, "ack_most": 240},
        {"check": "Licence", "number": 1, "taken_on": 0},
    ]
    picture = only(with_sheet("alerts", rows))

    assert words(picture, "label") == ["Deck change"]
    assert "1 more check without an acknowledged alert." in picture.caption
    assert picture.alternative == "4 of 6 alerts acknowledged. Slowest: Deck change, median 0:01."
    assert pictures_of(with_sheet("alerts", rows[1:])) == []


@pytest.mark.parametrize(
    "names, said", [(["a"], "a"), (["a", "b"], "a and b"), (list("abcdef"), "a, b, c, d and 2 more")]
)
def test_names_are_listed_as_a_sentence_has_them(names: list[str], said: str) -> None:
    assert join_names(names) == said


def test_a_sheet_that_lacks_its_columns_breaks_no_picture() -> None:
    bare = tuple(sheet_of(sheet.key, sheet.title, (text("x", "X"),), [Row(("?",))]) for sheet in sample().sheets)

    assert pictures_of(msgspec.structs.replace(sample(), sheets=bare)) == []
