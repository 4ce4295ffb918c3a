"""A round keeps the settlement of its revision: that today's rules settle it otherwise is told, not called altered."""

import json
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from compliance.journal import triggers
from compliance.models import Alert, Entry
from games.engine.loading import rulebook
from games.models import Round
from games.replay.integrity_scan import walk_settlements
from games.replay.resettle import resettle_all, resettle_one
from games.rounds.log.services import digest
from tables.models import Offer
from tests.compliance.api.caller import Caller
from tests.floor import EDITIONS, Floor, fresh
from tests.games.replay.test_resettle import tamper
from tests.games.revisions import Revise, revise
from tests.games.sample_rounds import a_round, log, misdealt

__all__ = ["revise"]

pytestmark = pytest.mark.django_db

# A pair of queens across, at even money under revision 2.
QUEENS = {
    "community": {"left": "Qs", "middle": "9d", "right": "4c", "top": "Kh", "bottom": "2s"},
    "seats": [
        {
            "seat": 1,
            "cards": ["Qd", "7c"],
            "wagers": dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), "5.00"),
        }
    ],
}
ROW = '{ hand = "pair", of = "J-A", name = "pair_jacks_or_better", pays = "1:1"'
DOUBLED = (ROW, ROW.replace("1:1", "2:1"))
CITE = "Ch. 12 §A(9)"


@pytest.fixture
def floor() -> Floor:
    return Floor("md")


def queens(floor: Floor) -> Round:
    round_ = log(floor, floor.open_table(), QUEENS)
    assert round_.pays_cents == 1500
    return round_


def run(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("resettle", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_stores_and_journals_the_revision_it_is_settled_under(edition: str) -> None:
    floor = Floor(edition)

    round_ = log(floor, floor.open_table(), a_round(edition))

    assert round_.revision == rulebook(edition).revision == (1 if edition == "mi" else 2)
    assert Entry.objects.get(action="round.logged").facts["revision"] == round_.revision


def test_rounds_logged_before_revisions_were_stored_are_of_the_first() -> None:
    (added,) = import_module("games.migrations.0007_round_revision").Migration.operations

    assert (added.model_name, added.name, added.field.default) == ("round", "revision", 1)


def test_a_round_that_a_later_revision_settles_alike_just_matches(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    revise("md", cite=CITE)

    assert rulebook("md").revision == 3
    assert list(resettle_all()) == []
    assert resettle_one(round_).today is None


def test_a_round_that_a_later_revision_settles_otherwise_is_no_altered_round(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    revise("md", DOUBLED, cite=CITE)

    (found,) = resettle_all()

    assert found.round == round_
    assert found.matches
    assert found.faults() == []
    assert str(found.today) == "would pay $25.00 instead of $15.00"
    walk_settlements(floor.at)
    assert not Alert.objects.exists()


def test_a_round_of_the_current_revision_that_settles_otherwise_is_altered(floor: Floor, revise: Revise) -> None:
    revise("md", DOUBLED, cite=CITE)
    round_ = log(floor, floor.open_table(), QUEENS)
    assert (round_.revision, round_.pays_cents) == (3, 2500)
    tamper(round_, settlement=round_.settlement.replace('"25.00"', '"15.00"'))

    (found,) = resettle_all()

    assert not found.matches
    assert found.today is None


def _column(round_: Round) -> dict[str, Any]:
    return {"pays_cents": 2500}


def _settlement(round_: Round) -> dict[str, Any]:
    return {"settlement": round_.settlement.replace('"15.00"', '"25.00"')}


def _revision(round_: Round) -> dict[str, Any]:
    return {"revision": 1}


def _stub(round_: Round) -> dict[str, Any]:
    return {"stub": 45}


def _edition(round_: Round) -> dict[str, Any]:
    return {"edition": "md-1.0"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_column, "column pays_cents is stored as 2500, but recalculates to 1500"),
        (_settlement, "the stored round does not match its hash or its revision in the journal"),
        (_revision, "the stored round does not match its hash or its revision in the journal"),
        (_stub, "column stub is stored as 45, but recalculates to None"),
        (_edition, "column edition is stored as md-1.0, but recalculates to md"),
    ],
)
def test_an_altered_round_of_an_older_revision_is_found(
    floor: Floor, revise: Revise, change: Callable[[Round], dict[str, Any]], says: str
) -> None:
    round_ = queens(floor)
    revise("md", DOUBLED, cite=CITE)
    tamper(round_, **change(round_))

    (found,) = resettle_all()

    assert not found.matches
    assert says in found.faults()


def test_a_tampered_revision_does_not_excuse_another_result(floor: Floor) -> None:
    round_ = queens(floor)
    tamper(round_, revision=1, settlement=round_.settlement.replace('"15.00"', '"25.00"'))

    (found,) = resettle_all()

    assert not found.is_as_journaled
    assert "totals.pays is stored as 25.00, but recalculates to 15.00" in found.faults()


def test_an_offer_that_is_not_what_was_submitted_is_not_excused_by_a_revision(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    revise("md", cite=CITE)
    Offer.objects.filter(pk=round_.offer_id).update(document={"limits": {"ante": ["50.00", "100.00"]}})

    (found,) = resettle_all()

    assert found.faults()[0].startswith("it can no longer be settled: seats[0].wagers.ante_across")


# ── A round of the first revision


def of_the_first_revision(floor: Floor) -> Round:
    """Return a misdealt round as revision 1 logged it: without the number of cards on the table."""
    table = floor.open_table()
    round_ = log(floor, table, misdealt(QUEENS))
    entered = round_.entered()
    del entered["dealt"]
    round_ = tamper(round_, input=msgspec.json.encode(entered).decode(), revision=1)
    entry = Entry.objects.get(action="round.logged")
    facts = {name: value for name, value in entry.facts.items() if name != "revision"}
    triggers.remove(connection)
    Entry.objects.filter(pk=entry.pk).update(facts=facts | {"digest": digest(round_)})
    triggers.install(connection)
    return fresh(round_)


def test_a_round_of_the_first_revision_that_today_is_refused_keeps_its_settlement(floor: Floor) -> None:
    of_the_first_revision(floor)

    (found,) = resettle_all()

    assert found.matches
    assert str(found.today) == (
        "would refuse it: dealt: Enter how many cards lay on the table: it was not a full deal."
    )


def test_its_page_says_what_its_count_meant_then(floor: Floor, client: Client) -> None:
    round_ = of_the_first_revision(floor)
    client.force_login(floor.auditor)

    page = client.get(f"/rounds/{round_.pk}/").text

    assert "Settled under revision 1" in page
    assert "· revision 1" in page
    stub = round_.stub or 0
    assert f"{stub} counted, not {stub - 1}: misdealt" in page
    assert "misdealt, and failed the count" not in page


# ── Where it is shown


def test_the_command_lists_it_apart_and_does_not_fail(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    log(floor, round_.table, a_round(seed=3))
    revise("md", DOUBLED, cite=CITE)

    out, err = run()

    name = f"{round_.table.code} round 1 (id {round_.pk})"
    assert f"{name}: settled under revision 2; today's rules would pay $25.00 instead of $15.00\n" in out
    assert "Settled under another revision, where today's rules differ: 1.\n" in out
    assert out.endswith("1 rounds settle to their stored results.\n")
    assert err == ""


def test_the_command_fails_for_an_altered_round_beside_it(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    other = log(floor, round_.table, QUEENS)
    revise("md", DOUBLED, cite=CITE)
    tamper(other, pays_cents=1)

    with pytest.raises(CommandError, match=r"1 of 2 rounds no longer match\."):
        run()


def test_the_command_prints_json(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    other = log(floor, round_.table, QUEENS)
    revise("md", DOUBLED, cite=CITE)
    tamper(other, pays_cents=1)
    out = StringIO()

    with pytest.raises(CommandError):
        call_command("resettle", "--json", stdout=out)

    found = json.loads(out.getvalue())
    assert found["rounds"] == 2
    assert [(each["id"], each["revision"]) for each in found["altered"]] == [(other.pk, 2)]
    (older,) = found["of_other_revision"]
    assert (older["id"], older["edition"], older["revision"]) == (round_.pk, "md", 2)
    assert older["today"] == "would pay $25.00 instead of $15.00"
    assert {"path": "totals.pays", "stored": "15.00", "today": "25.00"} in older["differences"]


def test_the_page_says_so_with_what_changed_since(floor: Floor, revise: Revise, client: Client) -> None:
    round_ = queens(floor)
    client.force_login(floor.auditor)
    assert "Recalculated: matches" in client.get(f"/rounds/{round_.pk}/").text
    revise("md", DOUBLED, cite=CITE)

    page = client.get(f"/rounds/{round_.pk}/").text

    assert "Settled under revision 2" in page
    assert "Today's rules (revision 3) would pay $25.00 instead of $15.00." in page
    assert "Other odds." in page
    assert "does not match" not in page
    assert "no longer matches" not in page


def test_the_api_says_so(floor: Floor, revise: Revise) -> None:
    round_ = queens(floor)
    caller = Caller(floor.auditor)
    assert caller.get(f"rounds/{round_.pk}/")["revision"] == 2
    assert caller.get(f"rounds/{round_.pk}/replay/")["check"]["today"] is None
    revise("md", DOUBLED, cite=CITE)

    check = caller.get(f"rounds/{round_.pk}/replay/")["check"]

    assert (check["matches"], check["revision"], check["differences"]) == (True, 2, [])
    assert check["today"]["revision"] == 3
    assert {"path": "totals.pays", "stored": "15.00", "today": "25.00"} in check["today"]["differences"]


def test_the_page_of_a_round_opens_although_its_offer_is_forbidden_today(client: Client) -> None:
    floor = Floor("house")
    round_ = log(floor, floor.open_table(), a_round("house"))
    Offer.objects.filter(pk=round_.offer_id).update(document={"wagers": ["six_card_bonus"]})
    client.force_login(floor.auditor)

    response = client.get(f"/rounds/{round_.pk}/")

    assert response.status_code == 200
    assert "This wager requires five_card_bonus." in response.text
