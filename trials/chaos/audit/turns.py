"""Check round numbers, deck turns and stub counts by replaying each table's journal.

A round is judged by the rounds that counted when it was logged: one that was voided later counted, one that was voided
before did not.
"""

from collections.abc import Iterator
from datetime import datetime

from compliance.models import Entry
from games.engine.questions import stub_count_every
from games.models import Round
from tables.devices.dealing_method import dealing_method_at
from tables.models import Table

from .evidence import Evidence


def numbered(evidence: Evidence) -> Iterator[str]:
    """Yield tables whose rounds are not numbered from 1 without a gap, in the order of the journal."""
    for table in Table.objects.all():
        numbers = sorted(round_.number for round_ in evidence.rounds.values() if round_.table_id == table.pk)
        if numbers != list(range(1, len(numbers) + 1)):
            missing = set(range(1, max(numbers) + 1)) - set(numbers)
            yield f"{table}: round numbers have gaps or repeats: {sorted(missing)[:10]} of {max(numbers)} are missing"
        if table.round_number != len(numbers):
            yield f"{table}: its row counts {table.round_number} rounds, but there are {len(numbers)}"
        logged = Entry.objects.filter(stream__key=table.stream_key, action="round.logged").order_by("sequence")
        if [facts["number"] for facts in logged.values_list("facts", flat=True)] != numbers:
            yield f"{table}: its journal does not have its rounds in order"


def in_turn(evidence: Evidence) -> Iterator[str]:
    """Yield rounds that were accepted out of turn, from a deck not in play, or without a due count."""
    rounds = {round_.subject_key: round_ for round_ in evidence.rounds.values()}
    for table in Table.objects.all():
        past = _Past(table)
        for entry in Entry.objects.filter(stream__key=table.stream_key).order_by("sequence").iterator():
            round_ = rounds.get(entry.subject)
            if round_ and entry.action == "round.logged":
                if not round_.in_breach:
                    yield from past.against(round_)
                past.standing.append(round_)
            elif entry.action == "round.voided":
                past.standing = [each for each in past.standing if each.subject_key != entry.subject]
            else:
                past.tell(entry)


class _Past:
    """Hold a table's state as of some journal entry."""

    def __init__(self, table: Table) -> None:
        self.table, self.shuffler = table, dealing_method_at(table).shuffler
        self.in_play: dict[str, str] = {}
        self.pulled: set[str] = set()
        self.standing: list[Round] = []
        self.changed_at: datetime | None = None

    def tell(self, entry: Entry) -> None:
        self.changed_at = max(entry.at, self.changed_at or entry.at)
        position = str(entry.facts.get("position", ""))
        if entry.action == "deck.in_play":
            self.in_play[position] = entry.subject
        elif entry.action in ("deck.pulled", "deck.removed"):
            self.in_play.pop(position, None)
            self.pulled.discard(position)
        if entry.action == "deck.pulled":
            self.pulled.add(position)

    def against(self, round_: Round) -> Iterator[str]:
        """Yield what is wrong with a round logged at this point."""
        before = sorted((each for each in self.standing if each.played_at <= round_.played_at), key=_in_order)
        # A void round owes no count; the next one does.
        if self._is_due(round_, before) and not round_.counted and round_.status != Round.Status.VOID:
            yield f"{round_}: its stub count was due"
        if round_.replaces_id is not None or len(before) < len(self.standing) or self._has_changed_since(round_):
            return  # played before the last event of this journal
        if round_.deck.subject_key not in self.in_play.values() or self.pulled:
            yield f"{round_}: its deck was not in play, or another deck had failed the count"
        if len(self.in_play) > 1 and before and before[-1].position == round_.position:
            yield f"{round_}: it was dealt from the same deck as the round before, {before[-1]}"

    def _is_due(self, round_: Round, before: list[Round]) -> bool:
        every = stub_count_every(round_.offer.book, round_.method, self.shuffler).value  # type: ignore[arg-type]
        uncounted = 0
        for each in reversed(before):
            if each.counted:
                break
            uncounted += 1
        return every is not None and uncounted + 1 >= every

    def _has_changed_since(self, round_: Round) -> bool:
        return self.changed_at is not None and round_.played_at < self.changed_at


def _in_order(round_: Round) -> tuple[datetime, int]:
    return round_.played_at, round_.number
