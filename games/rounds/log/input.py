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


class SecondSigner(NamedTuple):
    """Who signs besides the person who logs the round."""

    badge: str
    pin: str


class ForfeitEntry(NamedTuple):
    """What a player did to forfeit the wagers of a seat, as a clause of the rules, and the badge of who decided it."""

    seat: int
    clause: str | None
    decided_by: str | None


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
    forfeits: tuple[ForfeitEntry, ...] = ()
    # Why it is logged with a violation, and why it is void if the rules do not name the reason. A second person signs.
    breach_reason: str = ""
    void_explanation: str = ""
    second: SecondSigner | None = None

    @property
    def is_signed(self) -> bool:
        """Whether a second person must sign for it."""
        return bool(self.breach_reason or self.void_explanation)

    @property
    def owes_no_count(self) -> bool:
        """Whether the stub was counted, or need not be: no count is owed in a void round."""
        return self.round.get("stub") is not None or self.round.get("void") is not None


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
    breach_reason = envelope.take("breach_reason", _reason("Enter why the round was played anyway."))
    void_explanation = envelope.take("void_explanation", _reason("Enter why the round is void."))
    entry = RoundEntry(
        played_at=envelope.take("played_at", moment),
        deck=envelope.take("deck", whole_number),
        dealt_by=envelope.take("dealt_by", _text),
        jackpot_cents=envelope.take("jackpot", _amount, "bad_amount"),
        irregularities=envelope.take("irregularities", _names) or (),
        failed_device=envelope.take("failed_device", whole_number),
        replaces=envelope.take("replaces", whole_number),
        forfeits=envelope.take("forfeits", lambda value: _forfeits(value, envelope)) or (),
        breach_reason=breach_reason or "",
        void_explanation=void_explanation or "",
        second=_second(envelope, is_signed=bool(breach_reason or void_explanation)),
        round=envelope.rest,
    )
    return entry, envelope.problems


def _second(envelope: _Envelope, *, is_signed: bool) -> SecondSigner | None:
    badge, pin = envelope.take("second_badge", _text), envelope.take("second_pin", _text)
    if not is_signed:
        if badge or pin:
            message = (
                "A signature is only for a round with a violation, or void for a reason that the rules do not name: "
                "give a reason, or leave out badge and PIN."
            )
            envelope.problems.append(Problem("malformed", "breach_reason", message))
        return None
    for name, value in (("second_badge", badge), ("second_pin", pin)):
        if not value:
            message = "A second person must sign for this round: give badge and PIN."
            envelope.problems.append(Problem("malformed", name, message))
    return SecondSigner(badge or "", pin or "")


_FORFEIT_FIELDS = ("seat", "clause", "decided_by")


def _forfeits(value: Any, envelope: _Envelope) -> tuple[ForfeitEntry, ...]:
    if not isinstance(value, list):
        raise Wrong('Give a list such as [{"seat": 2, "clause": "…", "decided_by": "…"}].')
    return tuple(_forfeit(each, f"forfeits[{place}]", envelope) for place, each in enumerate(value))


def _forfeit(value: Any, path: str, envelope: _Envelope) -> ForfeitEntry:
    if not isinstance(value, dict):
        envelope.problems.append(Problem("malformed", path, "Give an object with seat, clause and decided_by."))
        return ForfeitEntry(0, None, None)
    for name in value:
        if name not in _FORFEIT_FIELDS:
            envelope.problems.append(Problem("unknown_field", f"{path}.{name}", "There is no such field. Remove it."))
    seat = value.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        envelope.problems.append(Problem("malformed", f"{path}.seat", "Give the number of the seat."))
        seat = 0
    texts: dict[str, str | None] = {}
    for name in ("clause", "decided_by"):
        try:
            texts[name] = None if value.get(name) is None else _text(value[name])
        except Wrong as wrong:
            envelope.problems.append(Problem("malformed", f"{path}.{name}", str(wrong)))
    return ForfeitEntry(seat, texts.get("clause"), texts.get("decided_by"))


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_REASON:
        raise Wrong(f"Give a text of at most {LONGEST_REASON} characters.")
    return value


def _reason(missing: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        text = _text(value).strip()
        if not text:
            raise Wrong(missing)
        return text

    return read


def _amount(value: Any) -> int:
    found = cents(value)
    if found is None:
        raise Wrong(f"Give a positive amount in {AMOUNT_FORM}.")
    return found


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value) or len(set(value)) < len(value):
        raise Wrong('Give a list of names, each once, such as ["drawn_in_error"].')
    return tuple(value)
