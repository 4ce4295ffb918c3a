"""The exposure page of a deck, and the same as CSV."""

from typing import NamedTuple

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.view import page_url
from compliance.web.generic_views import PageLink, StatusWord
from compliance.web.requests import FloorRequest
from games.formatting import SignedAmount, format_result
from games.models import Round
from games.rounds.marks import marks_of
from tables.formatting import format_money
from tables.models import Deck

from .csv_file import csv_headers, csv_lines
from .services import ExposedRound, ExposedSeat, ExposedWager, ExposureMoment, dealt, exposure_of, sums

_OUTCOMES = {"win": "won", "push": "push", "lose": "lost", "fold": "folded", "forfeit": "forfeited", "void": "returned"}


class MomentPresenter(NamedTuple):
    key: str
    label: str
    is_chosen: bool


class ExposedSeatPresenter(NamedTuple):
    number: int
    wagers: str
    staked: str
    pays: str
    net: SignedAmount


class ExposedRoundPresenter(NamedTuple):
    round: Round
    url: str
    marks: list[StatusWord]
    staked: str
    pays: str
    net: SignedAmount
    seats: list[ExposedSeatPresenter]


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
        "totals": [
            ("Rounds", str(total.rounds)),
            ("Seats", str(total.seats)),
            ("Wagers", str(total.wagers)),
            ("Wagered", format_money(total.staked_cents)),
            ("Paid", format_money(total.pays_cents)),
            ("Returned", format_money(total.returned_cents)),
        ],
        "house_net": format_result(total.house_net_cents),
        "csv_url": f"{reverse('exposure-csv', args=[deck.pk])}?since={found.since.key}",
    }
    return render(request, "games/exposure/exposure.html", context)


def _deck(request: FloorRequest, key: int) -> Deck:
    return request.scope.get(Deck.objects.select_related("facility", "table"), pk=key)


def _moment(moment: ExposureMoment) -> str:
    when = f", {timezone.localtime(moment.at):%a %b %-d %H:%M:%S}" if moment.at else ""
    return f"{moment.words[:1].upper()}{moment.words[1:]}{when}"


def _round(each: ExposedRound) -> ExposedRoundPresenter:
    round_ = each.round
    return ExposedRoundPresenter(
        round_,
        page_url(round_),
        marks_of(round_),
        format_money(round_.staked_cents),
        format_money(round_.pays_cents),
        format_result(round_.house_net_cents),
        [_seat(seat) for seat in each.seats],
    )


def _seat(seat: ExposedSeat) -> ExposedSeatPresenter:
    said = [_wager(wager) for wager in seat.wagers]
    if seat.limit_cut_cents:
        said.append(f"payout limit −{format_money(seat.limit_cut_cents)}")
    wagers = "; ".join(said)
    return ExposedSeatPresenter(
        seat.number,
        f"{wagers[:1].upper()}{wagers[1:]}",
        format_money(seat.staked_cents),
        format_money(seat.pays_cents),
        format_result(seat.net_cents),
    )


def _wager(wager: ExposedWager) -> str:
    said = [wager.name.replace("_", " "), format_money(wager.stake_cents), _OUTCOMES[wager.outcome]]
    if wager.outcome == "win":
        said += [*([wager.odds.replace(":", " to ")] if wager.odds else []), format_money(wager.pays_cents)]
    return " ".join(said)


# ── For a spreadsheet


@require_safe
def exposure_csv(request: FloorRequest, key: int) -> HttpResponseBase:
    """Stream one row per wager."""
    deck = _deck(request, key)
    found = exposure_of(deck, request.GET.get("since", ""))
    return StreamingHttpResponse(csv_lines(found), headers=csv_headers(deck))
