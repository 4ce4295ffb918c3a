"""The replay page of one round."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from compliance.acts.registry import buttons
from compliance.acts.view import page_url
from compliance.formatting import format_second, format_weekday
from compliance.journal.timeline import recent_timeline
from compliance.models import Entry
from compliance.staff.scope import Scope
from compliance.web.generic_views import Cell, CitedText, PageLink, StatusWord
from compliance.web.requests import FloorRequest
from games.engine.money import format_money
from games.engine.rulebook import Rulebook
from games.exposure.services import known_whole_before
from games.models import Round
from games.rounds.marks import marks_of
from games.rounds.stored_settlement import StoredSettlement, read_settlement
from games.rounds.stub_tally import expected_stub
from tables.formatting import format_edition

from .payouts import passes, unseen_hands
from .resettle import ResettleResult, resettle_one
from .streets import Replay, humanize_hand

_ROUND = (
    "facility",
    "table",
    "deck",
    "dealer",
    "logged_by",
    "offer__facility",
    "failed_device",
    "signature__signer",
    "voiding__voided_by",
    "voiding__signature__signer",
    "replaces",
    "replaced_by",
)


@require_safe
def round_(request: FloorRequest, key: int) -> HttpResponse:
    """Show a round street by street, recalculated from its input, with everything done about it."""
    scope = request.scope
    found: Round = scope.get(Round.objects.select_related(*_ROUND), pk=key)
    book, settled, check = found.offer.book, read_settlement(found.settlement), resettle_one(found)
    entered = found.entered()
    paid = passes(settled, book, unseen_hands(entered))
    # The printout lists the paragraphs that decided wagers as notes, each once.
    cites = dict.fromkeys(pay.cite for each in paid for pay in each.pays)
    notes = {cite: place for place, cite in enumerate(cites, start=1)}
    context = {
        "facility": found.facility,
        "round": found,
        "marks": [*_marks_of(check), *marks_of(found)],
        "acts": buttons("round", found, scope),
        "correct_url": _correct_url(found, scope),
        "replaced_by": getattr(found, "replaced_by", None),
        "violations": found.violations.order_by("pk"),
        "void_cite": _void_cite(book, found, settled),
        "exposure_url": _exposure_url(found, scope),
        "replay": Replay(found.offer.terms, entered, settled),
        "passes": [(each, [(pay, notes[pay.cite]) for pay in each.pays]) for each in paid],
        "notes": [(place, cite) for cite, place in notes.items()],
        "check": check,
        "changes": [(each.what, book.cite(each)) for each in book.changes if each.revision > found.revision],
        "facts": _facts(found, book),
        "entries": recent_timeline(Entry.objects.filter(facility=found.facility, subject=found.subject_key)),
        "journal_url": f"{reverse('journal', args=[found.facility.code])}?subject={found.subject_key}",
        "back": PageLink("Rounds", reverse("rounds", args=[found.facility.code])),
    }
    return render(request, "games/replay/round.html", context)


def _marks_of(check: ResettleResult) -> list[StatusWord]:
    if not check.matches:
        return [StatusWord("blocked", "no longer matches")]
    return [StatusWord("rest", f"revision {check.round.revision}")] if check.today else []


def _correct_url(found: Round, scope: Scope) -> str | None:
    """Return the URL for logging the corrected round of a voided one."""
    if not found.is_voided or hasattr(found, "replaced_by") or not scope.may("round-entry", found.facility):
        return None
    return f"{reverse('round-entry', args=[found.table.code])}?replaces={found.pk}"


def _exposure_url(found: Round, scope: Scope) -> str | None:
    """Return the exposure URL of the deck, if something in this round puts the deck in doubt."""
    doubted = found.deck_removed or found.misdealt or found.irregularities or found.failed_device_id
    if not (doubted or found.void_reason) or not scope.may("exposure", found.facility):
        return None
    return f"{reverse('exposure', args=[found.deck_id])}?since={known_whole_before(found).key}"


def _void_cite(book: Rulebook, found: Round, settled: StoredSettlement) -> CitedText | None:
    """Return why a round is void by the rules, with the paragraph."""
    if found.status != Round.Status.VOID:
        return None
    wagers = [wager for seat in settled.seats for wager in seat.wagers]
    cite = wagers[0].cite if wagers else book.cite(book.void)
    return CitedText(humanize_hand(found.void_reason).capitalize(), cite)


def _facts(found: Round, book: Rulebook) -> list[tuple[str, Cell]]:
    facts: list[tuple[str, Cell]] = [
        ("Table", PageLink(found.table.code, page_url(found.table))),
        ("Played", format_second(found.played_at)),
        ("Gaming day", format_weekday(found.gaming_day)),
        ("Dealer", f"{found.dealer.name} · {found.dealer.badge}"),
        (
            "Deck",
            PageLink(f"{found.position} {found.deck.serial} {found.deck.back_colour}".strip(), page_url(found.deck)),
        ),
        ("Dealt", f"by {found.method.replace('_', ' ')}"),
        ("Rules", f"{found.offer.game} · {format_edition(found.edition)} · revision {found.revision}"),
        ("Offer", PageLink(str(found.offer), page_url(found.offer))),
        ("Stub", _stub(found, book)),
        ("Logged", f"{format_second(found.logged_at)} by {found.logged_by.name}"),
    ]
    for name in found.irregularities:
        rule = book.irregularities.get(name)
        cited = (
            CitedText(humanize_hand(name).capitalize(), book.cite(rule)) if rule else humanize_hand(name).capitalize()
        )
        facts.append(("Irregularity", cited))
    if found.failed_device:
        facts.append(("Failed", PageLink(str(found.failed_device), page_url(found.failed_device))))
    if found.void_explanation:
        facts.append(("Why it is void", CitedText(found.void_explanation, book.cite(book.void))))
    facts += [("Forfeit", _forfeit(each, book)) for each in found.forfeits]
    if found.jackpot_cents is not None:
        facts.append(("Top prize at the hit", format_money(found.jackpot_cents)))
    return facts


def _forfeit(record: dict[str, Any], book: Rulebook) -> Cell:
    rule = book.forfeits.get(record["forfeit"])
    clause = rule.clause(record["clause"]) if rule else None
    what = clause.what if clause else humanize_hand(record["clause"])
    return CitedText(f"Seat {record['seat']}: {what}; {record['decided_by']} decided", record["cite"])


def _stub(found: Round, book: Rulebook) -> Cell:
    if found.passes_count_on:
        return "not counted: no count is owed in a void round, and the next complete round owes the one that was due"
    if found.stub is None:
        return "not counted" + (", though it was due" if found.count_missed else "")
    entered = found.entered()
    expected = expected_stub(found.offer.terms, entered, found.seats)
    # What a count meant is for the rules of its time to say.
    whole = found.stub == expected if found.revision == book.revision else not found.deck_removed
    on_table = f" beside {entered['dealt']} on the table" if entered.get("dealt") is not None else ""
    on_table += f" and {len(entered['set_aside'])} set aside" if entered.get("set_aside") else ""
    outcome = book.count.outcome(whole=whole, misdealt=found.misdealt)
    if outcome == "whole":
        return f"{found.stub} counted{on_table}, as expected"
    counted = "as expected" if found.stub == expected else f"not {expected}"
    said = {"misdealt": "misdealt", "not_whole": "failed the count"}.get(outcome, "misdealt, and failed the count")
    return CitedText(f"{found.stub} counted{on_table}, {counted}: {said}", book.cite(getattr(book.count, outcome)))
