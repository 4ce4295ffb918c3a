"""The request to log a round: the round of docs/round-format.md, and when and with what it was played.

Reading never stops at the first problem. The engine reads the round itself, under the terms of its table.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from compliance.api.parsing.values import Wrong, moment, whole_number
from games.engine.money import AMOUNT_FORM, cents
from games.engine.problems import Code, Problem

T = TypeVar("T")

LONGEST_REASON = 200


class Breach(NamedTuple):
    """Why a round is logged with a violation, and who signs besides the person who logs it."""

    reason: str
    badge: str
    pin: str


class RoundEntry(NamedTuple):
    """A round as sent. `round` is the round's own JSON, not yet read; None elsewhere means the table's default."""

    round: dict[str, Any]
    played_at: datetime | None = None
    deck: int | None = None
    dealt_by: str | None = None
    jackpot_cents: int | None = None
    irregularities: tuple[str, ...] = ()
    failed_device: int | None = None
    replaces: int | None = None
    breach: Breach | None = None


class _Envelope:
    """Reads the fields around a round."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.rest = dict(body)
        self.problems: list[Problem] = []

    def take(self, name: str, read: Callable[[Any], T], code: Code = "malformed") -> T | None:
        value = self.rest.pop(name, None)
        if value is None:
            return None
        try:
            return read(value)
        except Wrong as wrong:
            self.problems.append(Problem(code, name, str(wrong)))
            return None


def read_entry(body: object) -> tuple[RoundEntry, list[Problem]]:
    """Return the entry and all problems around the round; fields unknown here are left to the engine."""
    if not isinstance(body, dict):
        return RoundEntry({}), [Problem("malformed", "", "Give the round as a JSON object.")]
    envelope = _Envelope(body)
    entry = RoundEntry(
        played_at=envelope.take("played_at", moment),
        deck=envelope.take("deck", whole_number),
        dealt_by=envelope.take("dealt_by", _text),
        jackpot_cents=envelope.take("jackpot", _amount, "bad_amount"),
        irregularities=envelope.take("irregularities", _names) or (),
        failed_device=envelope.take("failed_device", whole_number),
        replaces=envelope.take("replaces", whole_number),
        breach=_breach(envelope),
        round=envelope.rest,
    )
    return entry, envelope.problems


def _breach(envelope: _Envelope) -> Breach | None:
    reason = envelope.take("breach_reason", _reason)
    badge, pin = envelope.take("second_badge", _text), envelope.take("second_pin", _text)
    if reason is None:
        if badge or pin:
            message = "A signature is only for a round with a violation: give a reason, or leave out badge and PIN."
            envelope.problems.append(Problem("malformed", "breach_reason", message))
        return None
    for name, value in (("second_badge", badge), ("second_pin", pin)):
        if not value:
            message = "A second person must sign for a round with a violation: give badge and PIN."
            envelope.problems.append(Problem("malformed", name, message))
    return Breach(reason, badge or "", pin or "")


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_REASON:
        raise Wrong(f"Give a text of at most {LONGEST_REASON} characters.")
    return value


def _reason(value: Any) -> str:
    text = _text(value).strip()
    if not text:
        raise Wrong("Enter why the round was played anyway.")
    return text


def _amount(value: Any) -> int:
    found = cents(value)
    if found is None:
        raise Wrong(f"Give a positive amount in {AMOUNT_FORM}.")
    return found


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value) or len(set(value)) < len(value):
        raise Wrong('Give a list of names, each once, such as ["drawn_in_error"].')
    return tuple(value)
