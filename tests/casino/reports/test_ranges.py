"""A span of gaming days sums its rounds to the cent, across clock changes, and includes no others."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.reports.document import Report, Value, decoded, encoded
from casino.reports.figures.baselines import Baselines, baselines
from casino.reports.span.report import format_days, range_report
from compliance.models import Facility
from games.models import Round
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import ROYAL
from tests.games.totals.test_totals import added_up
from tests.prepared import prepared

from .baselines import baseline_of
from .spans import deal, past, record, total, usual_days

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("sums in SQL")]

# In its first hours the clocks are put on.
SPRING = date(2026, 3, 7)
AFTERWARDS = datetime(2026, 3, 20, 12, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-03-{text}Z")


@pytest.fixture
def floor() -> Floor:
    """Three gaming days at two tables, with a round that was cut, one of a second dealer and one struck out."""
    floor = Floor("md", at=at("07T16:00"))
    deal_three_days(floor)
    return floor


@prepared
def deal_three_days(floor: Floor) -> None:
    one, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    deal(floor, one, at("07T17:10"))
    deal(floor, one, at("07T17:50"), ROYAL)
    deal(floor, other, at("08T04:30"))
    deal(floor, other, at("08T06:30"))  # half past one
    deal(floor, other, at("08T07:30"))  # half past three
    deal(floor, other, at("08T09:59"))  # the last minute of the gaming day
    deal(floor, other, at("08T10:00"))
    floor.at = at("08T18:00")
    acts.rotate(floor, one)
    wrong = deal(floor, one, at("08T18:05"))
    deal(floor, one, at("08T18:15"))
    deal(floor, one, at("09T18:15"))
    acts.void(floor, wrong)


def report_of(floor: Floor, first: date = SPRING, last: date = date(2026, 3, 9)) -> Report:
    return range_report([floor.facility], first, last, AFTERWARDS)


NAMES = ("rounds", "seats", "wagers", "staked_cents", "pays_cents", "returned_cents", "limit_cut_cents", "struck")
COLUMNS = ("rounds", "seats", "wagers", "staked", "paid", "returned", "limit_cut", "struck")


def counted(first: date, last: date, key: Any, *, kinds: bool = False) -> dict[Any, dict[str, int]]:
    """Return the rounds of a span, added up from what each was answered, by something of theirs."""
    found: dict[Any, Counter[str]] = {}
    for (table, hour, day, dealer, edition, wager, name), figure in added_up().items():
        if first <= day <= last and bool(wager) is kinds and name in NAMES:
            of = {"table": table, "hour": hour, "day": day, "dealer": dealer, "edition": edition, "wager": wager}
            found.setdefault(key(of), Counter())[COLUMNS[NAMES.index(name)]] += figure
    return {of: dict(figures) for of, figures in found.items()}


def shown(report: Report, sheet: str, *names: str) -> dict[Any, dict[str, Value]]:
    """Return the same as the report has it, without what is nothing."""
    found = {
        tuple(each[name] for name in names): {name: each[name] for name in COLUMNS if each.get(name)}
        for each in report[sheet].records()
    }
    return {of: figures for of, figures in found.items() if figures}


@pytest.mark.parametrize(("first", "last"), [(7, 9), (7, 7), (8, 8), (8, 9), (1, 31)])
def test_a_span_is_what_its_rounds_come_to(floor: Floor, first: int, last: int) -> None:
    days = date(2026, 3, first), date(2026, 3, last)
    report = report_of(floor, *days)
    codes = dict(Round.objects.values_list("table_id", "table__code"))
    badges = dict(Round.objects.values_list("dealer_id", "dealer__badge"))
    zone = ZoneInfo("America/New_York")

    assert shown(report, "days", "day") == counted(*days, lambda of: (of["day"].isoformat(),))
    assert shown(report, "tables", "table") == counted(*days, lambda of: (codes[of["table"]],))
    assert shown(report, "games", "edition") == counted(*days, lambda of: (of["edition"],))
    assert shown(report, "dealers", "badge") == counted(*days, lambda of: (badges[of["dealer"]],))
    by_hour = counted(*days, lambda of: (f"{of['hour'].astimezone(zone):%H}:00",))
    assert shown(report, "hours", "hour") == by_hour
    kinds = counted(*days, lambda of: (of["wager"].replace("_", " "),), kinds=True)
    assert {key: each for key, each in shown(report, "wagers", "kind").items() if "cut" not in key[0]} == kinds
    whole = counted(*days, lambda of: ())[()]
    for sheet in ("days", "tables", "games", "dealers", "hours"):
        assert {name: figure for name, figure in total(report[sheet]).items() if name in COLUMNS and figure} == whole
    assert shown(report, "summary", "span")[("This period",)] == whole


def test_wagers_and_what_was_cut_of_them_are_all_that_was_paid(floor: Floor) -> None:
    report = report_of(floor)

    cut = record(report["wagers"], kind="cut by payout limits")
    whole = total(report["days"])
    assert whole["limit_cut"] == cut["win"] == -cut["paid"] > 0  # type: ignore[operator]
    assert {name: value for name, value in total(report["wagers"]).items() if name not in ("game", "kind")} == {
        name: whole[name] for name in ("wagers", "staked", "paid", "returned", "win", "hold")
    }


def test_without_a_payout_cut_there_is_no_row_for_it(floor: Floor) -> None:
    assert "cut by payout limits" not in report_of(floor, date(2026, 3, 9))["wagers"].values("kind")


def test_the_span_beside_the_one_before_the_month_and_the_year(floor: Floor) -> None:
    table = Round.objects.earliest("pk").table
    past(table, date(2026, 1, 2), 700_00, 50_00)
    past(table, date(2025, 12, 31), 900_00, 50_00)
    report = report_of(floor, date(2026, 3, 8))
    rows = {str(each["span"]): each for each in report["summary"].records()}

    assert list(rows) == ["This period", "Previous 2 days", "Change", "Month to date", "Year to date"]
    seventh = counted(SPRING, SPRING, lambda of: ())[()]
    now, then, change = rows["This period"], rows["Previous 2 days"], rows["Change"]
    assert (then["staked"], then["days"], now["days"]) == (seventh["staked"], 1, 2)
    for name in ("rounds", "staked", "win", "hold"):
        assert change[name] == now[name] - then[name]  # type: ignore[operator]
    assert rows["Month to date"]["rounds"] == Round.objects.filter(voiding=None).count()
    assert rows["Year to date"]["staked"] == rows["Month to date"]["staked"] + 700_00  # type: ignore[operator]
    assert report["summary"].rows[3].about == {"from": "2026-03-01", "until": "2026-03-09"}


def test_every_day_up_to_today_has_a_row(floor: Floor) -> None:
    report = range_report([floor.facility], date(2026, 3, 6), date(2026, 3, 31), at("11T12:00"))

    assert report["days"].values("day") == [f"2026-03-{day:02d}" for day in range(6, 12)]
    assert report["days"].values("rounds") == [0, 6, 2, 1, 0, 0]
    assert report.until is None


def test_a_day_of_twenty_three_hours_and_one_of_twenty_five(floor: Floor) -> None:
    spring = report_of(floor, SPRING, SPRING)
    autumn = range_report([floor.facility], date(2026, 10, 31), date(2026, 10, 31), datetime(2026, 12, 1, tzinfo=UTC))

    assert spring.until
    assert autumn.until
    assert spring.until - spring.since == timedelta(hours=23)
    assert autumn.until - autumn.since == timedelta(hours=25)
    assert (spring.since, spring.time_zone) == (at("07T11:00"), "America/New_York")
    assert spring["hours"].values("hour") == [f"{hour % 24:02d}:00" for hour in range(6, 30)]
    assert record(spring["hours"], hour="02:00")["rounds"] == 0
    assert record(spring["hours"], hour="03:00")["rounds"] == 1


def test_the_hour_that_comes_twice_is_one_hour_of_the_day() -> None:
    floor = Floor("md", at=datetime(2026, 11, 1, 4, tzinfo=UTC))
    table = floor.open_table()
    for hour in (5, 6):
        deal(floor, table, datetime(2026, 11, 1, hour, 30, tzinfo=UTC))

    report = range_report([floor.facility], date(2026, 10, 31), date(2026, 10, 31), datetime(2026, 11, 2, tzinfo=UTC))

    assert record(report["hours"], hour="01:00")["rounds"] == 2
    (dealer,) = report["dealers"].records()
    assert dealer["dealt"] == 7 * 3600  # from midnight until six, with an hour that came twice


def test_time_at_tables_is_that_of_the_span(floor: Floor) -> None:
    report = report_of(floor, date(2026, 3, 8), date(2026, 3, 8))
    first = record(report["dealers"], badge=floor.dealer.badge)

    # From six in the morning until two in the afternoon, when another came.
    assert (first["dealt"], first["rounds"], first["pace"]) == (8 * 3600, 0, 0)
    assert total(report["dealers"])["dealt"] == sum(report["dealers"].values("dealt"))  # type: ignore[arg-type]
    still = range_report([floor.facility], date(2026, 3, 9), date(2026, 3, 9), at("09T12:00"))
    assert set(still["dealers"].values("dealt")) == {2 * 3600}


def test_it_reads_totals_by_few_queries_and_no_round(floor: Floor) -> None:
    with CaptureQueriesContext(connection) as queries:
        report_of(floor)

    assert len(queries) <= 9
    assert not [each for each in queries.captured_queries if '"games_round"' in each["sql"]]


def test_a_report_survives_encoding(floor: Floor) -> None:
    report = report_of(floor)

    assert decoded(encoded(report)) == report
    assert encoded(report_of(floor)) == encoded(report)


def test_without_rounds_there_are_no_rows() -> None:
    report = range_report([Floor("md").facility], SPRING, SPRING, AFTERWARDS)

    assert {sheet.key for sheet in report.sheets if sheet.rows} == {"summary", "days"}
    assert record(report["days"], day="2026-03-07")["hold"] is None


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-03-07", "2026-03-07", "Sat, March 7, 2026"),
        ("2026-03-02", "2026-03-08", "March 2 to 8, 2026"),
        ("2026-02-01", "2026-02-28", "February 2026"),
        ("2026-02-23", "2026-03-01", "February 23 to March 1, 2026"),
        ("2025-12-29", "2026-01-04", "December 29, 2025 to January 4, 2026"),
    ],
)
def test_a_span_in_words(first: str, last: str, said: str) -> None:
    assert format_days(date.fromisoformat(first), date.fromisoformat(last)) == said


# ── What was to be expected


def test_baselines_are_those_of_the_ninety_days_before() -> None:
    floor = Floor("md")
    table, other = floor.new_table(), floor.new_table()
    elsewhere = Floor("md", code="ELSE").new_table()
    days = usual_days(table, date(2026, 1, 1), 60) + usual_days(other, date(2026, 2, 1), 28, seed=2)
    usual_days(elsewhere, date(2026, 1, 1), 60)
    usual_days(table, date(2026, 1, 1), 20, edition="md-1.0")
    past(table, date(2025, 11, 1), 1, 1)
    past(table, date(2026, 3, 2), 1, 1)
    past(other, date(2026, 1, 1), 0, 0)
    past(table, date(2026, 2, 1), 10**13, 10**12, "nj")  # whose squares no whole number of a database holds

    found = baselines(floor.facility, date(2026, 3, 2))

    by_hand = baseline_of((day.staked_cents, day.staked_cents - day.pays_cents - day.returned_cents) for day in days)
    assert found.keys() == {"md", "md-1.0", "nj"}
    assert found["md"][:3] == by_hand[:3] == (88, 88 * 10_000_00, by_hand.win)
    assert abs(found["md"].squares / by_hand.squares - 1) < 1e-12
    assert found["md"].interval(5_000_00) == by_hand.interval(5_000_00)
    assert abs(found["nj"].squares - 10**11) < 1
    rolling = Baselines([floor.facility], date(2026, 2, 20), date(2026, 3, 2))
    assert rolling.before(floor.facility.pk, "md", date(2026, 3, 2))[:3] == found["md"][:3]
    assert rolling.before(floor.facility.pk, "md", date(2026, 1, 31)).days == 30  # no further than ninety before it
    assert rolling.before(floor.facility.pk, "house", date(2026, 3, 2)).days == 0


def test_table_days_outside_are_listed_with_what_they_are_judged_by() -> None:
    floor = Floor("md", at=at("11T12:00"))
    table, other = floor.new_table(), floor.new_table()
    usual_days(table, date(2025, 12, 1), 90)
    past(table, date(2026, 3, 1), 10_000_00, 1_100_00)
    past(other, date(2026, 3, 2), 10_000_00, 4_000_00)
    past(other, date(2026, 3, 3), 100_00, 40_00)  # of so little staked, anything may be won

    report = report_of(floor, date(2026, 3, 1), date(2026, 3, 3))

    (row,) = report["outside"].rows
    assert row.about == {"table": other.code, "day": "2026-03-02", "facility": "MD"}
    assert row.status == "soon"
    (found,) = report["outside"].records()
    expected = baselines(floor.facility, date(2026, 3, 2))["md"].interval(10_000_00)
    assert (found["staked"], found["win"], found["hold"]) == (10_000_00, 4_000_00, 4000)
    assert (found["expected_low"], found["expected_high"]) == expected
    assert report["outside"].note.startswith("1 of 3 table-days.")
    assert report["outside"].cite == report["tables"].cite == "COMAR 36.05.03.25"
    assert [row.status for row in report["tables"].rows] == ["", "soon"]
    # Whatever span it is looked at in.
    assert report_of(floor, date(2026, 3, 2), date(2026, 3, 2))["outside"].rows == (row,)
    assert report_of(floor, date(2025, 12, 20), date(2026, 3, 9))["outside"].rows[-1] == row


def test_where_too_little_was_dealt_before_nothing_is_expected() -> None:
    floor = Floor("nj", at=at("11T12:00"))
    usual_days(floor.new_table(), date(2026, 3, 1), 7, edition="nj")

    report = report_of(floor, date(2026, 3, 8), date(2026, 3, 8))
    past(floor.new_table(), date(2026, 3, 8), 10_000_00, 9_000_00, "nj")
    still = report_of(floor, date(2026, 3, 8), date(2026, 3, 8))

    assert report["outside"].rows == still["outside"].rows == ()
    assert still["tables"].values("expected_low") == [None]
    assert still["outside"].cite == "house policy, after COMAR 36.05.03.25"


def test_two_editions_at_one_table_are_two_rows_and_named_apart() -> None:
    floor = Floor("md", at=at("11T12:00"))
    table = floor.new_table()
    past(table, date(2026, 3, 1), 1_000_00, 50_00)
    past(table, date(2026, 3, 1), 1_000_00, 60_00, "md-1.0")

    report = report_of(floor, date(2026, 3, 1), date(2026, 3, 1))

    names = ["Criss Cross Poker (MD 1.0)", "Criss Cross Poker (MD)"]
    assert (
        sorted(map(str, report["tables"].values("game"))) == sorted(map(str, report["games"].values("game"))) == names
    )
    assert (total(report["tables"])["days"], total(report["tables"])["win"]) == (1, 110_00)


# ── Several facilities


def test_several_facilities_together_and_none_of_the_others(floor: Floor) -> None:
    other = Floor("ma", at=at("07T16:00"))
    Facility.objects.filter(pk=other.facility.pk).update(time_zone="America/Los_Angeles")
    third = Floor("nj", at=at("07T16:00"))
    for each in (other, third):
        each.facility.refresh_from_db()
        deal(each, each.open_table(), at("07T17:20"))

    both = range_report([floor.facility, other.facility], SPRING, SPRING, AFTERWARDS)

    assert both.time_zone == "UTC"
    assert [place.code for place in both.facilities] == ["MD", "MA"]
    assert dict(zip(both["facilities"].values("code"), both["facilities"].values("rounds"), strict=True)) == {
        "MD": 6,
        "MA": 1,
    }
    assert "facilities" not in report_of(floor)
    assert record(both["hours"], hour="12:00")["rounds"] == 2  # in New York
    assert record(both["hours"], hour="09:00")["rounds"] == 1  # at the same time in Los Angeles
    assert set(both["games"].values("edition")) == {"md", "ma"}
    assert "NJ" not in encoded(both).decode()
    for sheet in ("facilities", "days", "tables", "games", "dealers", "hours"):
        assert total(both[sheet])["rounds"] == 7
    assert both["outside"].cite == "COMAR 36.05.03.25; house policy, after COMAR 36.05.03.25"
