"""At an idle table the cards are spread; the first player to return starts the reopening."""

import pytest

from compliance.acts.registry import SUBJECTS
from compliance.errors import RuleViolation
from compliance.models import Entry
from games.engine.questions import idle_table
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.devices import services as devices
from tables.models import Deck, DeckStep, Device, Opening, Table
from tables.openings import services as opening
from tests.floor import EDITIONS, Floor, actions, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db

AGAIN = {
    "md": ["wash", "stack", "shuffle", "cut"],
    "md-1.0": ["wash", "stack", "shuffle", "cut"],
    "house": ["wash", "stack", "shuffle", "cut"],
    "ma": ["wash", "stack", "shuffle", "cut"],
    "nj": ["wash", "stack", "shuffle", "cut"],
    "mi": ["wash", "stack", "shuffle", "cut"],
}


def idle(floor: Floor, method: str = "manual_shoe") -> Table:
    table = floor.open_table(method)
    floor.later(minutes=10)
    return fresh(opening.spread_cards(table, by=floor.floorperson, at=floor.at))


def resume(floor: Floor, table: Table) -> Table:
    floor.later(minutes=10)
    return fresh(opening.resume_table(table, by=floor.floorperson, at=floor.at))


@pytest.mark.parametrize("edition", EDITIONS)
def test_reopening_repeats_the_opening_steps_that_the_text_requires(edition: str) -> None:
    floor = Floor(edition)
    table = idle(floor)
    deck = deck_at(table)

    resume(floor, table)
    again = floor.do_steps(deck)
    floor.open(table)

    assert again == AGAIN[edition]
    assert fresh(table).state == Table.State.OPEN
    assert actions(table.stream_key)[-1] == "table.reopened"


@pytest.mark.parametrize("edition", EDITIONS)
def test_spreading_the_cards_is_journaled_with_its_paragraph(edition: str) -> None:
    floor = Floor(edition)

    table = idle(floor)

    assert Entry.objects.get(action="table.idle", subject=table.subject_key).cite == idle_table(floor.book).cite


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_in_maryland_the_cards_of_an_idle_table_leave_shoe_and_rack_and_lie_face_down(edition: str) -> None:
    floor = Floor(edition)

    table = idle(floor)

    cards = Entry.objects.get(action="table.idle", subject=table.subject_key).facts["cards"]
    assert cards == (
        "taken out of the dealing shoe and the discard rack, and spread face down, or face up if a player asks"
    )


def test_every_step_is_done_before_the_table_is_played_at_again() -> None:
    floor = Floor("md")
    table = idle(floor)
    resume(floor, table)

    for step in AGAIN["md"]:
        with refused("step_missing"):
            floor.open(table)
        opening.do_step(deck_at(table), step=step, by=floor.floorperson, at=floor.at)
    floor.open(table)


def test_the_clock_of_a_deck_goes_on_while_nobody_plays() -> None:
    floor = Floor("md")
    table = idle(floor)
    due = deck_at(table).change_due_at

    resume(floor, table)
    floor.do_steps(deck_at(table))
    floor.open(table)

    assert deck_at(table).change_due_at == due


def test_the_count_of_the_stub_goes_on_when_players_come_back() -> None:
    floor = Floor("md")
    table = idle(floor)
    Table.objects.filter(pk=table.pk).update(rounds_since_count=3)

    resume(floor, table)
    floor.do_steps(deck_at(table))
    floor.open(table)

    assert fresh(table).rounds_since_count == 3


@pytest.mark.parametrize("edition", ["md", "md-1.0"])
def test_a_device_that_reshuffles_and_counts_is_exempt_in_maryland(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("hand", reshuffles=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    resume(floor, table)

    assert fresh(table).state == Table.State.OPEN
    assert Opening.objects.count() == 1


@pytest.mark.parametrize("edition", ["house", "ma", "nj"])
def test_elsewhere_no_device_is_exempt(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table("hand", reshuffles=True, decks=2)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    resume(floor, table)

    assert fresh(table).state == Table.State.OPENING


def test_a_table_that_is_exempt_opens_with_nothing_missing_or_not_at_all() -> None:
    floor = Floor("md")
    table = floor.open_table("hand", reshuffles=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    dealers.release_dealer(table, by=floor.floorperson, at=floor.at)

    with refused("no_dealer"):
        resume(floor, table)

    assert fresh(table).state == Table.State.IDLE


def test_a_player_who_leaves_again_has_the_cards_spread_again() -> None:
    floor = Floor("md")
    table = idle(floor)
    resume(floor, table)

    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    assert fresh(table).state == Table.State.OPENING
    assert Opening.objects.filter(abandoned_at__isnull=False).count() == 1
    assert floor.do_steps(deck_at(table)) == AGAIN["md"]


def test_cards_of_a_table_that_was_never_open_are_not_spread() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    floor.begin(table)

    with refused("not_open_yet"):
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)


def test_only_an_idle_table_is_resumed_and_only_an_open_one_spread() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("wrong_state"):
        opening.resume_table(table, by=floor.floorperson, at=floor.at)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    with refused("wrong_state"):
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)


def test_a_deck_that_comes_when_players_come_back_is_inspected_from_the_beginning() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)
    blue = floor.deck("blue")
    deck_changes.bring_deck(table, deck=blue, by=floor.floorperson, at=floor.at)
    floor.do_steps(deck_at(table))
    with refused("step_missing"):
        floor.open(table)

    floor.do_steps(blue)
    floor.open(table)

    steps = [step.step for step in DeckStep.objects.filter(deck=blue)]
    assert steps == ["receive", "inspect", "verify", "spread", "first_look", "wash", "stack", "shuffle"]


def test_an_inspection_counts_for_the_opening_in_which_it_was_made() -> None:
    floor = Floor("md")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)
    blue = floor.deck("blue")
    deck_changes.bring_deck(table, deck=blue, by=floor.floorperson, at=floor.at)
    floor.verify(blue)

    opening.spread_cards(table, by=floor.floorperson, at=floor.at)

    assert fresh(blue).state == Deck.State.TABLE


def test_a_deck_changed_at_an_idle_table_needs_no_opening_of_its_own() -> None:
    floor = Floor("md")
    table = idle(floor)

    deck_changes.change_deck(
        deck_at(table),
        replacement=floor.deck(),
        reason=Deck.Reason.SCHEDULED,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )

    assert deck_at(table).state == Deck.State.IN_PLAY


def test_a_shuffler_taken_away_while_idle_brings_the_cut_back() -> None:
    floor = Floor("ma")
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    devices.take_device_away(table.devices.get(kind=Device.Kind.SHUFFLER), by=floor.floorperson, at=floor.at)

    assert floor.do_steps(deck_at(table)) == AGAIN["ma"]


# ── The cards' own state when players come back


def reopening_with_a_second_deck(floor: Floor, *, seal: str = "") -> tuple[Table, Deck]:
    """Return a table to which players come back, and a second deck there that was brought and verified."""
    table = floor.open_table("manual_shoe", shuffler=True)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)
    blue = floor.deck("blue", seal=seal)
    deck_changes.bring_deck(table, deck=blue, by=floor.floorperson, at=floor.at)
    floor.verify(blue)
    return table, blue


def test_a_deck_verified_in_a_reopening_given_up_never_goes_back_to_the_reserve() -> None:
    floor = Floor("md")
    table, blue = reopening_with_a_second_deck(floor)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    deck_changes.remove_deck(
        deck_at(table), reason=Deck.Reason.NOT_NEEDED, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )

    with refused("signature_missing"):
        opening.close_table(table, by=floor.floorperson, at=floor.at)
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    assert fresh(blue).state == Deck.State.REMOVED


def test_a_deck_whose_seal_was_broken_is_no_longer_preshuffled() -> None:
    floor = Floor("md")
    table, blue = reopening_with_a_second_deck(floor, seal="S-1")
    before = [step.step for step in DeckStep.objects.filter(deck=blue)]
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    floor.do_steps(blue)

    again = [step.step for step in DeckStep.objects.filter(deck=blue)][len(before) :]
    assert before == ["receive"]
    assert again == ["receive", "inspect", "verify", "spread", "first_look", "wash", "stack", "shuffle"]
    assert fresh(blue).seal == "S-1"


def test_a_preshuffled_deck_is_only_cut_in_the_opening_in_which_its_seal_was_checked() -> None:
    floor = Floor("md")
    table, blue = reopening_with_a_second_deck(floor, seal="S-1")

    floor.do_steps(blue)
    floor.do_steps(deck_at(table))
    floor.open(table)

    steps = [step.step for step in DeckStep.objects.filter(deck=blue)]
    assert "inspect" not in steps
    assert "shuffle" not in steps
    assert fresh(blue).state == Deck.State.IN_PLAY


def offered(deck: Deck) -> list[str]:
    """Return the acts that make sense for a deck now."""
    return [act.name for act in SUBJECTS["deck"].acts if act.when(deck)]


def change_when_reopening(floor: Floor, table: Table, replacement: Deck) -> Deck:
    return deck_changes.change_deck(
        deck_at(table),
        replacement=replacement,
        reason=Deck.Reason.SCHEDULED,
        by=floor.floorperson,
        at=floor.at,
        second=signed_by(floor.dealer),
    )


def reopening_overdue(floor: Floor) -> Table:
    """Return a table to which players come back when its deck is long overdue, its devices inspected that day."""
    table = idle(floor)
    floor.later(hours=20)
    for device in table.devices.all():
        devices.inspect_device(device, by=floor.floorperson, at=floor.at)
    return resume(floor, table)


def test_a_table_is_not_played_at_again_with_a_deck_that_is_overdue() -> None:
    floor = Floor("md")
    table = reopening_overdue(floor)
    floor.do_steps(deck_at(table))

    with pytest.raises(RuleViolation) as caught:
        floor.open(table)

    deck = deck_at(table)
    assert (caught.value.code, caught.value.cite) == ("deck_change", deck.change_cite)
    assert (caught.value.remedy, caught.value.remedy_on) == ("deck.change", deck)


@pytest.mark.parametrize(
    ("seal", "steps"),
    [("", ["receive", "inspect", "verify", "spread", "first_look", *AGAIN["md"]]), ("S-1", ["receive", "cut"])],
)
def test_an_overdue_deck_is_changed_when_players_come_back(seal: str, steps: list[str]) -> None:
    floor = Floor("md")
    table = reopening_overdue(floor)
    old = deck_at(table)
    assert "deck.change" in offered(old)

    new = change_when_reopening(floor, table, floor.deck(seal=seal))
    floor.open(table)

    assert [step.step for step in DeckStep.objects.filter(deck=new)] == steps
    assert not DeckStep.objects.filter(deck=new, signature=None).exists()
    assert (fresh(old).state, fresh(new).state) == (Deck.State.REMOVED, Deck.State.IN_PLAY)
    assert fresh(table).state == Table.State.OPEN


def test_a_deck_changed_when_players_come_back_is_washed_as_any_other_the_next_time() -> None:
    floor = Floor("md")
    table = resume(floor, idle(floor))
    new = change_when_reopening(floor, table, floor.deck())

    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    resume(floor, table)

    assert floor.do_steps(new) == AGAIN["md"]


def test_no_deck_is_changed_in_a_first_opening() -> None:
    floor = Floor("md")
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)
    floor.verify(deck)

    assert "deck.change" not in offered(fresh(deck))
    with refused("deck_not_there_yet"):
        change_when_reopening(floor, table, floor.deck())


def exempt_and_idle(floor: Floor) -> Table:
    table = floor.open_table("hand", reshuffles=True)
    return fresh(opening.spread_cards(table, by=floor.floorperson, at=floor.at))


def test_a_table_that_is_exempt_is_not_resumed_without_cards() -> None:
    floor = Floor("md")
    table = exempt_and_idle(floor)
    deck_changes.remove_deck(
        deck_at(table), reason=Deck.Reason.TAMPERING, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
    )

    with pytest.raises(RuleViolation) as caught:
        resume(floor, table)

    assert (caught.value.code, caught.value.remedy) == ("no_deck", "table.add-deck")
    assert fresh(table).state == Table.State.IDLE


def test_a_table_that_is_exempt_is_not_resumed_with_a_deck_that_is_overdue() -> None:
    floor = Floor("md")
    table = exempt_and_idle(floor)
    floor.later(hours=20)
    for device in table.devices.all():
        devices.inspect_device(device, by=floor.floorperson, at=floor.at)

    with refused("deck_change", deck_at(table).change_cite):
        resume(floor, table)
    change_when_reopening(floor, table, floor.deck())
    resume(floor, table)

    assert fresh(table).state == Table.State.OPEN


def test_a_deck_not_in_play_yet_is_opened_even_beside_a_device_that_is_exempt() -> None:
    floor = Floor("md")
    table, blue = reopening_with_a_second_deck(floor)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    floor.place(table, Device.Kind.SHUFFLER, reshuffles=True)

    resume(floor, table)

    assert fresh(table).state == Table.State.OPENING
    assert fresh(blue).state == Deck.State.TABLE
