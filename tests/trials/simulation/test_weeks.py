"""Simulated days: raised alerts match the model, and faults in the product are found."""

from datetime import datetime, timedelta

import pytest

from casino.access import AccessTable
from compliance.findings import Inspection
from compliance.models import Alert, Facility, Posting, Severity, Stream
from compliance.staff.roles import EVERYONE, Role
from compliance.staff.scope import Scope
from tables.findings import decks as cards
from tables.findings.decks import lead
from tables.models import Device
from trials.simulation.expected import expected
from trials.simulation.habits import ANYHOW
from trials.simulation.run import BEGAN, simulate
from trials.simulation.same_findings import unequal, unequal_responses
from trials.simulation.script import write_script
from trials.simulation.stored import COVERED

DAYS, TABLES = 1.2, 5


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_raised_alerts_match_the_model(seed: int) -> None:
    outcome = simulate(DAYS, TABLES, seed)

    assert [str(each) for each in outcome.differences] == []
    assert outcome.broken == []
    assert len(outcome.should.told) > 50


@pytest.mark.django_db
def test_raised_alerts_match_the_model_through_the_services() -> None:
    outcome = simulate(0.6, 5, 4, by_services=True)

    assert [str(each) for each in outcome.differences] == []
    assert len(outcome.should.told) > 10


@pytest.mark.slow
@pytest.mark.django_db
def test_every_place_shows_the_same_findings_in_every_state() -> None:
    unlike: list[str] = []
    states: set[frozenset[tuple[str, str, str, int, datetime | None, bool]]] = set()
    answered: set[tuple[str, Severity]] = set()

    def compare(at: datetime) -> None:
        if not states:  # a notice of the facility itself, which the script has none of
            for facility in Facility.objects.all():
                Device.objects.create(facility=facility, kind=Device.Kind.SHUFFLER, serial="Not approved yet")
                Stream.objects.filter(key=facility.stream_key).update(next_check_at=at)
        standing = Alert.objects.filter(gone_at=None)
        state = frozenset(standing.values_list("place", "check_name", "subject", "severity", "due_at", "blocks_play"))
        if state in states:
            return
        states.add(state)
        for facility in Facility.objects.all():
            postings = Posting.objects.filter(facility=facility).select_related("staff")
            people = {posting.role: posting.staff for posting in postings}
            officer, signer = people[Role.COMPLIANCE_OFFICER], people[Role.PIT_BOSS]
            unlike.extend(unequal(facility, Scope(officer, EVERYONE, AccessTable()), at))
            responses, kinds = unequal_responses(facility, by=officer, signer=signer, at=at)
            unlike.extend(responses)
            answered.update(kinds)

    simulate(0.8, 4, 5, after=compare)

    seen = {(check, severity) for state in states for _, check, _, severity, *_ in state}
    assert unlike == []
    assert answered > {("deck_change", each) for each in Severity if each > Severity.NOTICE}
    assert {("stub_count", Severity.NOTICE), ("device_neglected", Severity.CRITICAL)} <= answered
    assert len(states) > 25
    assert len({check for check, _ in seen}) >= 6
    assert {("deck_change", each) for each in Severity if each > Severity.NOTICE} <= seen
    assert {("stub_count", Severity.NOTICE), ("approval_pending", Severity.NOTICE)} <= seen


def test_a_seed_gives_the_same_script() -> None:
    first, again, other = (write_script(seed, 2, 6, ANYHOW, began=BEGAN) for seed in (7, 7, 8))

    assert first == again
    assert first.acts != other.acts


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_changes_at_the_ticks_that_the_model_skips(seed: int) -> None:
    script = write_script(seed, 1.5, 5, ANYHOW, began=BEGAN)
    what = (script.tables, script.acts, script.began, script.until)

    assert expected(*what) == expected(*what, every_tick=True)


def test_a_month_includes_every_covered_check_and_change() -> None:
    script = write_script(1, 30, 10, ANYHOW, began=BEGAN)

    should = expected(script.tables, script.acts, script.began, script.until)

    stages = {(row.check, row.severity) for row in should.rows}
    assert {check for check, _ in stages} == COVERED
    assert {stage for check, stage in stages if check == "deck_change"} == {"warning", "due", "critical"}
    assert {stage for check, stage in stages if check == "stub_count"} == {"notice", "due"}
    assert {each.what for each in should.told} == {"opened", "raised", "reopened", "closed", "escalated"}


# ── A fault is found


@pytest.mark.django_db
def test_an_announcement_that_comes_a_minute_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "lead", lambda: timedelta(minutes=16))

    outcome = simulate(0.5, 4, 1)

    assert {str(each.what[2]) for each in outcome.differences if each.side == "extra" and len(each.what) == 7} == {
        "deck_change"
    }


@pytest.mark.django_db
def test_a_missing_recheck_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    again = Inspection.recheck_at

    def forgets(look: Inspection, *moments: datetime | None) -> None:
        """Look again at all but the moments at which deck changes are to be announced."""
        decks = look.thing.known("decks") if look.place else []
        forgotten = {deck.change_due_at - lead() for deck in decks if deck.change_due_at}
        again(look, *[each for each in moments if each not in forgotten])

    monkeypatch.setattr(Inspection, "recheck_at", forgets)

    outcome = simulate(0.5, 4, 1)

    assert any(each.side == "missing" and "opened  deck_change" in str(each) for each in outcome.differences)
