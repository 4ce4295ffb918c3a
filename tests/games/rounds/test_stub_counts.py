"""A stub count in a round: its effect on the round, the wagers and the deck."""

import pytest

from compliance.models import Entry
from games.models import HourlyTotal, Round
from games.rounds.stub_tally import expected_stub
from games.totals.services import differences
from tables.decks import changes as deck_changes
from tables.models import Deck, Table
from tables.openings import services as opening
from tests.floor import EDITIONS, Floor, deck_at, fresh, refused, signed_by
from tests.games import acts
from tests.games.acts import codes_of, gates_of
from tests.games.sample_rounds import CARDS, a_round, answer_to, counted, log, misdealt

pytestmark = pytest.mark.django_db

NOT_WHOLE = {
    "md": "MD Ch. 8 §F(5); Ch. 9 §D(5); Ch. 10 §C(4)",
    "md-1.0": "MD 1.0 Ch. 8 §F(5); Ch. 9 §D(5); Ch. 10 §C(4)",
    "house": "house policy (R13)",
    "ma": "MA §7(e)(2)",
    "nj": "NJ 13:69F-40.7(e)2",
    "mi": "house policy (R13)",
}


def pull(floor: Floor, table: Table, *, off_by: int = -1) -> Round:
    return log(floor, table, counted(a_round(floor.edition), floor.edition, off_by=off_by))


def returned_whole(round_: Round) -> bool:
    """Tell whether every wager of every seat went back to the player."""
    wagers = [wager for seat in round_.settled()["seats"] for wager in seat["wagers"].values()]
    each = all((wager["outcome"], wager["returned"]) == ("void", wager["stake"]) for wager in wagers)
    return each and round_.returned_cents == round_.staked_cents > 0 == round_.pays_cents


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_right_count_lets_the_round_stand(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    round_ = log(floor, table, counted(a_round(edition), edition))

    assert (round_.status, round_.counted, round_.deck_removed) == ("settled", True, False)
    assert deck_at(table).state == Deck.State.IN_PLAY
    assert HourlyTotal.objects.get(wager="").counts == 1


@pytest.mark.parametrize("off_by", [-1, 0, 2])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_misdeal_voids_the_round_and_a_whole_deck_stays(edition: str, off_by: int) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    round_ = log(floor, table, misdealt(a_round(edition), edition, off_by=off_by))

    assert (round_.status, round_.void_reason, round_.misdealt) == ("void", "stub_count", True)
    assert returned_whole(round_)
    assert (round_.deck_removed, deck_at(table).state) == (False, Deck.State.IN_PLAY)
    assert log(floor, table, a_round(edition, seed=2)).number == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_misdeal_without_52_cards_takes_the_deck_out_of_play(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    deck = deck_at(table)
    body = counted(a_round(edition), edition)

    round_ = log(floor, table, body | {"misdeal": True, "dealt": 51 - body["stub"]})

    assert (round_.status, round_.void_reason, round_.deck_removed, round_.misdealt) == (
        "void",
        "stub_count",
        True,
        True,
    )
    assert fresh(deck).state == Deck.State.PULLED
    book = floor.book
    assert Entry.objects.get(action="deck.pulled").cite == book.cite(book.count.misdealt_not_whole)


@pytest.mark.parametrize(("stub", "removed"), [(47, False), (46, True)])
def test_a_stub_counted_in_a_round_that_broke_off_is_added_to_the_cards_dealt_by_then(stub: int, removed: bool) -> None:
    floor = Floor("md")
    table = floor.open_table()
    deck = deck_at(table)
    body = a_round(void="face_up_card", stub=stub, dealt=5)

    round_ = log(floor, table, body)

    assert (round_.void_reason, round_.deck_removed) == ("face_up_card", removed)
    assert (fresh(deck).state == Deck.State.PULLED) is removed


def test_a_card_found_face_up_belongs_to_the_sum_and_is_kept_with_the_round() -> None:
    floor = Floor("ma")
    table = floor.open_table()
    body = counted(a_round("ma"), "ma", off_by=-1)
    used = {*body["community"].values(), *body["dealer"], *(card for seat in body["seats"] for card in seat["cards"])}
    aside = next(card for card in CARDS if card not in used)

    round_ = log(floor, table, body | {"set_aside": [aside], "irregularities": ["one_face_up_card"]})

    assert (round_.status, round_.deck_removed) == ("settled", False)
    assert round_.entered()["set_aside"] == [aside]
    assert expected_stub(round_.offer.terms, round_.entered(), round_.seats) == round_.stub


@pytest.mark.parametrize("off_by", [-1, 1])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_failed_count_voids_the_round_and_takes_the_deck_out_of_play(edition: str, off_by: int) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    deck = deck_at(table)

    round_ = pull(floor, table, off_by=off_by)

    deck = fresh(deck)
    assert (round_.status, round_.void_reason, round_.deck_removed) == ("void", "stub_count", True)
    assert returned_whole(round_)
    assert (deck.state, deck.position, deck.removed_reason) == (Deck.State.PULLED, "A", "wrong_count")
    assert deck.removed_at == floor.at
    entry = Entry.objects.get(action="deck.pulled")
    assert (entry.facts["round"], entry.cite) == (1, NOT_WHOLE[edition])
    assert HourlyTotal.objects.get(wager="").voids == 1
    assert list(differences()) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_next_round_needs_another_deck_and_then_play_goes_on(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    pull(floor, table)
    deck, pulled_at = deck_at(table), floor.at
    floor.later(minutes=5)

    (gate,) = gates_of(floor, table)
    new = acts.change(floor, deck, reason=Deck.Reason.SCHEDULED)
    round_ = log(floor, table, a_round(edition, seed=3))

    assert (gate.code, gate.remedy, gate.remedy_on) == ("deck_not_whole", "deck.change", deck)
    assert (round_.deck, round_.number, round_.position) == (new, 2, "A")
    old = fresh(deck)
    assert (old.state, old.removed_at, old.removed_reason) == (Deck.State.REMOVED, pulled_at, "wrong_count")
    assert Entry.objects.get(action="deck.removed", subject=deck.subject_key).facts["reason"] == "wrong_count"


def test_the_answer_says_that_the_deck_must_be_changed() -> None:
    floor = Floor("md")
    table = floor.open_table()

    answer = answer_to(floor, table, counted(a_round(), off_by=-1))

    assert answer["settlement"]["deck_removed"] is True
    assert answer["next"]["deck"] is None
    first = answer["next"]["findings"][0]
    assert (first["code"], first["blocks_play"], "failed the count" in first["message"]) == (
        "deck_not_whole",
        True,
        True,
    )


# ── With two decks


def test_of_two_decks_the_one_that_failed_the_count_leaves_and_the_other_deals_next() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")

    pull(floor, table)
    codes = codes_of(floor, table)
    new = acts.change(floor, red)
    rounds = [log(floor, table, a_round(seed=seed)) for seed in (2, 3)]

    assert codes == ["deck_not_whole"]
    assert [round_.deck for round_ in rounds] == [blue, new]


def test_a_deck_that_failed_the_count_may_be_removed_and_the_other_goes_on_alone() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    pull(floor, table)

    acts.remove(floor, red)
    rounds = [log(floor, table, a_round(seed=seed)) for seed in (2, 3)]

    assert fresh(red).removed_reason == "wrong_count"
    assert [round_.deck for round_ in rounds] == [blue, blue]


def test_where_two_decks_are_demanded_the_one_left_is_not_enough() -> None:
    floor = Floor("house")
    table = floor.open_table(decks=2)
    pull(floor, table)

    acts.remove(floor, deck_at(table, "A"))

    assert codes_of(floor, table) == ["second_deck_missing"]


# ── With a deck out of play


def test_no_deck_is_added_beside_one_that_waits_for_its_envelope_in_a_second_place() -> None:
    floor = Floor("md")
    table = floor.open_table()
    pull(floor, table)

    with refused("second_deck_without_shuffler"):
        deck_changes.add_deck(
            table, deck=floor.deck("blue"), by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
        )


def test_a_table_with_a_deck_out_of_play_closes_and_the_reason_stays() -> None:
    floor = Floor("md")
    table = floor.open_table()
    pull(floor, table)
    deck, pulled_at = deck_at(table), floor.at
    floor.later(minutes=5)

    with refused("signature_missing"):
        opening.close_table(table, by=floor.floorperson, at=floor.at)
    acts.close(floor, table)

    deck = fresh(deck)
    assert (deck.state, deck.removed_reason, deck.removed_at) == (Deck.State.REMOVED, "wrong_count", pulled_at)


def test_a_table_does_not_reopen_with_a_deck_that_failed_the_count() -> None:
    floor = Floor("md")
    table = floor.open_table()
    pull(floor, table)
    acts.spread(floor, table)
    floor.later(minutes=5)
    opening.resume_table(table, by=floor.floorperson, at=floor.at)

    with refused("deck_not_whole"):
        floor.open(table)
    new = acts.change(floor, deck_at(table))
    floor.do_steps(new)
    floor.open(table)

    assert log(floor, table).deck == new


def test_a_reshuffling_shoe_does_not_reopen_with_a_deck_that_failed_the_count() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe", shuffler=True, reshuffles=True)
    pull(floor, table)
    acts.spread(floor, table)
    floor.later(minutes=5)
    opening.resume_table(table, by=floor.floorperson, at=floor.at)

    with refused("deck_not_whole"):
        floor.open(table)


def test_a_card_is_not_replaced_in_a_deck_that_is_out_of_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    pull(floor, table)

    with refused("deck_not_there_yet"):
        deck_changes.replace_card(
            deck_at(table),
            card="As",
            donor=floor.deck(),
            backs_compared=True,
            surveillance_told=True,
            by=floor.pit_boss,
            at=floor.at,
            second=signed_by(floor.dealer),
        )


def test_a_wrong_count_restarts_the_schedule() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)

    pull(floor, table)
    acts.change(floor, deck_at(table))

    assert fresh(table).rounds_since_count == 0
    acts.play(floor, table, 4)
    assert codes_of(floor, table) == ["stub_count_missing"]


def test_a_late_count_that_was_wrong_leaves_alone_a_deck_that_was_changed_since() -> None:
    floor = Floor("md")
    table = floor.open_table()
    old, played_at = deck_at(table), floor.later(minutes=1)
    floor.later(minutes=1)
    new = acts.change(floor, old)
    floor.later(minutes=1)

    round_ = log(floor, table, counted(a_round(played_at=acts.iso(played_at)), off_by=-1))

    assert (round_.deck, round_.deck_removed) == (old, True)
    assert (fresh(old).state, fresh(old).removed_reason) == (Deck.State.REMOVED, "scheduled")
    assert fresh(new).state == Deck.State.IN_PLAY
    assert log(floor, table).deck == new
