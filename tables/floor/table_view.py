"""The page of one table."""

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import Button, Step, act_label, act_url, buttons
from compliance.acts.view import RefusalPresenter, page_url, present_refusal
from compliance.alerts.inbox import TO_DO, open_alerts
from compliance.alerts.views.presenter import AlertPresenter, present_alert
from compliance.formatting import format_date, format_moment
from compliance.journal.timeline import recent_timeline
from compliance.models import Entry
from compliance.staff.roles import Role, job_title
from compliance.staff.scope import Scope
from compliance.web.generic_views import Cell, CitedText, StatusWord
from compliance.web.requests import FloorRequest
from games.engine import questions
from games.engine.rulebook import Rulebook
from tables.devices.dealing_method import dealing_method_at
from tables.devices.presenter import condition
from tables.findings.layouts import missing_signs, signs_up
from tables.form_fields import humanize
from tables.formatting import format_edition
from tables.models import Deck, Device, Layout, Offer, Table
from tables.openings.sequence import SIGNED_STEPS
from tables.openings.services import missing
from tables.openings.steps import StepOfDeck, opening_steps
from tables.submissions.presenter import submission_status

from .queries import running_notice, with_relations
from .table_card import DeckPresenter, present_deck, table_cards


class OpeningStepPresenter(NamedTuple):
    label: str
    done: bool
    who: str
    at: datetime | None
    cite: str
    current: bool
    act_url: str | None
    act_label: str | None
    # The step that one tap records; empty if the step needs a signature.
    step: str
    # Whether the tap says how the cards were shuffled; the fewest and the most cards of a cut.
    asks_how_shuffled: bool
    cut: tuple[int, int] | None


class SignPresenter(NamedTuple):
    """A sign: what it shows, for which offer, who posted it and when."""

    shows: str
    offer: str
    posted: str
    status: StatusWord


class OpeningPresenter(NamedTuple):
    steps: list[OpeningStepPresenter]
    missing: list[RefusalPresenter]


@require_safe
def table(request: FloorRequest, key: str) -> HttpResponse:
    """Show a table: what is due, decks, devices, layout, offer, people, and its journal."""
    scope = request.scope
    at = timezone.now()
    found: Table = scope.get(with_relations(Table.objects.all(), at), code=key)
    (card,) = table_cards([found], scope, at)
    opening = _opening(found, scope, at)
    acts = _acts(found, scope, opening)
    context = {
        "table": found,
        "facility": found.facility,
        "card": card,
        "dealer": card.dealer,
        "floorperson": card.floorperson,
        "floorperson_title": job_title(Role.FLOORPERSON, found.facility.jurisdiction),
        "alerts": _alerts(found, scope, at),
        "acts": [act for act in acts if not act.one_tap],
        "orders": [act for act in acts if act.one_tap],
        "decks": _decks(found, scope, at),
        "second_deck": _second_deck(found, at),
        "devices": [_device(device, scope, at) for device in found.devices.all()],
        "layout": _submission(found.layout_at(at), at),
        "offer": _submission(found.offer_at(at), at),
        "signs": _signs(found, at),
        "cover_card": _cover_card(found, at),
        "opening": opening,
        "rounds_url": f"{reverse('rounds', args=[found.facility.code])}?table={found.code}"
        if scope.may("rounds", found.facility)
        else None,
        # Rounds have their own list and would crowd out other entries.
        "entries": recent_timeline(Entry.objects.filter(stream__key=found.stream_key).exclude(action="round.logged")),
        "journal_url": f"{reverse('journal', args=[found.facility.code])}?stream={found.stream_key}"
        if scope.may("journal", found.facility)
        else None,
    }
    template = "tables/floor/table_live.html" if request.htmx else "tables/floor/table.html"
    response = render(request, template, context)
    response["X-Server-Time"] = at.isoformat()
    return response


def _alerts(found: Table, scope: Scope, at: datetime) -> list[AlertPresenter] | None:
    """Return a table's open alerts, most urgent first; None if the user may not see alerts."""
    if not scope.may("alert", found.facility):
        return None
    open_here = open_alerts(found.facility).filter(TO_DO, place=found.code)
    return [present_alert(alert, scope, at) for alert in open_here]


def _acts(found: Table, scope: Scope, opening: "OpeningPresenter | None") -> list[Button]:
    """Return the act buttons; none is primary while the opening is incomplete."""
    lacking = False
    if opening is not None and found.state == Table.State.OPENING:
        lacking = bool(opening.missing) or not all(step.done for step in opening.steps)
    return [button._replace(primary=button.primary and not lacking) for button in buttons("table", found, scope)]


def _decks(found: Table, scope: Scope, at: datetime) -> list[DeckPresenter]:
    decks = Deck.objects.filter(table=found, state__in=Deck.AT_TABLE).select_related(
        "facility", "table__facility", "pit"
    )
    for deck in decks:
        deck.table = found  # with everything that the acts on its decks look at
    return [present_deck(deck, at, scope) for deck in decks]


def _second_deck(found: Table, at: datetime) -> list[Step]:
    """Return what the rules ask of two decks, if there are two."""
    offer = found.offer_at(at)
    two = len(found.known("decks", state__in=Deck.AT_TABLE)) > 1
    rules = questions.second_deck_requirements(offer.book) if offer and two else ()
    return [Step(rule.value.text[:1].upper() + rule.value.text[1:], rule.cite) for rule in rules]


def _device(device: Device, scope: Scope, at: datetime) -> dict[str, Any]:
    word = condition(device, at)
    inspected = (
        f"Inspected on gaming day {format_date(device.inspected_on)}" if device.inspected_on else "Not inspected"
    )
    return {
        "label": device.label,
        "serial": device.serial,
        "condition_label": word.word,
        "status": word.status,
        "inspected_label": inspected if device.in_order else device.fault,
        "url": page_url(device),
        "acts": buttons("device", device, scope),
    }


def _submission(thing: Layout | Offer | None, at: datetime) -> dict[str, Any] | None:
    if thing is None:
        return None
    word = submission_status(thing, at)
    detail: list[tuple[str, Cell]] = [
        ("Rulebook", format_edition(thing.edition)),
        ("Approval", f"{thing.reference}, {format_date(thing.approved_on)}" if thing.approved_on else "–"),
    ]
    return {
        "name": thing.name,
        "version": f"v{thing.version}",
        "status": word.status,
        "status_word": word.word,
        "url": page_url(thing),
        "detail": detail,
    }


def _signs(found: Table, at: datetime) -> list[SignPresenter]:
    """Return the signs at a table, and those that its layout needs and that are missing."""
    offer, notice, layout = found.offer_at(at), running_notice(found, at), found.layout_at(at)
    up = signs_up(found)
    shown: dict[int | None, StatusWord] = {notice.offer_id: StatusWord("soon", "announced offer")} if notice else {}
    shown |= {offer.pk: StatusWord("fine", "up")} if offer else {}
    signs = [
        SignPresenter(
            humanize(sign.element),
            str(sign.offer),
            f"{sign.posted_by} · {format_moment(sign.posted_at)}",
            shown.get(sign.offer_id, StatusWord("due", "earlier offer, take it down")),
        )
        for sign in up
    ]
    missing_ones = missing_signs(found, layout, offer) if layout and offer else []
    missing_word = StatusWord("blocked", "missing")
    return signs + [SignPresenter(humanize(each.value.id), str(offer), "", missing_word) for each in missing_ones]


def _cover_card(found: Table, at: datetime) -> dict[str, Any]:
    """Return the cover card in use with its approval, and what the rules say about it."""
    card, offer = found.cover_card, found.offer_at(at)
    rule = questions.cover_card(offer.book) if offer else None
    facts: list[tuple[str, Cell]] = []
    if card:
        facts.append(("Approval", f"{card.reference}, {format_date(card.approved_on)}"))
    if rule:
        facts.append(("Must be", CitedText(rule.value.looks, rule.cite)))
    return {"name": str(card).capitalize() if card else "", "facts": facts}


def _opening(found: Table, scope: Scope, at: datetime) -> OpeningPresenter | None:
    """Return the opening in progress: steps by deck, and what is missing. A closed table has only the latter."""
    if found.state not in (Table.State.CLOSED, Table.State.OPENING):
        return None
    # Missing steps are part of the sequence below.
    lacking = [each for each in missing(found, at) if each.code != "step_missing"]
    refusals = [present_refusal(each, "Missing", found, scope) for each in lacking]
    if found.state == Table.State.CLOSED:
        return OpeningPresenter([], refusals)
    steps = opening_steps(found, at)
    offer = found.offer_at(at)
    if steps is None or offer is None:
        return None
    return OpeningPresenter([_step(each, found, offer.book, scope) for each in steps], refusals)


def _step(each: StepOfDeck, found: Table, book: Rulebook, scope: Scope) -> OpeningStepPresenter:
    deck, step, done = each.deck, each.step, each.done
    act = "deck.verify" if step.value.id in SIGNED_STEPS else "deck.step"
    may = each.is_next and scope.may(act, found.facility)
    return OpeningStepPresenter(
        label=f"Deck {deck.label}: {step.value.by} {step.value.does}",
        done=done is not None,
        who=done.done_by.name if done else "",
        at=done.done_at if done else None,
        cite=step.cite,
        current=each.is_next,
        act_url=act_url(act, deck) if may else None,
        act_label=act_label(act),
        step=step.value.id if may and act == "deck.step" else "",
        asks_how_shuffled=step.value.id == "shuffle" and dealing_method_at(found).shuffler != "none",
        cut=(questions.cut_depth(book).value, book.deck.cards - 1) if step.value.id == "cut" else None,
    )
