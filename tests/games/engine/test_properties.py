"""Properties of every round, tested with hypothesis."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.engine.loading import editions
from games.engine.money import cents
from tests.reference.generate import broken_document, random_document

from .rounds import settle_document

Document = dict[str, Any]

# The same examples in every run; `make fuzz` goes looking for others.
tried_hard = settings(max_examples=300, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A sound document of any edition: offers, folds, forfeits, voids, counts, spins and rare hands among them."""
    edition = draw(st.sampled_from(editions()))
    return random_document(Random(draw(st.integers(0, 2**32))), edition)


@st.composite
def broken_documents(draw: st.DrawFn) -> Document:
    edition = draw(st.sampled_from(editions()))
    return broken_document(Random(draw(st.integers(0, 2**32))), edition)


def settlement_of(document: Document) -> dict[str, Any]:
    answer = settle_document(document)
    assert "settlement" in answer, (document, answer)
    settlement: dict[str, Any] = answer["settlement"]
    return settlement


def money(text: str) -> int:
    return -money(text[1:]) if text.startswith("-") else cents(text) or 0


@tried_hard
@given(documents())
def test_money_is_conserved_to_the_cent(document: Document) -> None:
    settlement = settlement_of(document)

    sums = {"staked": 0, "pays": 0, "returned": 0, "net": 0}
    for seat in settlement["seats"]:
        wagers = seat["wagers"].values()
        assert money(seat["staked"]) == sum(money(wager["stake"]) for wager in wagers)
        assert money(seat["returned"]) == sum(money(wager["returned"]) for wager in wagers)
        assert money(seat["pays"]) == sum(money(wager["pays"]) for wager in wagers) - money(seat["limit_cut"])
        assert money(seat["net"]) == money(seat["pays"]) + money(seat["returned"]) - money(seat["staked"])
        sums = {name: total + money(seat[name]) for name, total in sums.items()}
    totals = settlement["totals"]
    assert {name: money(totals[name]) for name in ("staked", "pays", "returned")} | {"net": sums["net"]} == sums
    assert money(totals["house_net"]) == -sums["net"]


@tried_hard
@given(documents())
def test_every_wager_made_is_settled_once_with_a_citation(document: Document) -> None:
    settlement = settlement_of(document)

    for seat, entered in zip(settlement["seats"], document["round"]["seats"], strict=True):
        assert seat["wagers"].keys() == entered["wagers"].keys()
        for name, wager in seat["wagers"].items():
            assert wager["stake"] == entered["wagers"][name]
            assert wager["cite"]


@tried_hard
@given(documents(), st.permutations("cdhs"))
def test_renaming_suits_changes_nothing(document: Document, suits: list[str]) -> None:
    renaming = dict(zip("cdhs", suits, strict=True))
    renamed = deepcopy(document)
    round_ = renamed["round"]
    if round_.get("community"):
        round_["community"] = {
            place: card and card[0] + renaming[card[1]] for place, card in round_["community"].items()
        }
    for holder in (round_, *round_["seats"]):
        for field in ("six_card", "dealer", "set_aside", "cards"):
            if holder.get(field):
                holder[field] = [card[0] + renaming[card[1]] for card in holder[field]]

    assert settlement_of(renamed) == settlement_of(document)


@tried_hard
@given(documents(), st.data())
def test_a_seats_result_does_not_depend_on_the_others_but_through_community_spins(
    document: Document, data: st.DataObject
) -> None:
    seats = document["round"]["seats"]
    assume(len(seats) > 1 and document["round"].get("stub") is None)
    gone = data.draw(st.sampled_from(seats))
    assume(gone.get("spin") is None)
    fewer = deepcopy(document)
    fewer["round"]["seats"].remove(gone)

    alone = {seat["seat"]: seat for seat in settlement_of(fewer)["seats"]}
    together = {seat["seat"]: seat for seat in settlement_of(document)["seats"] if seat["seat"] != gone["seat"]}
    assert alone == together


@tried_hard
@given(documents())
def test_the_payout_limit_cuts_only_above_the_limit(document: Document) -> None:
    for seat in settlement_of(document)["seats"]:
        won = sum(money(wager["pays"]) for wager in seat["wagers"].values())
        limit = won if seat["limit"] is None else money(seat["limit"])
        assert money(seat["pays"]) == min(won, limit)
        assert money(seat["limit_cut"]) == max(0, won - limit)


@tried_hard
@given(documents(), st.integers(2, 50))
def test_more_stake_never_pays_less(document: Document, times: int) -> None:
    document["offer"].pop("limits", None)
    document["offer"].pop("payout_limit", None)
    more = deepcopy(document)
    for seat in more["round"]["seats"]:
        for name, stake in seat["wagers"].items():
            if name != "bonus_spin":
                raised = times * money(stake)
                seat["wagers"][name] = f"{raised // 100}.{raised % 100:02d}"
    answers = settle_document(document), settle_document(more)
    assume("errors" not in answers[0] and "errors" not in answers[1])  # the text's own limits may bar the greater stake

    for less, greater in zip(*(answer["settlement"]["seats"] for answer in answers), strict=True):
        assert money(greater["pays"]) >= money(less["pays"])
        for name, wager in less["wagers"].items():
            assert money(greater["wagers"][name]["pays"]) >= money(wager["pays"])


@tried_hard
@given(documents())
def test_settling_is_a_pure_function(document: Document) -> None:
    before = deepcopy(document)
    first = settle_document(document)
    kept = deepcopy(first)
    for seat in first["settlement"]["seats"]:
        seat["hands"].clear()
        for wager in seat["wagers"].values():
            wager.clear()
    first["settlement"]["order"].clear()

    assert settle_document(document) == kept
    assert document == before


@tried_hard
@given(broken_documents())
def test_every_error_says_what_where_and_what_to_do(document: Document) -> None:
    for error in settle_document(document).get("errors", []):
        assert error.keys() == {"code", "path", "message", "cite"}
        assert error["message"].endswith(".")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@tried_hard
@given(documents(), json_values, st.data())
def test_any_json_anywhere_is_answered(document: Document, value: Any, data: st.DataObject) -> None:
    places = list(_places(document))
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = value

    answer = settle_document(document)

    assert answer.keys() in ({"settlement"}, {"errors"})


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place inside a document at which something stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, inner in items:
        found.append((value, key))
        found += _places(inner)
    return found


def deep() -> Any:
    nested: Any = []
    for _ in range(100_000):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    "document",
    [
        {"edition": "nj", "offer": {"wagers": ["\ud800"]}},
        {"edition": "nj", "offer": {"wagers": deep()}},
        {"edition": 10**5000},
        {"edition": deep()},
        {"edition": "nj", "round": {"seats": [{"seat": 10**5000, "cards": deep(), "wagers": {"across": 10**5000}}]}},
        {"edition": "nj", "offer": {"bonus_spin": {"wheel": deep()}}},
        {"edition": "ma", "offer": {"odds": {"raise": {"pair": 10**400}}}},
        {"edition": "nj", "\ud800": 1, "round": {"\ud800": 1}},
    ],
    ids=range(8),
)
def test_what_no_json_text_can_hold_is_refused_all_the_same(document: Document) -> None:
    assert settle_document(document)["errors"]
