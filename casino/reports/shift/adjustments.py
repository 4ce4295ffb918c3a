"""Adjustments: rounds logged or voided after a report was signed. The signed figures never change."""

from collections.abc import Iterator

from casino.reports.columns import MEASURES
from casino.reports.document import Row, Sheet, Value, moment, money, number, sheet_of, text
from casino.reports.figures.sums import Sums
from casino.reports.models import SignedReport
from compliance.models import Entry
from games.models import HourlyTotal, Round, RoundVoid

_COLUMNS = (
    moment("at", "At"),
    text("what", "What"),
    text("round", "Round"),
    text("table", "Table"),
    moment("played", "Played"),
    text("why", "Reason"),
    text("who", "By"),
    text("with", "Signed by"),
    number("rounds", "Rounds"),
    number("seats", "Seats"),
    money("staked", "Wagered"),
    money("paid", "Paid"),
    money("returned", "Returned"),
    money("win", "Win"),
)
_FIRST = 8


def adjustments(signed: SignedReport) -> Sheet:
    """Return each round voided or logged since the signature, and how it changes the figures."""
    rows = sorted(_rows(signed), key=lambda row: str(row.cells[0]))
    sums: tuple[Value, ...] = tuple(
        sum(int(row.cells[place] or 0) for row in rows) for place in range(_FIRST, len(_COLUMNS))
    )
    total = Row(("All", *(None,) * (_FIRST - 1), *sums)) if rows else None
    return sheet_of("adjustments", "Adjustments after signing", _COLUMNS, rows, total=total)


def add_up(signed: SignedReport, added: Sheet) -> bool:
    """Tell whether the adjustments account for every change in the figures."""
    change = _now(signed) - signed.sums
    names = ("rounds", "seats", "staked_cents", "pays_cents", "returned_cents")
    told = added.total.cells[_FIRST:-1] if added.total else (0,) * len(names)
    return told == tuple(change[name] for name in names)


def is_adjusted(signed: SignedReport) -> bool:
    """Tell whether the current figures differ from the signed ones."""
    return _now(signed).figures != signed.sums.figures


def _now(signed: SignedReport) -> Sums:
    return Sums.of(HourlyTotal.objects.filter(shift=signed.shift_id, wager=""))


def adjusted(signed: SignedReport) -> Sheet:
    """Return the signed figures, the adjustment and the current figures."""
    then, now = signed.sums, _now(signed)
    named = (("As signed", then), ("Adjusted by", now - then), ("Current", now))
    rows = [Row((name, *_measures(name, sums))) for name, sums in named]
    return sheet_of("adjusted", "Adjusted figures", (text("span", "Figures"), *MEASURES), rows)


def _measures(name: str, sums: Sums) -> tuple[Value, ...]:
    """Return the measures; an adjustment has no hold."""
    measures = sums.measures()
    if name != "Adjusted by":
        return measures
    return tuple(None if column.key == "hold" else value for column, value in zip(MEASURES, measures, strict=True))


def _rows(signed: SignedReport) -> Iterator[Row]:
    """Yield the adjustments from journal entries after the signature. Signing locks every table, so an entry is either
    before the signature or not in the signed figures."""
    struck = {f"round:{void.round_id}": void for void in _voids(signed)}
    late = {round_.subject_key: round_ for round_ in _late(signed)}
    told = Entry.objects.filter(subject=signed.shift.subject_key, action="report.signed").order_by("pk")
    after = Entry.objects.filter(
        subject__in=[*struck, *late],
        action__in=("round.voided", "round.logged"),
        pk__gt=told.values_list("pk", flat=True).first() or 0,
    )
    for action, subject in after.order_by("pk").values_list("action", "subject"):
        if action == "round.voided":
            yield _struck(struck[subject])
        elif subject in late:
            yield _logged(late[subject])


def _voids(signed: SignedReport) -> list[RoundVoid]:
    voids = RoundVoid.objects.filter(shift=signed.shift_id).defer("round__input", "round__settlement")
    return list(voids.select_related("round__table", "voided_by", "signature__signer"))


def _late(signed: SignedReport) -> list[Round]:
    """Return the rounds that may have been logged after their shift, voided or not."""
    late = Round.objects.filter(shift=signed.shift_id, stands_out=True)
    return list(late.select_related("table", "logged_by", "signature__signer", "replaces").defer("input", "settlement"))


def _amounts(round_: Round, sign: int) -> tuple[Value, ...]:
    figures = (1, round_.seats, round_.staked_cents, round_.pays_cents, round_.returned_cents, round_.house_net_cents)
    return tuple(sign * figure for figure in figures)


def _struck(void: RoundVoid) -> Row:
    round_ = void.round
    cells = (
        void.voided_at.isoformat(),
        "Voided",
        str(round_.number),
        round_.table.code,
        round_.played_at.isoformat(),
        void.reason,
        void.voided_by.name,
        void.signature.signer.name,
        *_amounts(round_, -1),
    )
    return Row(cells, {"round": str(round_.pk)}, "soon")


def _logged(round_: Round) -> Row:
    why = f"Replaces round {round_.replaces.number}" if round_.replaces else round_.breach_reason
    second = round_.signature.signer.name if round_.signature else ""
    cells = (
        round_.logged_at.isoformat(),
        "Logged",
        str(round_.number),
        round_.table.code,
        round_.played_at.isoformat(),
        why,
        round_.logged_by.name,
        second,
        *_amounts(round_, 1),
    )
    return Row(cells, {"round": str(round_.pk)}, "soon")
