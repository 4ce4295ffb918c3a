"""Play frequent acts quickly, as rows with the same journal entries as the services write.

The scan sees the same rows and streams. Rare acts go through the services.
"""

from compliance.facilities.gaming_day import gaming_day
from compliance.models import Staff
from tables.dealers.roster import stint_at
from tables.decks import deadlines
from tables.models import Deck, DeckStep, Device, Stint, Supervision, Table

from .hands import Services, Telling, tell
from .model import Act


class Rows(Services):
    """Write openings, closings, deck changes and reliefs as rows."""

    def _opened(self, act: Act) -> None:
        table, by = self._table(act), self._by(act)
        Supervision.objects.create(facility=table.facility, table=table, staff=by, started_at=act.at)
        table.state, table.state_since, table.rounds_since_count, table.last_position = "open", act.at, 0, ""
        table.save()
        telling = [Telling("table.supervised", table), *self._relieved(act, table), *self._inspect(act, table)]
        telling.append(Telling("table.opening_began", table))
        for position, name in zip("AB", act.decks, strict=False):
            telling += self._put(act, table, position, name)
        tell(table, [*telling, Telling("table.opened", table)], by=by, at=act.at)
        self._note_pace(act)

    def _closed(self, act: Act) -> None:
        table, by = self._table(act), self._by(act)
        telling = []
        for deck in Deck.objects.filter(table=table, state__in=Deck.AT_TABLE):
            telling.append(self._taken_off(act, deck))
        stint = stint_at(table)
        if stint:
            telling.append(self._ended(act, stint))
        table.supervisions.filter(ended_at=None).update(ended_at=act.at)
        table.state, table.state_since = Table.State.CLOSED, act.at
        table.save()
        tell(table, [*telling, Telling("table.closed", table)], by=by, at=act.at)

    def _changed(self, act: Act) -> None:
        table = self._table(act)
        removed = self._taken_off(act, self._deck_at(act))
        tell(table, [removed, *self._put(act, table, act.position, act.deck)], by=self._by(act), at=act.at)

    def _assigned(self, act: Act) -> None:
        table = self._table(act)
        tell(table, self._relieved(act, table), by=self._by(act), at=act.at)

    def _inspected(self, act: Act) -> None:
        table = self._table(act)
        tell(table, self._inspect(act, table), by=self._by(act), at=act.at)

    def _collected(self, act: Act) -> None:
        here = self._floor(act)
        removed = Deck.objects.filter(facility=here.facility, state=Deck.State.REMOVED)
        first = removed.first()
        if first:
            removed.update(state=Deck.State.COLLECTED, state_since=act.at)
            tell(here.facility, [Telling("deck.collected", first)], by=here.floorperson, at=act.at)

    # ── Parts of acts, each with its journal entries

    def _put(self, act: Act, table: Table, position: str, name: str) -> list[Telling]:
        """Bring a deck into play as `put_in_play` does, with the product's own clock."""
        dealer: Staff = self.world.dealers[f"{act.place} a"]
        book = self._floor(act).book
        deck = Deck(
            facility=table.facility,
            design="Bee 92",
            back_colour="red" if position == "A" else "blue",
            serial=name,
            state=Deck.State.IN_PLAY,
            state_since=act.at,
            pit_id=table.pit_id,
            table=table,
            position=position,
        )
        deadlines.start(deck, book, self._dealing(table).method, act.at)
        deck.save()
        self.world.decks[name] = deck.pk
        DeckStep.objects.create(
            deck=deck, step="verify", done_by=dealer, recorded_by=self._by(act), done_at=act.at, cite=""
        )
        return [Telling("deck.brought", deck), Telling("deck.in_play", deck)]

    def _taken_off(self, act: Act, deck: Deck) -> Telling:
        deck.removed_at = deck.removed_at or act.at
        deck.state, deck.state_since, deck.position = Deck.State.REMOVED, act.at, ""
        deck.save()
        return Telling("deck.removed", deck)

    def _relieved(self, act: Act, table: Table) -> list[Telling]:
        stint, dealer = stint_at(table), self.world.dealers[act.dealer]
        ended = [self._ended(act, stint)] if stint else []
        Stint.objects.create(facility=table.facility, staff=dealer, table=table, started_at=act.at)
        return [*ended, Telling("dealer.assigned", dealer)]

    def _ended(self, act: Act, stint: Stint) -> Telling:
        stint.ended_at = act.at
        stint.save(update_fields=["ended_at"])
        return Telling("dealer.relieved", stint.staff)

    def _inspect(self, act: Act, table: Table) -> list[Telling]:
        in_order = list(Device.objects.filter(table=table, failed_at=None))
        Device.objects.filter(pk__in=[device.pk for device in in_order]).update(
            inspected_on=gaming_day(table.facility, act.at), inspected_by=self._by(act)
        )
        return [Telling("device.inspected", device) for device in in_order]
