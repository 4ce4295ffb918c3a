"""What happens at the demo's tables: they open and close; devices, dealers and decks come and go."""

from datetime import datetime
from functools import partial
from typing import Any

from compliance.models import Staff
from tables.dealers import services as dealers
from tables.dealers.roster import dealer_at, floorperson_at
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.devices.dealing_method import dealing_method_at
from tables.floor import services as floor
from tables.models import Deck, Table
from tables.openings import services as opening
from tables.openings.sequence import SIGNED_STEPS, opening_of, progress

from .place import PIT_BOSS, SECURITY, Place
from .refs import Ref, in_play, signed, staff, table


class Evening(Place):
    def opens(
        self, number: int, ago: float, *, dealer: str, floorperson: str, cards: list[Ref], steps: int | None = None
    ) -> None:
        """Open a table with people, devices and cards, step by step; it is open `ago` minutes ago.

        `steps`: stop after this many of the steps that follow the verification, and leave the opening unfinished.
        """
        self.do(ago + 17, floor.supervise, table(number), floorperson=staff(floorperson), by=PIT_BOSS)
        self.do(ago + 16, dealers.assign_dealer, table(number), dealer=staff(dealer), by=floorperson)
        self.do(ago + 15, opening.begin_opening, table(number), by=floorperson)
        if steps is None:
            self.story.tell(ago + 14, lambda at: self.inspects(number, at))
        for place, deck in enumerate(cards):
            self.do(ago + 13 - place, deck_changes.bring_deck, table(number), deck=deck, by=floorperson)
        verified = cards if steps is None else cards[:1]
        for place, _ in enumerate(verified):
            self.do(
                ago + 10 - place,
                opening.verify_deck,
                in_play(number, "AB"[place]),
                by=floorperson,
                second=signed(opening.INSPECTION, dealer),
            )
        self.story.tell(ago + 8, lambda at: self._prepare(number, at, steps))
        if steps is None:
            self.story.tell(ago, lambda at: self.inspects(number, at))
            self.do(ago, opening.open_table, table(number), by=floorperson)

    def _prepare(self, number: int, at: datetime, most: int | None) -> None:
        """Plan the steps that bring the verified decks into play, one every half minute."""
        found = self.table(number)
        _, by = people_at(found)
        book, dealing, under_way = deck_changes.offer_of(found, at).book, dealing_method_at(found), opening_of(found)
        assert under_way is not None
        steps = [
            (deck, step.value.id)
            for deck in found.decks.filter(state=Deck.State.VERIFIED).order_by("position")
            for step in progress(under_way, deck, book, dealing).steps
            if step.value.id not in SIGNED_STEPS
        ]
        for place, (deck, step) in enumerate(steps[:most]):
            self.story.tell(self.ago(at) - place / 2, partial(self._step, deck, step, by))

    def _step(self, deck: Deck, step: str, by: Staff, at: datetime) -> None:
        opening.do_step(deck, step=step, by=by, at=at)

    def inspects(self, number: int, at: datetime) -> None:
        """Inspect the table's devices, unless that was done this gaming day."""
        found = self.table(number)
        for each in found.devices.filter(failed_at=None).exclude(inspected_on=self.today(at)):
            devices.inspect_device(each, by=people_at(found)[1], at=at)

    def relieves(self, number: int, ago: float, *, dealer: str, to: str = "break", by: str = "2201") -> None:
        self.do(ago, dealers.assign_dealer, table(number), dealer=staff(dealer), relieved_to=to, by=by)

    def changes(self, number: int, ago: float, replacement: Ref, *, position: str = "A", **arguments: Any) -> None:
        """Change a deck at an open table: by its floorperson, signed by its dealer."""

        def change(at: datetime) -> None:
            found = self.table(number)
            at_table, by = people_at(found)
            deck_changes.change_deck(
                in_play(number, position).find(self),
                replacement=replacement.find(self),
                by=by,
                at=at,
                second=self.confirmation(deck_changes.REMOVAL, at_table.badge),
                **arguments,
            )

        self.story.tell(ago, change)

    def closes(self, number: int, ago: float, *, cause: str = "") -> None:
        """Close a table, for cause if one is given: by its floorperson, signed by its dealer."""

        def close(at: datetime) -> None:
            found = self.table(number)
            at_table, by = people_at(found)
            second = self.confirmation(opening.CLOSING, at_table.badge)
            if cause:
                opening.close_for_cause(found, cause=cause, by=by, at=at, second=second)
            else:
                opening.close_table(found, by=by, at=at, second=second)

        self.story.tell(ago, close)

    def collects(self, ago: float, *, by: str = "2201") -> None:
        """Collect every deck that was removed by then."""
        removed = Ref(lambda scene: list(Deck.objects.filter(facility=scene.facility, state=Deck.State.REMOVED)))
        self.do(ago, decks.collect_decks, None, decks=removed, by=by, second=signed(decks.COLLECTION, SECURITY))

    def examines(self, ago: float, orders: str, *, discrepancy: str = "") -> None:
        """Examine the decks that were collected by then; `discrepancy` is for the first of them."""

        def examine(at: datetime) -> None:
            collected = Deck.objects.filter(facility=self.facility, state=Deck.State.COLLECTED).order_by("serial")
            for place, deck in enumerate(collected):
                decks.examine_deck(
                    deck,
                    work_order=f"{orders}-{place + 1}",
                    discrepancy="" if place else discrepancy,
                    by=self.who(SECURITY),
                    at=at,
                )

        self.story.tell(ago, examine)

    def destroys(self, ago: float, number: int) -> None:
        """Destroy the first `number` of the examined decks."""

        def destroy(at: datetime) -> None:
            examined = Deck.objects.filter(facility=self.facility, state=Deck.State.EXAMINED).order_by("serial")
            for deck in examined[:number]:
                second = self.confirmation(decks.DESTRUCTION, PIT_BOSS)
                decks.destroy_deck(deck, how="shredded", by=self.who(SECURITY), at=at, second=second)

        self.story.tell(ago, destroy)


def people_at(found: Table) -> tuple[Staff, Staff]:
    """Return the dealer and the floorperson of a table, which must have both."""
    at_table, by = dealer_at(found), floorperson_at(found)
    if at_table is None or by is None:
        raise RuntimeError(f"{found} has no dealer or no floorperson")
    return at_table, by
