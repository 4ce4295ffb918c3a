"""Compare the findings that the board, the table page, the API, the response to a round, the handover list and the
alerts show at one moment: the same codes, severities and times everywhere."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.db import transaction

from casino.board.views import board_of
from casino.reports.shift.open_items import open_items
from compliance.alerts.inbox import stored_findings, table_findings
from compliance.findings import CHECKS, Finding
from compliance.models import Alert, Facility, Severity
from compliance.staff.scope import Scope
from games.rounds.log.context import lock_context
from games.rounds.log.response import next_round
from tables.floor.queries import with_relations
from tables.floor.serializers import TableSerializer
from tables.floor.table_card import table_cards
from tables.models import Table

Shown = Counter[tuple[Any, ...]]


def unequal(facility: Facility, scope: Scope, at: datetime) -> list[str]:
    """Return where a place shows other findings at a table than the finders report."""
    tables = list(with_relations(Table.objects.filter(facility=facility), at))
    found = table_findings(tables, at, stored_findings(facility))
    board = {card.code: card for card in board_of(facility, None, scope, at).tables}
    differences = []
    for table in tables:
        should = _of(found[table.code])
        shown = {
            "board": _of([each.finding for each in board[table.code].findings]),
            "table page": _of([each.finding for each in table_cards([table], scope, at)[0].findings]),
            "API": _of_api(TableSerializer(table, context={"scope": scope, "at": at}).data["findings"]),
            "response": _of_api(_in_response(table, at)),
            "alerts": _of_alerts(table),
        }
        differences += [
            f"{at} {table} {where}: {each - should} {should - each}" for where, each in shown.items() if each != should
        ]
    return differences + _of_handover(facility, found, at)


def _of(found: list[Finding]) -> Shown:
    return Counter((each.code, each.subject, each.severity, each.due_at, each.blocks_play) for each in found)


def _of_api(found: list[dict[str, Any]]) -> Shown:
    severities = {each.name.lower(): each for each in Severity}
    return Counter(
        (each["code"], each["subject"], severities[each["severity"]], each["due_at"], each["blocks_play"])
        for each in found
    )


@transaction.atomic
def _in_response(table: Table, at: datetime) -> list[dict[str, Any]]:
    here = lock_context(table.code, at)
    assert here is not None
    found: list[dict[str, Any]] = next_round(here, at)["findings"]
    return found


def _of_alerts(table: Table) -> Shown:
    """Return the alerts whose cause is there, also if someone closed them; of events, those that are open."""
    alerts = Alert.objects.filter(place=table.code, gone_at=None)
    return Counter(
        (alert.check_name, alert.subject, Severity(alert.severity), alert.due_at, alert.blocks_play)
        for alert in alerts
        if CHECKS[alert.check_name].lasts or alert.is_open
    )


def _of_handover(facility: Facility, found: dict[str, list[Finding]], at: datetime) -> list[str]:
    listed = Counter(
        (row.about["table"], row.about["finding"], row.status)
        for row in open_items(facility, at).rows
        if "finding" in row.about and "table" in row.about
    )
    should = Counter((code, each.code, str(each.status)) for code, several in found.items() for each in several)
    return [] if listed == should else [f"{at} handover: {listed - should} {should - listed}"]
