"""Compare the findings that the board, the table page, the API, the response to a round, the handover list and the
alerts show at one moment: the same codes, subjects, severities and times everywhere."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import uuid4

import msgspec
from django.db import transaction

from casino.board.views import board_of
from casino.reports.shift.open_items import open_items
from compliance.alerts.inbox import stored_findings, table_findings
from compliance.api.idempotency import request_with
from compliance.errors import RuleViolations
from compliance.findings import CHECKS, Finding, shown_from_alerts
from compliance.models import Alert, Facility, Severity, Staff
from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from compliance.staff.scope import Scope
from games.engine.problems import Refused
from games.rounds.log.input import read_entry
from games.rounds.log.services import log_round
from tables.floor.queries import with_relations
from tables.floor.serializers import TableSerializer
from tables.floor.table_card import table_cards
from tables.models import Table
from tests.games.sample_rounds import a_round

Shown = Counter[tuple[Any, ...]]
# Findings of a facility itself are at no table.
NOWHERE = ""


def unequal(facility: Facility, scope: Scope, at: datetime) -> list[str]:
    """Return where a place shows other findings than the finders report. The scope is of someone who sees them all."""
    tables = list(with_relations(Table.objects.filter(facility=facility), at))
    stored = stored_findings(facility)
    found = {**table_findings(tables, at, stored), NOWHERE: stored.get(NOWHERE, [])}
    board = board_of(facility, None, scope, at)
    cards = {card.code: card for card in board.tables}
    handover = _of_handover(facility, at)
    differences: list[str] = []
    for place, findings in found.items():
        here = place or facility.code
        shown = {
            "next": (_of(findings), _of(each.finding for each in board.next if each.place == here)),
            "alerts": (_of(findings), _of_alerts(facility, place)),
            "handover": (_as_handed_over(findings), handover[place]),
        }
        differences += _differences(at, here, shown)
    for table in tables:
        should = _of(found[table.code])
        shown = {
            "board": (should, _of(each.finding for each in cards[table.code].findings)),
            "table page": (should, _of(each.finding for each in table_cards([table], scope, at)[0].findings)),
            "API": (should, _of_api(TableSerializer(table, context={"scope": scope, "at": at}).data["findings"])),
        }
        differences += _differences(at, table.code, shown)
    return differences


def unequal_responses(
    facility: Facility, *, by: Staff, signer: Staff, at: datetime
) -> tuple[list[str], set[tuple[str, Severity]]]:
    """Log a round at each table, and take it back. Return where the response shows other findings than the finders
    report after it, and the kinds of findings that responses showed."""
    differences: list[str] = []
    kinds = set()
    for code in Table.objects.filter(facility=facility).values_list("code", flat=True):
        with transaction.atomic():
            answered = _logged(Table.objects.get(code=code), by=by, signer=signer, at=at)
            tables = list(with_relations(Table.objects.filter(code=code), at))
            should = _of(table_findings(tables, at, stored_findings(facility))[code])
            transaction.set_rollback(True)
        if answered is not None:
            differences += _differences(at, code, {"response": (should, _of_api(answered))})
            kinds |= {(each["code"], Severity[each["severity"].upper()]) for each in answered}
    return differences, kinds


def _logged(table: Table, *, by: Staff, signer: Staff, at: datetime) -> list[dict[str, Any]] | None:
    """Log a round, in violation if a gate refuses it; return the findings of the response, None if it is impossible."""
    offer = table.offer_at(at)
    if offer is None:
        return None
    breach = {"breach_reason": "It was played", "second_badge": signer.badge, "second_pin": "-"}
    for body in (a_round(offer.edition), a_round(offer.edition) | breach):
        entry, problems = read_entry(body)
        assert problems == []
        request, second = request_with(str(uuid4()), table.code, body), Confirmation(signer, Role.PIT_BOSS)
        try:
            answer = log_round(table.code, entry=entry, request=request, by=by, at=at, second=second)
        except RuleViolations:
            continue
        except Refused:
            return None
        found: list[dict[str, Any]] = msgspec.json.decode(answer.body)["next"]["findings"]
        return found
    return None


def _differences(at: datetime, place: str, shown: dict[str, tuple[Shown, Shown]]) -> Iterator[str]:
    for where, (should, each) in shown.items():
        if each != should:
            yield f"{at} {place} {where}: shows {each - should}, not {should - each}"


def _of(found: Iterable[Finding]) -> Shown:
    return Counter((each.code, each.subject, each.severity, each.due_at, each.blocks_play) for each in found)


def _of_api(found: list[dict[str, Any]]) -> Shown:
    severities = {each.name.lower(): each for each in Severity}
    return Counter(
        (each["code"], each["subject"], severities[each["severity"]], _moment(each["due_at"]), each["blocks_play"])
        for each in found
    )


def _of_alerts(facility: Facility, place: str) -> Shown:
    """Return the open alerts, and those that someone closed although their cause, which is computed, is still there."""
    stored = shown_from_alerts("table")
    alerts = Alert.objects.filter(facility=facility, place=place, gone_at=None)
    return Counter(
        (alert.check_name, alert.subject, Severity(alert.severity), alert.due_at, alert.blocks_play)
        for alert in alerts
        if alert.is_open or alert.check_name not in stored
    )


def _as_handed_over(found: Iterable[Finding]) -> Shown:
    return Counter((each.code, each.subject, each.due_at, each.status, each.status_word) for each in found)


def _of_handover(facility: Facility, at: datetime) -> dict[str, Shown]:
    """Return the listed findings by place, without the preview for whoever takes over."""
    items = open_items(facility, at)
    listed: dict[str, Shown] = defaultdict(Counter)
    for row, item in zip(items.rows, items.records(), strict=True):
        about = row.about
        if about["finding"] in CHECKS:
            key = (about["finding"], about["subject"], _moment(item["due"]), row.status, item["state"])
            listed[about.get("table", NOWHERE)][key] += 1
    return listed


def _moment(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else text
