"""The exposure page of a deck, and the same as CSV."""

from typing import NamedTuple

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.formatting import format_second
from compliance.web.generic_views import PageLink, StatusWord
from compliance.web.requests import FloorRequest
from games.engine.money import format_money, signed_cents
from games.models import Round
from games.rounds.marks import marks_of
from games.rounds.stored_settlement import StoredSeat, StoredWager
from tables.models import Deck

from .csv_file import csv_headers, csv_lines
from .services import ExposedRound, ExposureMoment, dealt, exposure_of, sums

_OUTCOMES = {"win": "won", "push": "push", "lose": "lost", "fold": "folded", "forfeit": "forfeited", "void": "returned"}


class MomentPresenter(NamedTuple):
    key: str
    label: str
    is_chosen: bool


class ExposedRoundPresenter(NamedTuple):
    round: Round
    url: str
    marks: list[StatusWord]
    seats: list[tuple[StoredSeat, str]]


@require_safe
def exposure(request: FloorRequest, key: int) -> HttpResponse:
    """Show every round, seat and wager dealt from a deck since it was last known complete, with totals."""
    deck = _deck(request, key)
    found = exposure_of(deck, request.GET.get("since", ""))
    several = list(dealt(found.rounds))
    total = sums(several)
    context = {
        "facility": deck.facility,
        "deck": deck,
        "back": PageLink(f"Deck {deck}", page_url(deck)),
        "since": _moment(found.since),
        "found_in": found.found_in,
        "moments": [MomentPresenter(each.key, _moment(each), each == found.since) for each in found.moments],
        "rounds": [_round(each) for each in several],
        "struck": len(several) - total.rounds,
        "total": total,
        "csv_url": f"{reverse('exposure-csv', args=[deck.pk])}?since={found.since.key}",
    }
    return render(request, "games/exposure/exposure.html", context)


def _deck(request: FloorRequest, key: int) -> Deck:
    return request.scope.get(Deck.objects.select_related("facility", "table"), pk=key)


def _moment(moment: ExposureMoment) -> str:
    when = f", {format_second(moment.at)}" if moment.at else ""
    return f"{moment.words[:1].upper()}{moment.words[1:]}{when}"


def _round(each: ExposedRound) -> ExposedRoundPresenter:
    seats = [(seat, _wagers(seat)) for seat in each.seats]
    return ExposedRoundPresenter(each.round, page_url(each.round), marks_of(each.round), seats)


def _wagers(seat: StoredSeat) -> str:
    said = [_wager(wager) for wager in seat.wagers]
    if seat.is_cut:
        said.append(f"payout limit {format_money(-signed_cents(seat.limit_cut))}")
    wagers = "; ".join(said)
    return f"{wagers[:1].upper()}{wagers[1:]}"


def _wager(wager: StoredWager) -> str:
    said = [wager.name.replace("_", " "), format_money(signed_cents(wager.stake)), _OUTCOMES[wager.outcome]]
    if wager.outcome == "win":
        said += [*([wager.odds.replace(":", " to ")] if wager.odds else []), format_money(signed_cents(wager.pays))]
    return " ".join(said)


# ── For a spreadsheet


@require_safe
def exposure_csv(request: FloorRequest, key: int) -> HttpResponseBase:
    """Stream one row per wager."""
    deck = _deck(request, key)
    found = exposure_of(deck, request.GET.get("since", ""))
    return StreamingHttpResponse(csv_lines(found), headers=csv_headers(deck))
