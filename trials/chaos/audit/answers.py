"""Compare the writers' answers with the database."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from games.models import Round
from games.rounds.log.input import read_entry
from trials.chaos.deals import cards_of
from trials.chaos.records import Record

from .evidence import Evidence

# Codes with which a round or line may be refused: others log at the same table, and some rounds are meant to fail.
REFUSALS = {
    "stub_count_missing",
    "deck_out_of_turn",
    "out_of_order",
    "not_in_breach",
    "key_reused",
    # A deck was removed and not replaced yet, or a line was played at that moment.
    "deck_not_whole",
    "deck_not_in_play",
    "second_deck_missing",
    "no_deck",
}
# Fields that may be wrong on arrival: a deck that has left the table, a lockout after lost answers.
FIELDS = {"deck", "replacement", "second_pin"}


class _Logged(msgspec.Struct):
    """Hold the compared part of an answer, with its settlement as bytes."""

    id: int
    number: int
    table: str
    settlement: msgspec.Raw


def none_lost(evidence: Evidence) -> Iterator[str]:
    """Yield acknowledged rounds that are missing, or differ from what was acknowledged."""
    for record, answer in evidence.acknowledged():
        round_ = evidence.rounds.get(answer["id"])
        if round_ is None:
            yield f"{record.table}: round {answer['number']} (id {answer['id']}) was acknowledged but is missing"
        elif record.key not in evidence.receipts:
            yield f"{round_}: the receipt of key {record.key} is missing"
        elif not _is_as_told(round_, record, answer):
            yield f"{round_}: differs from what was acknowledged under {record.key}"


def _is_as_told(round_: Round, record: Record, answer: dict[str, Any]) -> bool:
    if (round_.number, round_.table.code) != (answer["number"], record.table):
        return False
    if record.what == "line":
        stored = {"totals": round_.settled()["totals"], "status": round_.status}
        return stored == {name: answer[name] for name in stored}
    return bytes(msgspec.json.decode(record.text, type=_Logged).settlement) == round_.settlement.encode()


def answered_the_same(evidence: Evidence) -> Iterator[str]:
    """Yield keys that got two different answers. In a batch only the `repeated` mark of a line may differ."""
    told: dict[str, Any] = {}
    again = {record.key for record in evidence.records if record.event == "again"}
    for record, answer in evidence.acknowledged():
        said: object = record.text
        if record.what == "line":
            said = {name: value for name, value in answer.items() if name != "repeated"}
        if told.setdefault(record.key, said) != said:
            yield f"{record.table}: key {record.key} got two different answers"
    for key in told.keys() - again:
        yield f"key {key} was not sent again"


def none_twice(evidence: Evidence) -> Iterator[str]:
    """Yield rounds without exactly one receipt, receipts without a round, and cards logged twice."""
    ids = Counter(msgspec.json.decode(receipt.answer)["id"] for receipt in evidence.receipts.values())
    for pk, round_ in evidence.rounds.items():
        if ids.pop(pk, 0) != 1:
            yield f"{round_}: does not have exactly one receipt"
    for pk in ids:
        yield f"a receipt names round id {pk}, which is missing"
    by_cards: defaultdict[tuple[str, ...], list[Round]] = defaultdict(list)
    for round_ in evidence.rounds.values():
        by_cards[(round_.table.code, *cards_of(round_.entered()))].append(round_)
    for same in by_cards.values():
        if len(same) > 1:
            yield f"{', '.join(map(str, same))}: the same round, logged {len(same)} times"


def as_asked(evidence: Evidence) -> Iterator[str]:
    """Yield rounds that nobody sent, or that differ from what was sent."""
    for key, receipt in evidence.receipts.items():
        round_ = evidence.rounds.get(msgspec.json.decode(receipt.answer)["id"])
        if round_ is None:
            continue
        asked = evidence.sent.get(key, [])
        if not any(_is_of(round_, record) for record in asked):
            yield f"{round_}: was not sent like this under {key}"


def _is_of(round_: Round, asked: Record) -> bool:
    entry, _ = read_entry(msgspec.json.decode(asked.text))
    return asked.table == round_.table.code and entry.round == round_.entered()


def expected(evidence: Evidence) -> Iterator[str]:
    """Yield answers without a valid reason, and requests that were never answered."""
    for record in evidence.records:
        if record.event == "unanswered":
            yield f"{record.table}: {record.what} {record.key} was never answered"
        elif record.event == "lost" and record.text.startswith("status") and not evidence.was_out(record.at):
            yield f"{record.table}: {record.what} {record.key}: {record.text}, though the database was up"
        elif record.event in ("told", "again") and not _is_expected(record):
            yield f"{record.table}: {record.what} {record.key}: {record.status} {record.text[:300]}"


def _is_expected(record: Record) -> bool:
    if record.status in (200, 201):
        return True
    if record.event == "again" and record.what == "round":
        return False
    answer = msgspec.json.decode(record.text)
    if record.status == 409:
        codes = {each["code"] for each in answer.get("violations", ())} or {answer["code"]}
        return record.what in ("void", "change") or codes <= REFUSALS
    return record.status == 400 and {each["path"] for each in answer.get("errors", ({"path": ""},))} <= FIELDS
