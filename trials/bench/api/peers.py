"""Define the peers: a plain query and encoder, the database's own COPY, and a plain cursor."""

from collections.abc import Iterator
from typing import Any

import orjson
from django.db import connection

from compliance.models import Entry, Facility
from games.engine.money import dollars
from games.models import Round

FIELDS = (
    "id",
    "facility",
    "table",
    "number",
    "dealer",
    "gaming_day",
    "played_at",
    "status",
    "seats",
    "staked",
    "pays",
    "returned",
    "house_net",
    "settlement",
)
_COLUMNS = (
    "id",
    "facility__code",
    "table__code",
    "number",
    "dealer__badge",
    "dealer__name",
    "gaming_day",
    "played_at",
    "status",
    "seats",
    "staked_cents",
    "pays_cents",
    "returned_cents",
    "settlement",
)


def listed(facility: Facility, many: int) -> bytes:
    """Return the newest rounds as JSON, in the format of `results` in the API's list."""
    rows = Round.objects.filter(facility=facility).order_by("-id").values(*_COLUMNS)[:many]
    return orjson.dumps([_round(row) for row in rows], option=orjson.OPT_UTC_Z)


def _round(row: dict[str, Any]) -> dict[str, Any]:
    staked, pays, returned = row["staked_cents"], row["pays_cents"], row["returned_cents"]
    return {
        "id": row["id"],
        "facility": row["facility__code"],
        "table": row["table__code"],
        "number": row["number"],
        "dealer": {"badge": row["dealer__badge"], "name": row["dealer__name"]},
        "gaming_day": row["gaming_day"],
        "played_at": row["played_at"],
        "status": row["status"],
        "seats": row["seats"],
        "staked": dollars(staked),
        "pays": dollars(pays),
        "returned": dollars(returned),
        "house_net": dollars(staked - pays - returned),
        "settlement": orjson.Fragment(row["settlement"]),
    }


_OF_ENTRY = (
    "id",
    "facility__code",
    "stream__key",
    "sequence",
    "action",
    "subject",
    "actor__badge",
    "actor__name",
    "signature__signer__badge",
    "signature__signer__name",
    "signature__role",
    "signature__act",
    "signature__cite",
    "signature__signed_at",
    "at",
    "recorded_at",
    "cite",
    "facts",
    "previous",
    "hash",
)


def entries(facility: Facility, after: int, many: int) -> bytes:
    """Return journal entries by id, in the format of the API. Unlike the feed, this order can miss late commits."""
    rows = Entry.objects.filter(facility=facility, pk__gt=after).order_by("pk").values(*_OF_ENTRY)[:many]
    return orjson.dumps([_entry(row) for row in rows], option=orjson.OPT_UTC_Z)


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    signer = {"badge": row["signature__signer__badge"], "name": row["signature__signer__name"]}
    signature = {name: row[f"signature__{name}"] for name in ("role", "act", "cite", "signed_at")}
    return {
        "id": row["id"],
        "facility": row["facility__code"],
        "stream": row["stream__key"],
        "sequence": row["sequence"],
        "action": row["action"],
        "subject": row["subject"],
        "actor": {"badge": row["actor__badge"], "name": row["actor__name"]} if row["actor__badge"] else None,
        "signature": {"signer": signer, **signature} if signer["badge"] else None,
        "at": row["at"],
        "recorded_at": row["recorded_at"],
        "cite": row["cite"],
        "facts": row["facts"],
        "previous": row["previous"],
        "hash": row["hash"],
    }


# The columns of an exported round. `objects` adds the columns that only NDJSON has.
_EXPORTED = (
    "feed.position, r.id, f.code, t.code, r.number, r.gaming_day, r.played_at, dealer.badge, r.edition, r.revision, "
    "r.status, v.id IS NOT NULL, r.void_reason, r.shift_id, r.deck_id, r.position, r.offer_id, r.method, r.logged_at, "
    "logger.badge, r.count_due, r.stub, r.misdealt, r.deck_removed, r.irregularities, r.failed_device_id, r.seats, "
    "r.spins, r.staked_cents, r.pays_cents, r.returned_cents, r.staked_cents - r.pays_cents - r.returned_cents, "
    "r.limit_cut_cents, r.largest_pays_cents, r.jackpot_cents, r.breach_reason, signer.badge, r.replaces_id"
)
_JOINED = (
    "compliance_feeditem feed JOIN compliance_entry e ON e.id = feed.entry_id "
    "JOIN games_round r ON r.id = CASE WHEN e.action = 'round.logged' THEN CAST(substr(e.subject, 7) AS bigint) END "
    "JOIN compliance_facility f ON f.id = r.facility_id JOIN tables_table t ON t.id = r.table_id "
    "JOIN compliance_staff dealer ON dealer.id = r.dealer_id "
    "JOIN compliance_staff logger ON logger.id = r.logged_by_id "
    "LEFT JOIN compliance_signature s ON s.id = r.signature_id "
    "LEFT JOIN compliance_staff signer ON signer.id = s.signer_id "
    "LEFT JOIN games_roundvoid v ON v.round_id = r.id WHERE e.action = 'round.logged'"
)


def exported(*, objects: bool) -> str:
    """Return the statement that selects the same rounds and columns in the same order."""
    more = ", r.input, r.settlement" if objects else ""
    return f"SELECT {_EXPORTED}{more} FROM {_JOINED} ORDER BY feed.position"


def copied(*, objects: bool) -> int:
    """Copy the rounds with the database's COPY; return the number of lines."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(exported(objects=objects))
            return sum(map(len, iter(lambda: cursor.fetchmany(2000), [])))
        with cursor.cursor.copy(f"COPY ({exported(objects=objects)}) TO STDOUT") as copy:
            return sum(_lines(copy))


def _lines(copy: Any) -> Iterator[int]:
    for block in copy:
        yield bytes(block).count(b"\n")
