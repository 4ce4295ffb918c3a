"""Findings of the round checks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from compliance.models import Severity
from compliance.staff.roles import Role
from games.models import HourlyTotal, Round
from games.rounds.log import build
from games.rounds.log import services as rounds
from games.totals.services import hour_of
from games.violations.services import close_violation
from tables.models import Table
from tests.compliance.alerts.inspections import alert, alerts, look, open_checks
from tests.floor import Floor, deck_at
from tests.games.acts import in_breach, play, spread
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db


def test_a_round_in_breach_is_one_alert_until_its_violations_are_closed(floor: Floor, table: Table) -> None:
    floor.at = deck_at(table).change_due_at or floor.at
    round_ = in_breach(floor, table)
    look(floor, seconds=1)
    found = alert("round_in_breach")

    for violation in round_.violations.all():
        close_violation(violation, finding="The dealer was told", by=floor.compliance_officer, at=floor.at)
    look(floor, seconds=1)

    assert (found.level, found.act) == (Role.COMPLIANCE_OFFICER, "violation.close")
    assert not alerts("round_in_breach")


def test_a_count_that_was_missed_in_a_round_names_that_as_its_breach(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    in_breach(floor, table, a_round("md", seed=8))

    look(floor, seconds=1)

    assert alert("stub_count_missed").text.startswith("Round 5 was logged with a violation")


@pytest.mark.parametrize(
    ("paid", "severity"),
    [(24_999_99, None), (25_000_00, Severity.DUE), (49_999_99, Severity.DUE), (50_000_00, Severity.CRITICAL)],
)
def test_the_severity_of_a_large_payout_depends_on_its_amount(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch, paid: int, severity: Severity | None
) -> None:
    pays(monkeypatch, largest_pays_cents=paid)
    log(floor, table, a_round("md"))

    look(floor, seconds=1)

    assert [each.severity for each in alerts("large_payout")] == ([severity] if severity else [])


def test_an_applied_payout_limit_raises_an_alert(floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pays(monkeypatch, limit_cut_cents=1_250_00)
    log(floor, table, a_round("md"))

    look(floor, seconds=1)

    found = alert("payout_limit")
    assert "$1,250.00" in found.text
    assert found.cite.startswith("MD Ch. 12 §B")


def pays(monkeypatch: pytest.MonkeyPatch, **columns: int) -> None:
    """Let rounds have paid so much, as their columns tell it."""
    made = build.build_round

    def richer(*given: Any, **named: Any) -> Round:
        round_ = made(*given, **named)
        for name, value in columns.items():
            setattr(round_, name, value)
        return round_

    monkeypatch.setattr(rounds, "build_round", richer)


@pytest.fixture
def usual(floor: Floor, table: Table) -> Callable[..., None]:
    """What was played in an hour: forty rounds and one void in each of the last thirty; in the last one, as given."""

    def played(*, dealt: int, voids: int) -> None:
        last = hour_of(floor.facility, floor.at)
        for back in range(31):
            hour = last - timedelta(hours=back)
            figures = {"rounds": dealt, "voids": voids} if back == 0 else {"rounds": 40, "voids": 1}
            HourlyTotal.objects.create(
                facility=floor.facility,
                table=table,
                hour=hour,
                gaming_day=hour.date(),
                dealer=floor.dealer,
                edition="md",
                **figures,
            )

    return played


@pytest.mark.parametrize(
    ("dealt", "voids", "found"),
    [(40, 1, set()), (40, 5, set()), (40, 6, {"void_rate"}), (65, 1, set()), (66, 1, {"round_pace"})],
)
def test_an_hour_beyond_four_standard_deviations_is_unusual(
    floor: Floor, usual: Callable[..., None], dealt: int, voids: int, found: set[str]
) -> None:
    usual(dealt=dealt, voids=voids)

    look(floor, hours=1, minutes=2)

    assert open_checks(floor) & {"void_rate", "round_pace"} == found


def test_an_open_table_without_rounds_for_an_hour_raises_an_alert_until_a_round(floor: Floor, table: Table) -> None:
    look(floor, minutes=60)
    found = alerts("no_rounds")
    log(floor, table, a_round("md"))

    look(floor, minutes=1)

    assert [(each.cite, "spread" in each.text) for each in found] == [("MD Ch. 5 §F; Ch. 5 §G; Ch. 5 §H (R19)", True)]
    assert not alerts("no_rounds")


def test_a_table_whose_device_exempts_it_is_not_told_to_spread_its_cards(floor: Floor) -> None:
    floor.open_table("hand", reshuffles=True, dealer=floor.new_dealer())

    look(floor, minutes=60)

    assert "spread" not in alerts("no_rounds")[-1].text


def test_an_idle_table_without_rounds_raises_no_alert(floor: Floor, table: Table) -> None:
    spread(floor, table)

    look(floor, hours=2)

    assert not alerts("no_rounds")
