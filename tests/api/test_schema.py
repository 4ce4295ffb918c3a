"""The description of the API: whole, without a warning, and shown by pages that load nothing from elsewhere."""

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from casino.access import ACTS
from tests.api.caller import Caller, schema
from tests.floor import PASSWORD, Floor
from tests.permissions import routes

if TYPE_CHECKING:
    from playwright.sync_api import Page

UNDESCRIBED = {"schema", "docs", "redoc", "redoc-script"}


def test_it_is_made_without_a_warning_and_is_openapi(capsys: pytest.CaptureFixture[str]) -> None:
    GENERATOR_STATS.reset()
    schema.cache_clear()

    found = schema()

    assert not GENERATOR_STATS
    assert capsys.readouterr().err == ""
    assert found["openapi"] == "3.1.0"
    validate_schema(found)  # type: ignore[no-untyped-call]


def operations() -> dict[str, Any]:
    return {each["operationId"]: each for path in schema()["paths"].values() for each in path.values()}


def test_every_address_is_in_it() -> None:
    expected = {
        "/" + route.replace("<str:key>", "{key}").replace("<int:key>", "{key}")
        for route, name in routes(get_resolver().url_patterns)
        if route.startswith("api/") and name not in UNDESCRIBED
    }

    assert schema()["paths"].keys() == expected


def test_every_act_says_what_it_takes() -> None:
    described = operations()

    for name in ACTS:
        operation = described[name.replace(".", "_").replace("-", "_")]
        assert operation["summary"]
        assert {"400", "401", "403", "404", "409"} < operation["responses"].keys()
        for arguments in operation.get("requestBody", {}).get("content", {}).values():
            reference = arguments["schema"]["$ref"].rpartition("/")[2]
            for field, described_field in schema()["components"]["schemas"][reference]["properties"].items():
                assert described_field.keys() & {"type", "enum", "oneOf", "allOf"}, (name, field)


def test_a_signed_act_asks_for_the_second_persons_badge_and_pin() -> None:
    arguments = schema()["components"]["schemas"]["DeckChangeArguments"]

    assert {"second_badge", "second_pin"} < set(arguments["required"])
    assert arguments["properties"]["second_badge"]["description"] == "Badge of the dealer who signs."


def test_choices_and_bounds_are_told() -> None:
    schemas = schema()["components"]["schemas"]

    assert schemas["FacilityRegisterDeviceArguments"]["properties"]["kind"]["enum"] == [
        "shuffler", "manual_shoe", "automated_shoe", "bonus_spin",
    ]  # fmt: skip
    assert schemas["PitAddTableArguments"]["properties"]["number"]["maximum"] == 999
    assert schemas["FacilitySubmitOfferArguments"]["properties"].keys() == {
        "name", "edition", "document",
    }  # fmt: skip


def test_it_is_served_as_json_to_who_is_signed_in(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    response = caller.client.get("/api/v1/schema/")

    assert response["Content-Type"].startswith("application/vnd.oai.openapi+json")
    assert response.json()["info"]["title"] == "Criss Cross back office"
    assert Caller().refused("schema/", 401)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "shown"), [("docs", "#operations-tables-table_bring_deck"), ("redoc", "h2:has-text('Change deck')")]
)
def test_the_documentation_is_shown_by_our_own_files_alone(page: "Page", path: str, shown: str) -> None:
    floor = Floor("md")
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/sign-in/?next=/api/v1/{path}/")
    page.fill("[name=badge]", floor.floorperson.badge)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")

    if path == "docs":
        page.get_by_role("button", name="Expand operation").first.wait_for()
        page.locator("#operations-tag-tables").click()
    page.locator(shown).first.wait_for()

    assert said == []
    assert all(url.startswith((page.url[:22], "data:", "blob:")) for url in asked), asked
