"""Filters: the page and the API of a list have the same ones, with the same meaning."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.alert_history.api import ReadAlertHistory
from casino.api_urls import RESOURCES
from compliance.filters import (
    ChoiceFilter,
    DayFilter,
    Filters,
    FlagFilter,
    MomentFilter,
    NumberFilter,
    QueryFilter,
    ReferenceFilter,
)
from compliance.journal.api import Journal
from compliance.models import Alert, Severity
from compliance.staff.roles import EVERYONE, Role
from tests.compliance.alerts.rung import happened
from tests.compliance.api.caller import Caller
from tests.floor import Floor
from tests.games.acts import void
from tests.games.sample_rounds import a_round, log
from tests.permissions import one_of_everything

# Only the API lists facilities, and pits have no filters but their facility.
LISTS = sorted(RESOURCES.keys() - {"facility", "pit"})
# What a page shows before filters: all open alerts, for example.
SHOWN = {"alert": {"show": "everyone"}}


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("nj")


@pytest.fixture
def reader(floor: Floor) -> Caller:
    """Someone who sees everything, where there is one of everything, some of it with something about it."""
    one_of_everything(floor)
    table = floor.open_table(dealer=floor.new_dealer())
    void(floor, log(floor, table, a_round("nj", seed=5)))
    floor.device("shuffler")
    person = floor.hire(Role.PIT_BOSS)
    for role in EVERYONE - {Role.PIT_BOSS}:
        floor.facility.postings.create(staff=person, role=role, started_at=floor.at)
    return Caller(person)


def page_context(client: Client, page: str, /, **asked: str) -> Any:
    found = client.get(reverse(page, args=["NJ"]), asked)
    assert found.status_code == 200, (page, asked)
    return found.context


def page_filters(client: Client, page: str, /, **asked: str) -> Filters:
    """Return the filters of the page of a list."""
    filters: Filters = page_context(client, page, **asked)["filters"]
    return filters


@pytest.mark.parametrize("kind", LISTS)
def test_page_and_api_have_the_same_filters(reader: Caller, kind: str) -> None:
    resource = RESOURCES[kind]

    page = page_filters(reader.client, resource.name_of_list)

    assert type(page) is resource.filters
    assert {"facility", *page.filters} == resource.filters.base_filters.keys()
    assert {field.name for field in page.fields} == {name for name, each in page.filters.items() if not each.hidden}


def test_the_journal_and_the_alert_history_have_the_same_filters_too(reader: Caller) -> None:
    history = {each.name for each in ReadAlertHistory().description().parameters if each.location == "query"}

    assert {"facility", *page_filters(reader.client, "journal").filters} == Journal.filters.base_filters.keys()
    assert page_filters(reader.client, "alert-history").filters.keys() == history


def values(each: QueryFilter, page: Filters, floor: Floor) -> Iterator[Any]:
    """Yield values that some objects have, and some that others have."""
    match each:
        case FlagFilter():
            yield from ("true", "false")
        case ChoiceFilter():
            yield from each.labels
        case NumberFilter():
            yield from (1, 2, 99)
        case DayFilter():
            yield from ("2026-03-01", f"{floor.at.date()}", "2026-03-09")
        case MomentFilter():
            yield from ("2026-03-01T00:00:00Z", floor.at.isoformat(), "2026-03-09T00:00:00+01:00")
        case ReferenceFilter():
            yield from (getattr(thing, each.lookup) for thing in each.objects())
        case _:
            yield from {*page.queryset.values_list(each.field_name, flat=True), "no such text"}


@pytest.mark.parametrize("kind", LISTS)
def test_a_filter_means_the_same_on_page_and_api(floor: Floor, reader: Caller, kind: str) -> None:
    resource, shown, narrowed = RESOURCES[kind], SHOWN.get(kind, {}), 0
    key = "pk" if resource.key_field == "id" else resource.key_field
    page = page_filters(reader.client, resource.name_of_list, **shown)
    every = {getattr(thing, key) for thing in page.qs}

    for name, each in page.filters.items():
        for value in values(each, page, floor):
            asked = {name: str(value)}
            rows = reader.get(f"{resource.plural}/", facility="NJ", page_size=200, **asked)["results"]
            filtered = page_filters(reader.client, resource.name_of_list, **shown, **asked)
            found = {getattr(thing, key) for thing in filtered.qs}
            assert found == {row[resource.key_field] for row in rows} & every, (name, value)
            narrowed += found < every

    assert every
    assert narrowed


def test_the_inbox_lists_what_the_api_lists(floor: Floor, reader: Caller) -> None:
    happened(floor, severity=Severity.NOTICE, occurrence="first")
    happened(floor, severity=Severity.DUE, occurrence="second")
    checks = {each.check_name for each in Alert.objects.filter(facility=floor.facility, closed_at=None)}

    for asked in (
        {},
        *({"severity": each} for each in ("notice", "warning", "due", "critical")),
        *({"check": each} for each in checks),
    ):
        page = page_context(reader.client, "alerts", show="everyone", **asked)
        listed = [shown for group in page["groups"] for shown in group.alerts]
        rows = reader.get("alerts/", facility="NJ", open="true", page_size=200, **asked)["results"]
        assert {shown.alert.pk for shown in [*listed, *page["notices"]]} == {row["id"] for row in rows}, asked


def test_journal_entries_of_a_gaming_day_are_the_same_on_page_and_api(reader: Caller) -> None:
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        page = page_filters(reader.client, "journal", day=day).qs
        assert [entry.pk for entry in page.order_by("-pk")[:200]] == [
            row["id"] for row in reader.get("journal/", day=day, facility="NJ", page_size=200)["results"]
        ]


def test_a_wrong_value_is_shown_at_its_field_and_the_others_apply(floor: Floor, reader: Caller) -> None:
    found = reader.client.get("/facilities/NJ/decks/?state=nonsense&serial=no-such&pit=²")

    assert found.context["rows"] == []
    shown = {field.name: list(field.errors) for field in found.context["filters"].fields}
    assert shown["state"][0].startswith("Give one of: ")
    assert shown["pit"] == ["There is no such pit."]
    assert shown["serial"] == []
    assert "There is no such pit." in found.text


def test_a_filter_that_a_link_has_set_is_named_and_kept_by_the_form(floor: Floor, reader: Caller) -> None:
    page = reader.client.get(f"/facilities/NJ/rounds/?pit={floor.pit.pk}&voided=false&mark=").text

    assert f"Pit: {floor.pit} · Voided: no" in page
    assert f'<input type="hidden" name="pit" value="{floor.pit.pk}"' in page
    assert 'name="deck"' not in page
