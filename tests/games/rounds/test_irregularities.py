"""Irregularities: the round goes on or is void, and a failed device stops the next round."""

from typing import Any

import pytest

from compliance.models import Entry
from games.engine.problems import Problem, Refused
from games.engine.vocabulary import FAILING_DEVICES
from games.models import Round
from tables.models import Device
from tests.floor import EDITIONS, Floor, deck_at, fresh, refused
from tests.games import acts
from tests.games.lines import send_lines
from tests.games.sample_rounds import a_round, log

pytestmark = pytest.mark.django_db

GO_ON = [
    ("md", "drawn_in_error"),
    ("md-1.0", "drawn_in_error"),
    ("ma", "drawn_in_error"),
    ("ma", "one_face_up_card"),
    ("nj", "drawn_in_error"),
]
FAILURES = [
    ("md", "shoe_failure", "automated_shoe"),
    ("md-1.0", "shoe_failure", "automated_shoe"),
    ("ma", "shoe_failure", "automated_shoe"),
    ("nj", "shoe_failure", "automated_shoe"),
    ("house", "shuffler_failure", "manual_shoe"),
    ("ma", "shuffler_failure", "manual_shoe"),
    ("nj", "shuffler_failure", "manual_shoe"),
]
VOIDS = [
    ("md", "face_up_card", "MD Ch. 13 §A; Ch. 5 §A"),
    ("md", "wrong_card_count", "MD Ch. 13 §C"),
    ("md", "shoe_failure", "MD Ch. 13 §D"),
    ("md-1.0", "face_up_card", "MD 1.0 Ch. 13 §A; Ch. 5 §A"),
    ("md-1.0", "wrong_card_count", "MD 1.0 Ch. 13 §D"),
    ("md-1.0", "shoe_failure", "MD 1.0 Ch. 13 §E"),
    ("house", "shuffler_failure", "House Irregularities (R13)"),
    ("house", "backed_up_cards", "House Irregularities (R13)"),
    ("ma", "face_up_card", "MA §12(a)"),
    ("ma", "shoe_failure", "MA §12(e)"),
    ("nj", "face_up_card", "NJ 13:69F-40.12(a); 13:69F-40.5(a)"),
]


def problems_of(floor: Floor, **more: object) -> list[Problem]:
    with pytest.raises(Refused) as caught:
        log(floor, floor.open_table(), a_round(floor.edition) | more)
    return list(caught.value.problems)


@pytest.mark.parametrize(("edition", "name"), GO_ON)
def test_with_some_irregularities_the_round_goes_on_and_tells_of_them(edition: str, name: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    round_ = log(floor, table, a_round(edition, irregularities=[name]))

    assert (round_.status, round_.irregularities) == ("settled", [name])
    assert Entry.objects.get(action="round.logged").facts["irregularities"] == [name]
    assert "irregularities" not in round_.entered()


@pytest.mark.parametrize(("edition", "name", "cite"), VOIDS)
def test_an_irregularity_that_voids_the_round_must_be_given_as_void(edition: str, name: str, cite: str) -> None:
    floor = Floor(edition)

    (problem,) = problems_of(floor, irregularities=[name])

    assert (problem.code, problem.path, problem.cite) == ("malformed", "irregularities[0]", cite)
    assert f'"void": "{name}"' in problem.message
    assert not Round.objects.exists()


@pytest.mark.parametrize(("edition", "name", "cite"), [each for each in VOIDS if "failure" not in each[1]])
def test_a_void_round_returns_every_wager_and_the_deck_stays(edition: str, name: str, cite: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    round_ = log(floor, table, a_round(edition, void=name))

    assert (round_.status, round_.void_reason) == ("void", name)
    assert (round_.returned_cents, round_.pays_cents) == (round_.staked_cents, 0)
    assert deck_at(table).state == "in_play"
    assert log(floor, table, a_round(edition, seed=2)).number == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_that_the_edition_does_not_know_is_refused(edition: str) -> None:
    (problem,) = problems_of(Floor(edition), irregularities=["spilled_drink"])

    assert (problem.code, problem.path) == ("malformed", "irregularities[0]")


def test_where_the_round_goes_on_with_none_that_is_said() -> None:
    (problem,) = problems_of(Floor("house"), irregularities=["drawn_in_error"])

    assert problem.message.endswith("A round goes on after: none.")


def test_what_is_wrong_with_irregularities_is_said_beside_what_is_wrong_with_the_round() -> None:
    found = problems_of(Floor("md"), irregularities=["drawn_in_error", "face_up_card"], seats=[])

    assert [problem.path for problem in found] == ["irregularities[1]", "seats"]


# ── A device that fails


@pytest.mark.parametrize(
    ("edition", "handling", "cite"),
    [
        ("md", "covered", "MD Ch. 13 §E"),
        ("md", "marked", "MD Ch. 13 §E"),
        ("md", "removed", "MD Ch. 13 §E"),
        ("md-1.0", "covered", "MD 1.0 Ch. 13 §H"),
        ("ma", "removed", "MA §12(f)"),
        ("nj", "marked", "house policy, after MD Ch. 13 §E"),
        ("house", "covered", "house policy, after MD Ch. 13 §E"),
    ],
)
def test_a_device_that_fails_in_a_round_stops_the_next_until_it_is_handled(
    edition: str, handling: str, cite: str
) -> None:
    floor = Floor(edition)
    table = floor.open_table("automated_shoe")
    floor.place(table, Device.Kind.MANUAL_SHOE)
    shoe = table.devices.get(kind=Device.Kind.AUTOMATED_SHOE)

    first = log(floor, table, a_round(edition, void="shoe_failure", failed_device=shoe.pk))
    with refused("device_neglected", cite):
        log(floor, table, a_round(edition, seed=2))
    failed = fresh(shoe)
    acts.handle(floor, shoe, handling)
    second = log(floor, table, a_round(edition, seed=2))

    assert (failed.failed_at, failed.fault) == (floor.at, "Failed in round 1")
    assert (first.failed_device, first.method, second.method) == (shoe, "automated_shoe", "manual_shoe")


@pytest.mark.parametrize("handling", ["covered", "marked"])
def test_where_a_failed_device_must_be_removed_covering_is_not_enough(handling: str) -> None:
    floor = Floor("ma")
    table = floor.open_table("automated_shoe")
    shoe = table.devices.get()
    log(floor, table, a_round("ma", void="shoe_failure", failed_device=shoe.pk))

    with refused("handling_not_lawful", "MA §12(f)"):
        acts.handle(floor, shoe, handling)
    with refused("device_neglected", "MA §12(f)"):
        log(floor, table, a_round("ma", seed=2))


def test_a_device_that_had_failed_before_the_round_is_named_without_failing_again() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe")
    spare = floor.place(table, Device.Kind.SHUFFLER)
    acts.handle(floor, acts.fail(floor, spare), "covered")

    round_ = log(floor, table, a_round(failed_device=spare.pk))

    assert round_.failed_device == spare
    assert Entry.objects.filter(action="device.failed").count() == 1


def test_a_device_of_another_table_did_not_fail_here() -> None:
    floor = Floor("md")
    other = floor.open_table(dealer=floor.new_dealer()).devices.get()

    (problem,) = problems_of(floor, failed_device=other.pk)

    assert problem.path == "failed_device"
    assert fresh(other).in_order


# ── Forfeits


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
@pytest.mark.parametrize("why", ["conduct", "abandoned"])
def test_a_seat_that_forfeits_loses_all_and_the_others_are_settled(edition: str, why: str) -> None:
    floor = Floor(edition)
    body = a_round(edition, seats=3)
    body["seats"][1] |= {"forfeit": why, "cards": [], "wagers": {"ante_across": "5.00", "ante_down": "5.00"}}
    clause = {"conduct": "cards_touched", "abandoned": None}[why]
    body["forfeits"] = [{"seat": 2, "clause": clause}]

    round_ = log(floor, floor.open_table(), body)

    seats = {seat["seat"]: seat for seat in round_.settled()["seats"]}
    assert {wager["outcome"] for wager in seats[2]["wagers"].values()} == {"forfeit"}
    assert seats[2]["net"] == "-10.00"
    assert "forfeit" not in {wager["outcome"] for wager in seats[1]["wagers"].values()}


@pytest.mark.parametrize("edition", ["house", "ma", "nj"])
def test_a_forfeit_is_refused_where_the_text_has_none(edition: str) -> None:
    floor = Floor(edition)
    body = a_round(edition)
    body["seats"][0]["forfeit"] = "conduct"

    (problem,) = problems_of(floor, seats=body["seats"])

    assert (problem.code, problem.path) == ("unknown_field", "seats[0].forfeit")


def forfeiting(why: str = "conduct", **stated: Any) -> dict[str, Any]:
    body = a_round()
    body["seats"][1] |= {"forfeit": why}
    return body | ({"forfeits": [{"seat": 2} | stated]} if stated else {})


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_a_forfeit_names_the_clause_and_who_decided(edition: str) -> None:
    floor = Floor(edition)
    body = forfeiting(clause="hand_told", decided_by=floor.pit_boss.badge)

    round_ = log(floor, floor.open_table(), body)

    (record,) = round_.forfeits
    assert (record["seat"], record["forfeit"], record["clause"]) == (2, "conduct", "hand_told")
    assert record["cite"].endswith("Ch. 11 §A(4)")
    assert record["decided_by"] == floor.pit_boss.badge
    assert Entry.objects.get(action="round.logged").facts["forfeits"] == [record]
    assert "forfeits" not in round_.entered()


def test_the_floorperson_who_logs_decided_unless_another_is_named() -> None:
    floor = Floor("md")

    round_ = log(floor, floor.open_table(), forfeiting("abandoned"))

    assert round_.forfeits == [
        {
            "seat": 2,
            "forfeit": "abandoned",
            "clause": "table_left",
            "cite": "MD Ch. 7 §B(3)",
            "decided_by": floor.floorperson.badge,
        }
    ]


@pytest.mark.parametrize(
    ("stated", "path"),
    [
        ({}, "forfeits"),
        ({"clause": None}, "forfeits[0].clause"),
        ({"clause": "spilled_drink"}, "forfeits[0].clause"),
        ({"clause": "hand_told", "decided_by": "NOBODY"}, "forfeits[0].decided_by"),
    ],
)
def test_a_forfeit_without_a_clause_of_the_rules_or_a_decision_is_refused(stated: dict[str, Any], path: str) -> None:
    found = problems_of(Floor("md"), **forfeiting(**stated))

    assert [(problem.code, problem.path) for problem in found] == [("malformed", path)]
    assert (found[0].cite or "").startswith("MD Ch. 11 §A(5)")


def test_a_dealer_does_not_decide_on_a_forfeit() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with pytest.raises(Refused) as caught:
        log(floor, table, forfeiting(clause="hand_told", decided_by=floor.dealer.badge))

    assert [problem.path for problem in caught.value.problems] == ["forfeits[0].decided_by"]


def test_a_decision_for_a_seat_that_forfeits_nothing_is_refused() -> None:
    found = problems_of(Floor("md"), forfeits=[{"seat": 1, "clause": "hand_told"}])

    assert [problem.path for problem in found] == ["forfeits[0].seat"]


# ── Device failures


@pytest.mark.parametrize(("edition", "reason", "method"), FAILURES)
def test_a_device_failure_names_the_device_and_fails_it(edition: str, reason: str, method: str) -> None:
    floor = Floor(edition)
    table = floor.open_table(
        method, shuffler=reason == "shuffler_failure", decks=2 if reason == "shuffler_failure" else 1
    )
    device = table.devices.get(kind=FAILING_DEVICES[reason])
    goes_on = floor.book.irregularities[reason].round == "goes_on"
    stated = {"irregularities": [reason]} if goes_on else {"void": reason}

    round_ = log(floor, table, a_round(edition, failed_device=device.pk, **stated))

    assert round_.status == ("settled" if goes_on else "void")
    assert round_.failed_device == device
    assert fresh(device).failed_at == floor.at


@pytest.mark.parametrize(("edition", "reason", "method"), FAILURES)
def test_a_device_failure_without_the_device_is_refused_and_says_which_it_may_be(
    edition: str, reason: str, method: str
) -> None:
    floor = Floor(edition)
    table = floor.open_table(
        method, shuffler=reason == "shuffler_failure", decks=2 if reason == "shuffler_failure" else 1
    )
    device = table.devices.get(kind=FAILING_DEVICES[reason])
    rule = floor.book.irregularities[reason]
    stated = {"irregularities": [reason]} if rule.round == "goes_on" else {"void": reason}

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(edition, **stated))

    (problem,) = caught.value.problems
    assert (problem.path, problem.cite) == ("failed_device", floor.book.cite(rule))
    assert str(device) in problem.message
    assert not Round.objects.exists()


def test_a_device_of_another_kind_did_not_fail() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe", shuffler=True)
    shuffler = table.devices.get(kind=Device.Kind.SHUFFLER)

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(void="shoe_failure", failed_device=shuffler.pk))

    assert [problem.path for problem in caught.value.problems] == ["failed_device"]
    assert fresh(shuffler).in_order


def test_at_a_table_without_such_a_device_it_did_not_fail() -> None:
    (problem,) = problems_of(Floor("md"), void="shoe_failure")

    assert (problem.path, problem.cite) == ("void", "MD Ch. 13 §D")
    assert "has no automated dealing shoe" in problem.message


# ── Void for a reason that the rules do not name


@pytest.mark.parametrize(("edition", "reason"), [("md", "other"), ("house", "face_up_card"), ("md", "backed_up_cards")])
def test_a_void_that_the_rules_do_not_name_is_explained_and_signed(edition: str, reason: str) -> None:
    floor = Floor(edition)

    round_ = log(
        floor, floor.open_table(), acts.decided(floor, a_round(edition, void=reason)), second=acts.pit_boss(floor)
    )

    assert (round_.status, round_.void_reason, round_.void_explanation) == ("void", reason, "A fire alarm")
    assert round_.signature is not None
    assert (round_.signature.signer, round_.signature.cite) == (floor.pit_boss, "house policy")
    assert not round_.in_breach
    assert Entry.objects.get(action="round.logged").facts["void_explanation"] == "A fire alarm"


@pytest.mark.parametrize("reason", ["other", "backed_up_cards"])
def test_a_void_that_the_rules_do_not_name_is_refused_without_an_explanation(reason: str) -> None:
    (problem,) = problems_of(Floor("md"), void=reason)

    assert (problem.code, problem.path, problem.cite) == ("malformed", "void_explanation", "house policy (R12)")


def test_a_void_that_the_rules_name_is_not_explained() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with pytest.raises(Refused) as caught:
        log(floor, table, acts.decided(floor, a_round(void="face_up_card")), second=acts.pit_boss(floor))

    assert [problem.path for problem in caught.value.problems] == ["void_explanation"]


def test_an_explained_void_is_not_logged_without_the_signature() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("signature_missing", "house policy"):
        log(floor, table, acts.decided(floor, a_round(void="other")))

    assert not Round.objects.exists()


def test_one_signature_serves_for_a_violation_and_the_void() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.fail(floor, table.devices.get())
    body = acts.decided(floor, a_round(void="other", breach_reason="The players were waiting"))

    round_ = log(floor, table, body, second=acts.pit_boss(floor))

    assert (round_.in_breach, round_.void_explanation) == (True, "A fire alarm")


def test_a_void_by_the_count_has_its_count() -> None:
    (problem,) = problems_of(Floor("md"), void="stub_count")

    assert (problem.code, problem.path) == ("bad_stub", "stub")


def test_in_a_batch_a_round_that_needs_a_signature_is_refused() -> None:
    floor = Floor("md")
    table = floor.open_table()
    at = floor.later(minutes=1).isoformat()

    unexplained, explained = send_lines(
        floor,
        table,
        a_round(void="other", played_at=at),
        acts.decided(floor, a_round(seed=2, void="other", played_at=at)),
    )

    assert [error["path"] for error in unexplained["errors"]] == ["void_explanation"]
    assert [error["path"] for error in explained["errors"]] == ["void_explanation"]
    assert not Round.objects.exists()
