"""Lists: filters, selected fields and pages."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from casino import api_urls as _api  # noqa: F401 - what can be read registers itself
from casino.api_docs.schema import schema
from casino.api_urls import RESOURCES
from compliance.alerts.scan import scan
from compliance.api.lists.rows import parts_of
from compliance.api.rendering import Json
from compliance.filters import (
    ChoiceFilter,
    DayFilter,
    FacilityFilter,
    FlagFilter,
    MomentFilter,
    NumberFilter,
    QueryFilter,
    ReferenceFilter,
    TextFilter,
)
from compliance.journal.serializers import EntrySerializer
from compliance.models import Alert, Entry, Severity, Staff
from compliance.staff.roles import EVERYONE, Role
from games.models import Round
from games.rounds.api.serializers import RoundDetailSerializer
from tables.models import Table
from tests.floor import Floor, deck_at
from tests.games.acts import change, in_breach, play, rotate, void
from tests.games.sample_rounds import a_round, counted, log
from tests.permissions import one_of_everything

from .caller import Caller

pytestmark = pytest.mark.both_databases("filters, order and cursors in SQL")


def everyone_in_one(floor: Floor) -> Staff:
    """Return someone with every role."""
    person = floor.hire(Role.PIT_BOSS)
    for role in EVERYONE - {Role.PIT_BOSS}:
        floor.facility.postings.create(staff=person, role=role, started_at=floor.at)
    return person


# ── What they are narrowed to


@pytest.fixture
def played(floor: Floor) -> Table:
    """A table with rounds: some by another dealer, one in breach, one void, one struck out, some of the next day."""
    table, _ = floor.open_table(), floor.begin_shift("Day", 10, 16)
    void(floor, play(floor, table, 3)[0])
    rotate(floor, table)
    play(floor, table, 1, void="face_up_card")
    floor.begin_shift("Night", 14, 8)
    floor.later(hours=19)  # the next gaming day
    in_breach(floor, table)
    change(floor, deck_at(table), dealer=table.stints.get(ended_at=None).staff)
    log(floor, table, counted(a_round()))
    play(floor, table, 1)
    return table


def numbers(caller: Caller, **asked: str | int) -> list[int]:
    return [row["number"] for row in caller.get("rounds/", fields="number", **asked)["results"]]


def test_each_filter_of_rounds_leaves_only_what_matches(floor: Floor, played: Table) -> None:
    caller, every = Caller(floor.auditor), [7, 6, 5, 4, 3, 2, 1]
    days = [f"{floor.at.date() - timedelta(days=1)}", f"{floor.at.date()}"]
    first_shift, last_shift = (row["id"] for row in reversed(caller.get("shifts/")["results"]))
    moment = Round.objects.get(number=3).played_at

    assert numbers(caller) == every
    assert numbers(caller, facility="MD", table=played.code) == every
    assert numbers(caller, dealer=floor.dealer.badge) == [3, 2, 1]
    assert numbers(caller, deck=deck_at(played).pk) == [7, 6]
    assert numbers(caller, number=4) == numbers(caller, status="void") == [4]
    assert numbers(caller, in_breach="true") == [5]
    assert numbers(caller, in_breach="false", voided="false") == [7, 6, 4, 3, 2]
    assert numbers(caller, voided="true") == [1]
    assert numbers(caller, edition="md") == every
    assert numbers(caller, edition="nj") == []
    assert numbers(caller, shift=first_shift) == [4, 3, 2, 1]
    assert numbers(caller, shift=last_shift) == [7, 6, 5]
    assert numbers(caller, gaming_day_to=days[0]) == [4, 3, 2, 1]
    assert numbers(caller, gaming_day_from=days[1]) == [7, 6, 5]
    assert numbers(caller, gaming_day_from=days[0], gaming_day_to=days[1]) == every
    assert numbers(caller, played_since=f"{moment:%Y-%m-%dT%H:%M:%SZ}") == [7, 6, 5, 4, 3]
    assert numbers(caller, played_until=f"{moment:%Y-%m-%dT%H:%M:%SZ}") == [2, 1]
    assert numbers(caller, gaming_day_from="2025-01-01", gaming_day_to="2025-01-02") == []


def test_a_span_is_read_page_by_page_in_the_same_order(floor: Floor, played: Table) -> None:
    caller, found = Caller(floor.auditor), []
    page = caller.get("rounds/", fields="number", gaming_day_from="2026-03-02", page_size=2)
    while True:
        found += [row["number"] for row in page["results"]]
        if page["next"] is None:
            break
        page = caller.get(page["next"].removeprefix("http://testserver"))

    assert found == [7, 6, 5, 4, 3, 2, 1]


def test_alerts_violations_and_reports_are_narrowed(floor: Floor, played: Table) -> None:
    caller = Caller(floor.compliance_officer)
    scan(floor.at)
    found = Alert.objects.filter(check_name="round_in_breach").get()

    def ids(path: str, **asked: str | int) -> list[int]:
        return [row["id"] for row in caller.get(path, fields="id", **asked)["results"]]

    assert ids("alerts/", check="round_in_breach", open="true", table=played.code) == [found.pk]
    assert found.pk in ids("alerts/", severity="notice")
    assert ids("alerts/", severity="critical") == list(
        Alert.objects.filter(severity=Severity.CRITICAL).order_by("-pk").values_list("pk", flat=True)
    )
    assert found.pk in ids("alerts/", opened_since=f"{found.opened_at:%Y-%m-%dT%H:%M:%SZ}")
    assert ids("alerts/", opened_until=f"{found.opened_at:%Y-%m-%dT%H:%M:%SZ}") == []
    assert len(ids("violations/", open="true", table=played.code, round=Round.objects.get(number=5).pk)) == 1
    assert ids("violations/", opened_until="2026-03-02T17:00:00Z") == []
    assert len(ids("reports/", gaming_day_from="2026-03-02", signed="false")) == 2
    assert ids("reports/", gaming_day_to="2026-03-01") == ids("shifts/", gaming_day_to="2026-03-01") == []


# ── What means nothing

NONSENSE: dict[type[QueryFilter], tuple[str, ...]] = {
    FlagFilter: ("", "1", "True", "yes", "null"),
    ChoiceFilter: ("", "no such word", "OPEN "),
    NumberFilter: ("", "0", "-1", "1.0", "²", "٣", "9" * 30),
    DayFilter: ("", "today", "2026-3-2", "20260302", "2026-02-30", "0001-01-01", "9999-12-31"),
    MomentFilter: ("", "now", "2026-03-02", "2026-03-02T17:00:00", "9999-12-31T23:59:59Z"),
    FacilityFilter: ("", "md", "ZZ"),
    ReferenceFilter: ("", "no-such", "-1", "²", "9" * 30),
    TextFilter: ("",),
}


def test_a_value_that_means_nothing_is_refused_with_what_to_do(floor: Floor) -> None:
    client = Caller(everyone_in_one(floor)).client

    for resource in RESOURCES.values():
        for name, parameter in resource.narrowed_by.base_filters.items():
            for value in next(values for kind, values in NONSENSE.items() if isinstance(parameter, kind)):
                found = client.get(f"/api/v1/{resource.plural}/", {name: value})
                (error,) = found.json()["errors"]
                assert (found.status_code, error["path"]) == (400, name), (name, value)
                assert error["code"] == ("out_of_range" if value[:5] in ("0001-", "9999-") else "invalid"), (
                    name,
                    value,
                )
                assert error["message"].startswith(("Give", "There is no such", "None of your")), error


def test_all_that_is_wrong_is_told_at_once(floor: Floor) -> None:
    found = Caller(floor.auditor).refused("rounds/?voided=maybe&table=ZZ&gaming_day_to=x", 400)

    assert {error["path"] for error in found["errors"]} == {"voided", "table", "gaming_day_to"}


@pytest.mark.parametrize("query", ["serial=a%00b", "state=in_play&state=pit", "nothing=1", "table__code=MD-01"])
def test_a_parameter_that_is_not_text_repeated_or_unknown_is_refused(floor: Floor, query: str) -> None:
    found = Caller(floor.auditor).refused(f"decks/?{query}", 400)

    assert found["errors"][0]["code"] in ("malformed", "unknown_parameter")


def test_values_of_another_facility_are_refused_like_unknown_ones(floor: Floor, elsewhere: Floor) -> None:
    theirs = one_of_everything(elsewhere)
    caller = Caller(floor.auditor)

    for path, name, theirs_is, nobodys in (
        ("rounds", "table", theirs["tables"], "ZZ-01"),
        ("rounds", "deck", theirs["decks"], 10**9),
        ("rounds", "shift", theirs["shifts"], 10**9),
        ("violations", "round", theirs["rounds"], 10**9),
        ("alerts", "table", theirs["tables"], "ZZ-01"),
        ("decks", "pit", theirs["pits"], 10**9),
        ("tables", "facility", "NJ", "ZZ"),
    ):
        assert caller.refused(f"{path}/?{name}={theirs_is}", 400) == caller.refused(f"{path}/?{name}={nobodys}", 400)


# ── Fields


@pytest.fixture
def furnished(elsewhere: Floor) -> Caller:
    """Someone who sees everything, where there is one of everything, some of it with everything about it."""
    one_of_everything(elsewhere)
    table = elsewhere.open_table(dealer=elsewhere.new_dealer())
    void(elsewhere, log(elsewhere, table, a_round("nj", seed=5)))
    return Caller(everyone_in_one(elsewhere))


def test_each_field_can_be_selected_by_itself_with_the_same_value(furnished: Caller) -> None:
    for resource in RESOURCES.values():
        path, key, known = f"{resource.plural}/", resource.key_field, list(resource.parts)
        whole = furnished.get(path, fields=",".join(known))["results"]

        shown = [{name: row[name] for name in resource.shown_fields} for row in whole]
        assert furnished.get(path)["results"] == shown
        for name in known:
            rows = furnished.get(path, fields=name)["results"]
            assert rows == [{key: row[key], name: row[name]} for row in whole], (resource.kind, name)


def test_rows_of_columns_are_what_the_serializer_shows(furnished: Caller) -> None:
    resource = RESOURCES["round"]
    rows = furnished.get("rounds/", fields=",".join(resource.parts))["results"]

    assert all(resource.parts.values()), "every field of a round is made of columns"
    assert {row["voided"] for row in rows} == {row["in_breach"] for row in rows} == {True, False}
    for row in rows:
        detail = furnished.get(row["url"])
        assert {name: detail[name] for name in row} == row


def test_other_plain_rows_are_made_of_columns_too(furnished: Caller) -> None:
    for resource in (RESOURCES[kind] for kind in ("deck", "device", "violation")):
        rows = furnished.get(f"{resource.plural}/")["results"]
        assert all(resource.parts.values())
        assert rows
        for row in rows:
            assert furnished.get(row["url"]).items() >= row.items()
    assert all(parts_of(EntrySerializer, Entry).values()), "and so are entries of the journal"


def test_a_round_tells_its_settlement_in_a_list_only_if_it_is_asked_for(floor: Floor) -> None:
    table = floor.open_table()
    logged = log(floor, table, counted(a_round(seats=3)))
    caller = Caller(floor.auditor)

    (row,), (asked,) = (caller.get("rounds/", **more)["results"] for more in ({}, {"fields": "settlement,input"}))

    assert not row.keys() & {"settlement", "input", "acts"}
    assert asked == {"id": logged.pk, "settlement": logged.settled(), "input": logged.entered()}


@pytest.mark.parametrize("fields", ["", ",", "code,", "nothing", "code, state", "acts", "missing", "code;state"])
def test_unknown_fields_are_refused_with_the_known_ones(floor: Floor, fields: str) -> None:
    found = Caller(floor.auditor).refused(f"tables/?fields={fields}", 400)

    (error,) = found["errors"]
    assert (error["path"], error["code"]) == ("fields", "unknown_field")
    assert "Known fields: url, code, facility" in error["message"]


def test_rows_are_described_with_only_their_key_required() -> None:
    for resource in RESOURCES.values():
        row = schema()["components"]["schemas"][f"{resource.kind.capitalize()}Row"]
        page = schema()["components"]["schemas"][f"{resource.kind.capitalize()}Page"]
        assert row["required"] == [resource.key_field]
        assert set(row["properties"]) == set(resource.parts)
        assert page["properties"]["results"]["items"]["$ref"].endswith(f"/{resource.kind.capitalize()}Row")


def test_every_parameter_is_described_with_its_type_and_an_example() -> None:
    for resource in RESOURCES.values():
        operation = schema()["paths"][f"/api/v1/{resource.plural}/"]["get"]
        described = {each["name"]: each for each in operation["parameters"] if each["in"] == "query"}
        assert described.keys() == {*resource.narrowed_by.base_filters, "cursor", "page_size", "fields"}
        for name in resource.narrowed_by.base_filters:
            assert described[name]["description"], name
            assert described[name]["schema"].keys() & {"type", "enum"}, name
            assert "example" in described[name] or "examples" in described[name], name
        names = re.compile(described["fields"]["schema"]["pattern"])
        assert names.search(",".join(resource.parts))
        assert not names.search(f"{resource.key_field},acts")


# ── Pages


def cursor_of(caller: Caller, path: str) -> str:
    """Return the cursor of the second page of a list."""
    found: str = caller.get(path, page_size=1)["next"].partition("cursor=")[2]
    return found


def test_invalid_cursors_and_cursors_of_another_list_are_refused(floor: Floor) -> None:
    floor.new_decks(3)
    for _ in range(2):
        floor.device("shuffler")
    caller = Caller(floor.auditor)
    decks, devices = cursor_of(caller, "decks/"), cursor_of(caller, "devices/")

    for cursor in ("", "x", "MQ", decks[:-1], decks + "A", devices, "MTo5", "%F0%9F%83%8F", "A" * 500):
        found = caller.refused(f"decks/?cursor={cursor}", 400)
        assert found["errors"] == [
            {
                "path": "cursor",
                "code": "invalid",
                "message": "Use the cursor in `next` of the previous page of this list, unchanged.",
            }
        ]
    assert len(caller.get(f"/api/v1/decks/?cursor={decks}")["results"]) == 2


def test_a_cursor_of_another_facility_opens_nothing_of_it(floor: Floor, elsewhere: Floor) -> None:
    elsewhere.new_decks(3)
    mine = floor.new_decks(2)

    found = Caller(floor.auditor).get(f"/api/v1/decks/?cursor={cursor_of(Caller(elsewhere.auditor), 'decks/')}")

    assert [row["id"] for row in found["results"]] == [deck.pk for deck in mine]


def test_the_address_of_the_next_page_asks_for_the_same(floor: Floor) -> None:
    floor.new_decks(3)

    found = Caller(floor.auditor).get("decks/", page_size=2, fields="serial,state", state="store")["next"]

    assert "page_size=2&fields=serial%2Cstate&state=store&cursor=" in found


# ── Bytes


def test_the_same_answer_is_the_same_bytes(furnished: Caller) -> None:
    for resource in RESOURCES.values():
        first, again = (furnished.client.get(f"/api/v1/{resource.plural}/") for _ in range(2))
        assert first.content == again.content
        assert first["ETag"] == again["ETag"]


def test_a_list_of_rounds_costs_the_same_number_of_queries_whatever_is_asked_for(floor: Floor) -> None:
    table = floor.open_table()
    caller = Caller(floor.auditor)
    play(floor, table, 1)
    every = ",".join(RESOURCES["round"].parts)

    def queries(**asked: str | int) -> int:
        with CaptureQueriesContext(connection) as caught:
            caller.get("rounds/", **asked)
        return len(caught)

    queries()  # from now on it is known whose session this is
    few = queries()
    void(floor, play(floor, table, 2)[0])

    assert queries() == queries(fields=every) == queries(fields="id") == few


def test_stored_json_is_sent_unchanged(floor: Floor) -> None:
    log(floor, floor.open_table())
    kept = Round.objects.get()

    shown = RoundDetailSerializer().fields["settlement"].to_representation(kept.settlement)

    assert Json().render({"settlement": shown}) == b'{"settlement":' + kept.settlement.encode() + b"}"
    assert msgspec.json.decode(shown) == kept.settled()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (lazystr("Käse"), '"Käse"'),
        (mark_safe("<b>"), '"<b>"'),
        ({"a": [1, None, True]}, '{"a":[1,null,true]}'),
        ("\u2028", '"\u2028"'),
    ],
)
def test_every_supported_value_is_rendered(value: Any, written: str) -> None:
    assert Json().render(value) == written.encode()


def test_an_unsupported_value_raises_an_error() -> None:
    with pytest.raises(TypeError, match="object cannot be encoded as JSON"):
        Json().render(object())


def test_none_renders_as_an_empty_body() -> None:
    assert Json().render(None) == b""
