"""The round page: enter a round, see it settled while typing, and save it with one tap."""

import re
from typing import Any

import msgspec
from django import forms
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from compliance.acts.view import SigningPresenter, present_refusal
from compliance.errors import RuleViolation
from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest
from games.models import Round
from games.replay.payouts import passes, unseen_hands
from games.rounds.gates import UNBREACHABLE
from games.rounds.preview import preview
from games.rounds.stored_settlement import StoredSettlement, read_settlement
from tables.dealers.roster import floorpersons_of
from tables.floor.queries import with_relations
from tables.floor.table_cache import load_for_display
from tables.floor.table_card import table_cards
from tables.formatting import format_edition
from tables.models import Offer, Table

from .table_terms import addresses, device_terms, table_terms

# A due count is asked for at its own field, and reported as missing only when the round is saved without it.
AT_ITS_FIELD = frozenset({"stub_count_missing"})


class SignatureForm(forms.Form):
    """Who signs for a round besides the person who logs it. The PIN is sent with it, never kept on the tablet."""

    second_badge = forms.CharField(label="Badge", max_length=20, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    second_pin = forms.CharField(
        label="PIN", max_length=12, widget=forms.PasswordInput(attrs={"autocomplete": "off", "inputmode": "numeric"})
    )


class BreachForm(SignatureForm):
    """Why a round is logged anyway, and who signs for it."""

    breach_reason = forms.CharField(
        label="Why it was played anyway", max_length=200, widget=forms.Textarea(attrs={"rows": 3})
    )


SIGNING = SigningPresenter(
    says="The round is logged as played and marked, and a violation is opened for the compliance officer.",
    cite="",
    who="a pit boss or shift manager",
    required=True,
)
VOID_SIGNING = SIGNING._replace(
    says="Every wager is returned. The round is logged as void, with the reason and both names."
)


@require_safe
def round_entry(request: FloorRequest, key: str) -> HttpResponse:
    """Show the page; ?paid= shows what the dealer pays for that round, ?replaces= prefills a voided round."""
    scope, at = request.scope, timezone.now()
    table: Table = scope.get(with_relations(Table.objects.all(), at), code=key)
    terms = table_terms(table, at)
    context: dict[str, Any] = {"table": table, "facility": table.facility, "card": table_cards([table], scope, at)[0]}
    if terms is None:
        return render(request, "games/rounds/entry/round_unready.html", context)
    replaced = _round(request, table, "replaces")
    found = preview(table, {}, by=scope.staff, at=at)
    config = _config(table, terms, replaced, scope)
    context |= {
        "terms": terms,
        "edition_name": format_edition(terms["edition"]),
        "config": config,
        "irregularities": [_irregularity(each, config["devices"]) for each in terms["irregularities"]],
        "seat_places": range(terms["seat_cards"]),
        "aside_places": range(terms["set_aside"]),
        "hands": [_hand(hand, terms) for hand in terms["hands"]],
        "suits": _suits(terms),
        "cross": ["top", "left", "middle", "right", "bottom"],  # as laid out, row by row
        "replaced": replaced,
        "paid": _paid(request, table),
        "refusals": _refusals(found.violations, table, scope),
        "breach_form": BreachForm(auto_id="breach_%s"),
        "signing": SIGNING,
        "void_form": SignatureForm(auto_id="voiding_%s"),
        "void_signing": VOID_SIGNING,
    }
    response = render(request, "games/rounds/entry/round_entry.html", context)
    response["X-Server-Time"] = at.isoformat()
    response["Cache-Control"] = "no-store"  # the Back button would show an old number and deck
    return response


def _config(table: Table, terms: dict[str, Any], replaced: Round | None, scope: Scope) -> dict[str, Any]:
    """Return what the page's script needs: the terms, and who and what a round may name."""
    devices = list(terms["devices"])
    failed = replaced.failed_device if replaced else None
    if failed and all(device["id"] != failed.pk for device in devices):
        devices.append(device_terms(failed))  # it has left the table since
    return {
        **terms,
        "devices": devices,
        "deciders": list(floorpersons_of(table.facility).values("badge", "name")) if terms["forfeits"] else [],
        "logged_by": scope.staff.badge,
        "urls": addresses(table),
        "replaces": {"id": replaced.pk, "number": replaced.number} if replaced else None,
        "prefill": _prefill(replaced) if replaced else None,
    }


def _irregularity(each: dict[str, Any], devices: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an irregularity, and whether it cannot happen here because the table has no such device."""
    could = any(each["name"] in device["may_fail"] for device in devices)
    return {**each, "no_device": bool(each["device_kind"]) and not could}


def _hand(hand: dict[str, Any], terms: dict[str, Any]) -> dict[str, Any]:
    """Return a hand beside the seats', and the wager without which it is not entered."""
    labels = {wager["name"]: wager["label"].lower() for wager in terms["wagers"]}
    return {**hand, "places": range(hand["cards"]), "wager_label": labels.get(hand["wager"])}


SUITS = (("s", "♠", "spades"), ("h", "♥", "hearts"), ("d", "♦", "diamonds"), ("c", "♣", "clubs"))
RANK_WORDS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}


def _suits(terms: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "letter": letter,
            "symbol": symbol,
            "name": name,
            "cards": [
                {"name": f"{rank}{letter}", "rank": "10" if rank == "T" else rank, "label": f"{word} of {name}"}
                for rank in terms["ranks"]
                for word in (RANK_WORDS.get(rank, rank),)
            ],
        }
        for letter, symbol, name in SUITS
    ]


def _round(request: FloorRequest, table: Table, name: str) -> Round | None:
    """Return the round of this table that the URL names, if any."""
    key = request.GET.get(name, "")
    if not re.fullmatch("[0-9]{1,18}", key):
        return None
    return Round.objects.filter(table=table, pk=int(key)).select_related("offer", "deck", "failed_device").first()


def _prefill(replaced: Round) -> dict[str, Any]:
    """Return the input of a round to be corrected, and when it was played."""
    return {
        "round": replaced.entered(),
        "played_at": replaced.played_at.isoformat(),
        "irregularities": replaced.irregularities,
        "failed_device": replaced.failed_device_id,
        "void_explanation": replaced.void_explanation,
        "forfeits": replaced.forfeits,
    }


def _paid(request: FloorRequest, table: Table) -> dict[str, Any] | None:
    found = _round(request, table, "paid")
    if found is None:
        return None
    return {"round": found, **_shown(read_settlement(found.settlement), found.offer, found.entered())}


def _shown(settlement: StoredSettlement, offer: Offer, entered: dict[str, Any]) -> dict[str, Any]:
    """Return a settlement as the payout templates need it."""
    found = passes(settlement, offer.book, unseen_hands(entered))
    cites = list(dict.fromkeys(pay.cite for each in found for pay in each.pays))
    return {"settlement": settlement, "passes": found, "cites": cites}


def _refusals(violations: list[RuleViolation], table: Table, scope: Scope) -> list[dict[str, Any]]:
    """Return the refusals; the last one offers to log the round anyway."""
    barred = any(each.code in UNBREACHABLE for each in violations)
    return [
        {
            **present_refusal(each, each.code.replace("_", " ").capitalize(), table, scope)._asdict(),
            "code": each.code,
            # A refusal that cannot be overridden blocks the whole round.
            "breachable": not barred and each == violations[-1],
            "at_its_field": each.code in AT_ITS_FIELD,
        }
        for each in violations
    ]


@require_POST
def round_preview(request: FloorRequest, key: str) -> HttpResponse:
    """Return the settlement so far, the errors, and the refusals of a round being entered."""
    scope, at = request.scope, timezone.now()
    table: Table = load_for_display(scope.get(Table.objects.select_related("facility", "pit"), code=key), at)
    try:
        body = msgspec.json.decode(request.body)
    except msgspec.DecodeError:
        return JsonResponse({"detail": "The body is not JSON."}, status=400)
    found = preview(table, body, by=scope.staff, at=at)
    offer = table.offer_at(at)
    settlement, partly = (each.encode() if each else None for each in (found.settlement, found.partly))
    shown = settlement or partly
    refusals = _refusals(found.violations, table, scope)
    return JsonResponse(
        {
            "errors": [problem._asdict() for problem in found.problems],
            "settlement": _json(settlement),
            "partly": _json(partly),
            "html": render_to_string("games/rounds/entry/pays.html", _shown(read_settlement(shown), offer, body))
            if shown and offer
            else "",
            "refusals": refusals,
            "refusals_html": render_to_string("games/rounds/entry/refusals.html", {"refusals": refusals}),
            "expected_stub": found.expected_stub,
            "ready": not found.problems and not found.violations,
        }
    )


def _json(settlement: bytes | None) -> dict[str, Any] | None:
    return msgspec.json.decode(settlement, type=dict[str, Any]) if settlement else None
