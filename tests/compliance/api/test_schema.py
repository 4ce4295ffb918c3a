"""The API description is complete, valid without warnings, and shown without external files."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django import forms
from django.conf import settings
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]

from casino.access import ACTS
from casino.api_docs.schema import document, schema
from compliance.api.fields import Id
from compliance.web.form_fields import api_doc, in_api
from tables.floor.forms import AddPitForm
from tables.floor.serializers import PitSerializer
from tests.floor import PASSWORD, Floor
from tests.permissions import routes

from .caller import Caller

if TYPE_CHECKING:
    from playwright.sync_api import Page

UNDESCRIBED = {"schema", "docs", "redoc", "redoc-script"}


def test_the_schema_is_valid_openapi_without_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    GENERATOR_STATS.reset()
    schema.cache_clear()

    found = schema()

    assert not GENERATOR_STATS
    assert capsys.readouterr().err == ""
    assert found["openapi"] == "3.1.0"
    validate_schema(found)  # type: ignore[no-untyped-call]


def operations() -> dict[str, Any]:
    return {each["operationId"]: each for path in schema()["paths"].values() for each in path.values()}


def test_every_api_path_is_in_the_schema() -> None:
    expected = {
        "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        for route, name in routes(get_resolver().url_patterns)
        if route.startswith("api/") and name not in UNDESCRIBED
    }

    assert schema()["paths"].keys() == expected


def parameters() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, operation in operations().items():
        for parameter in operation.get("parameters", ()):
            yield f"{name}: {parameter['name']}", parameter


def fields() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, component in schema()["components"]["schemas"].items():
        for field, described in component.get("properties", {}).items():
            yield f"{name}.{field}", described


def test_every_field_and_parameter_says_what_it_is_and_has_an_example() -> None:
    # A list of choices alone does not say what is chosen.
    unsaid = [name for name, each in fields() if not each.get("description") or each["description"].startswith("* ")]
    unshown = [name for name, each in fields() if not each.get("examples")]
    unsaid += [name for name, each in parameters() if not each.get("description")]
    unshown += [name for name, each in parameters() if "example" not in each and "examples" not in each]

    assert (unsaid, unshown) == ([], [])


def test_examples_are_what_the_description_allows() -> None:
    components = schema()["components"]
    shown = [(name, each, each["examples"][0]) for name, each in fields()]
    shown += [(name, each["schema"], each["example"]) for name, each in parameters() if "example" in each]
    for name, response in components["responses"].items():
        for content in response.get("content", {}).values():
            shown += [(name, content["schema"], each["value"]) for each in content["examples"].values()]

    checker = FormatChecker(["date", "regex"])
    wrong = [
        (name, error.message)
        for name, described, example in shown
        for error in Draft202012Validator(described | {"components": components}, format_checker=checker).iter_errors(
            example
        )
    ]
    assert wrong == []


def test_the_text_and_example_beside_a_field_are_in_the_schema() -> None:
    schemas = schema()["components"]["schemas"]

    # Of a serializer, of a base class, of the serializer's URL, and of a form.
    assert PitSerializer().fields["code"].help_text == schemas["PitRow"]["properties"]["code"]["description"]
    assert schemas["PitRow"]["properties"]["code"]["examples"] == ["P1"]
    assert schemas["PitRow"]["properties"]["id"]["examples"] == [Id.example]
    assert schemas["PitRow"]["properties"]["url"]["examples"] == [PitSerializer.EXAMPLE_URL]
    assert schemas["FacilityAddPitArguments"]["properties"]["code"] == {
        "description": api_doc(AddPitForm.base_fields["code"]).says,
        "examples": ["P1"],
        "maxLength": 8,
        "pattern": "^[A-Z0-9]{1,8}$",
        "type": "string",
    }


def test_a_form_field_without_a_text_for_the_api_is_described_as_on_its_page() -> None:
    field = in_api(forms.CharField(label="Seal number", help_text="On the box."), example="S-20771")

    assert api_doc(field) == ("Seal number – On the box.", "S-20771")
    assert api_doc(in_api(field, "The seal's number.")) == ("The seal's number.", None)


def test_every_component_says_what_it_is() -> None:
    schemas = schema()["components"]["schemas"]

    assert [name for name, each in schemas.items() if not each.get("description") and "oneOf" not in each] == []


def test_every_operation_can_be_read_and_called_by_its_name() -> None:
    described = [each for path in schema()["paths"].values() for each in path.values()]
    tags = {each["name"]: each["description"] for each in schema()["tags"]}

    assert len(operations()) == len(described)
    for operation in described:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"])
        assert operation["summary"]
        assert operation["description"]
    assert {tag for operation in described for tag in operation["tags"]} == tags.keys()


def test_every_operation_tells_what_it_may_be_refused_with() -> None:
    for path, found in schema()["paths"].items():
        for method, operation in found.items():
            answers, named = operation["responses"].keys(), {each["name"] for each in operation.get("parameters", ())}
            assert {"400", "401", "403", "406", "429", "503", "default"} < answers
            assert ("404" in answers) >= ("{" in path)
            assert ({"412", "428"} < answers) == ("If-Match" in named)
            assert ("304" in answers) == (method == "get")
            assert method == "get" or {"408", "409", "411", "413", "415"} < answers


def test_every_referenced_error_response_exists() -> None:
    responses = schema()["components"]["responses"]

    for operation in operations().values():
        for answer in operation["responses"].values():
            assert "$ref" not in answer or answer["$ref"].rpartition("/")[2] in responses


def test_keys_are_told_which_scope_they_need() -> None:
    described = operations()

    assert described["root"]["security"] == [{"key": []}, {"session": []}]
    assert described["table_list"]["security"] == [{"key": ["tables:read"]}, {"session": []}]
    assert described["round_log"]["security"] == [{"key": ["rounds:write"]}, {"session": []}]
    assert described["deck_change"]["security"] == [{"session": []}]


def bodies(described: Any) -> Iterator[dict[str, Any]]:
    """Yield the components that a part of the description leads to."""
    if isinstance(described, dict):
        if "$ref" in described:
            component = schema()["components"]["schemas"][described["$ref"].rpartition("/")[2]]
            yield component
            yield from bodies(component)
        for each in described.values():
            yield from bodies(each)
    elif isinstance(described, list):
        for each in described:
            yield from bodies(each)


def test_request_bodies_are_closed_and_responses_may_grow() -> None:
    for operation in operations().values():
        for component in bodies(operation.get("requestBody", {})):
            assert component["additionalProperties"] is False

    for name in ("Problem", "TableDetail", "Logged", "TableRow"):
        assert "additionalProperties" not in schema()["components"]["schemas"][name]


def test_every_act_says_what_it_takes() -> None:
    described = operations()

    for name in ACTS:
        operation = described[name.replace(".", "_").replace("-", "_")]
        assert operation["summary"]
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
        "shuffler",
        "manual_shoe",
        "automated_shoe",
        "bonus_spin",
    ]
    assert schemas["PitAddTableArguments"]["properties"]["number"]["maximum"] == 999
    assert schemas["FacilitySubmitOfferArguments"]["properties"].keys() == {"name", "edition", "document"}


def test_the_stored_schema_is_current() -> None:
    written = Path(settings.BASE_DIR, "docs", "openapi.json").read_text(encoding="utf-8")

    assert written == document(), "The API is not what docs/openapi.json says: run `make openapi` and review it."


def test_the_schema_is_served_as_json_to_signed_in_users(floor: Floor) -> None:
    caller = Caller(floor.auditor)

    response = caller.client.get("/api/v1/schema/")

    assert response["Content-Type"].startswith("application/vnd.oai.openapi+json")
    assert response.json()["info"]["title"] == "Criss Cross back office"
    assert response.json() == json.loads(document())
    assert Caller().refused("schema/", 401)


@pytest.mark.one_database("it commits for its server's thread")
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
    page.locator(shown).first.wait_for(timeout=60_000)
    if path == "docs":
        page.get_by_role("button", name="Authorize").click()
        page.get_by_label("auth-bearer-value").wait_for()

    assert said == []
    assert all(url.startswith((page.url[:22], "data:", "blob:")) for url in asked), asked
