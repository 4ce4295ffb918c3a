"""The coverage registers as JSON, and as the files of their page."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.text import slugify
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.reports.export.api import ANSWERS, NAME
from casino.reports.export.files import file_of
from compliance.api.endpoint import Endpoint
from compliance.api.errors import invalid_parameter
from compliance.api.fields import Boolean, Choice, Cite, Computed, Date, ListOf, Moment, Number, Text
from compliance.api.files import FileEndpoint
from compliance.api.openapi.schema import Description
from compliance.api.reverse import api_url
from compliance.models import Facility
from compliance.staff.scope import Scope
from games.coverage.figures import TREATMENTS
from games.engine.loading import editions
from games.engine.rulebook.coverage import Treatment

from .register import EditionSummary, register_rows, summaries, summary_of
from .report import issued_register

EDITION = OpenApiParameter(
    "edition",
    {"type": "string", "enum": list(editions()), "examples": list(editions()[:1])},
    OpenApiParameter.PATH,
    description="The id of an edition.",
)
FACILITY = OpenApiParameter(
    "facility",
    {"type": "string", "examples": ["CHP"]},
    description="The code of one of your facilities, for its latest evidence. Without it there is no evidence.",
)
TREATMENT = OpenApiParameter(
    "treatment", {"type": "string", "enum": list(TREATMENTS)}, description="Only paragraphs with this treatment."
)


class TreatmentCountSerializer(serializers.Serializer):
    """How many printed paragraphs are treated in one way."""

    treatment = Choice("The treatment.", choices=TREATMENTS)
    paragraphs = Number("How many printed paragraphs have it.", example=22)


class EditionSerializer(serializers.Serializer):
    """An edition of the rules, and the figures of its coverage register."""

    url = Computed("The URL of its register.", example="/api/v1/rules/house/")
    edition = Text("Its id.", source="book.id", example=editions()[0])
    title = Text("The game.", source="book.title", example="Criss Cross Poker with 6 Card Bonus")
    jurisdiction = Text("Where it applies.", source="book.jurisdiction", example="card room")
    binds = Text("Whom it binds.", source="book.binds", example="the card room")
    source_text = Text("The text.", source="book.source", example="Criss Cross Poker, the card room's rules sheet")
    revision = Number("The revision of its rulebook.", source="book.revision", example=2)
    printed = Computed("How many paragraphs the text has; null without a register.", example=41)
    treated = Computed("How many of them are treated; null without a register.", example=37)
    by_treatment = Computed("How they are treated.")

    @extend_schema_field({"type": "string", "format": "uri-reference"})
    def get_url(self, summary: EditionSummary) -> str:
        return api_url("edition", summary.book.id)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_printed(self, summary: EditionSummary) -> int | None:
        return summary.figures.printed if summary.figures else None

    @extend_schema_field({"type": ["integer", "null"]})
    def get_treated(self, summary: EditionSummary) -> int | None:
        return summary.figures.treated if summary.figures else None

    @extend_schema_field(TreatmentCountSerializer(many=True))
    def get_by_treatment(self, summary: EditionSummary) -> Any:
        counted = summary.figures.by_treatment if summary.figures else {}
        return [{"treatment": each, "paragraphs": number} for each, number in counted.items()]


class EvidenceSerializer(serializers.Serializer):
    """The latest event that shows a paragraph at work."""

    text = Text("What happened.", example="Stub counted")
    at = Moment("When.")
    place = Text("At which table; empty if at none.", allow_blank=True, example="CHP-04")
    url = Computed("The URL of the alert, violation, round or journal entries.", example="/api/v1/rounds/1204/")

    @extend_schema_field({"type": "string", "format": "uri-reference"})
    def get_url(self, evidence: Any) -> str:
        page, key = evidence.about
        return f"{api_url(page)}?subject={key}" if page == "journal" else api_url(page, key)


class CoveredParagraphSerializer(serializers.Serializer):
    """A paragraph, what the product does with it, and the latest evidence."""

    cite = Text("Its citation.", source="paragraph.cite", example="Ch. 8 §E")
    summary = Text("What it says, in our words.", source="paragraph.summary", example="The stub is counted.")
    sha256 = Text(
        "The SHA-256 of the printed text; null for a paragraph of another regulation.",
        source="paragraph.sha256",
        allow_null=True,
        example="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    )
    elsewhere = Boolean("Whether it belongs to another regulation.", source="paragraph.elsewhere")
    printed = Text("The official text; empty unless the operator has installed it.", allow_blank=True, example="")
    treatment = Choice("What the product does with it.", source="paragraph.treatment", choices=TREATMENTS)
    reason = Text(
        "Why nothing is done; null if something is.",
        source="paragraph.reason",
        allow_null=True,
        example="The sheet attaches no consequence to it.",
    )
    by = ListOf(
        "What implements it, each as kind:name.",
        source="paragraph.by",
        child=serializers.CharField(),
        example=["rulebook:stub_count.hand", "round:counted"],
    )
    tests = ListOf(
        "The tests that prove it.",
        source="paragraph.tests",
        child=serializers.CharField(),
        example=["tests/games/rounds/test_stub_schedule.py::test_both_decks_share_one_schedule"],
    )
    evidence = EvidenceSerializer(allow_null=True, help_text="The latest evidence at the facility; null if none.")


class RuleChangeSerializer(serializers.Serializer):
    """A change of the rulebook."""

    revision = Number("The revision that brought it.", example=2)
    date = Date("When.")
    what = Text("What changed.", example="A table has up to seven betting positions; it was six, as house policy.")
    cite = Cite("The paragraph that it follows.")


class RegisterSerializer(EditionSerializer):
    """The coverage register of an edition."""

    changes = Computed("What each revision of its rulebook changed, oldest first.")
    facility = Text("The facility of the evidence; null without one.", allow_null=True, example="CHP")
    paragraphs = Computed("The paragraphs, as printed; those of other regulations last.")

    @extend_schema_field(RuleChangeSerializer(many=True))
    def get_changes(self, summary: Any) -> Any:
        book = summary.book
        changes = [
            {"revision": each.revision, "date": each.date, "what": each.what, "cite": book.cite(each)}
            for each in book.changes
        ]
        return RuleChangeSerializer(changes, many=True).data

    @extend_schema_field(CoveredParagraphSerializer(many=True))
    def get_paragraphs(self, summary: Any) -> Any:
        return CoveredParagraphSerializer(summary.rows, many=True, context=self.context).data


class ReadRules(Endpoint):
    """GET every edition."""

    def description(self) -> Description:
        says = "The editions of the rules, and how many of their paragraphs the product treats."
        return Description("rules_list", "rules", "Editions of the rules", says, EditionSerializer(many=True))

    def get(self, request: Request) -> Response:
        return Response(self.shown(EditionSerializer, summaries(), many=True))


class _Register:
    """What the serializer shows: the summary of an edition, and its paragraphs."""

    def __init__(self, summary: EditionSummary, rows: Any, facility: Facility | None) -> None:
        self.book, self.figures = summary
        self.rows, self.facility = rows, facility.code if facility else None


class ReadEdition(Endpoint):
    """GET every paragraph of an edition."""

    def description(self) -> Description:
        says = "Every paragraph of an edition: a summary, what implements it, its tests, and the latest evidence."
        parameters = [EDITION, FACILITY, TREATMENT]
        return Description(
            "rules_edition", "rules", "Coverage register", says, RegisterSerializer, parameters=parameters
        )

    def get(self, request: Request, edition: str) -> Response:
        summary, facility = summary_of(edition), facility_asked(self.scope, request)
        rows = register_rows(edition, facility, treatment_asked(request))
        return Response(self.shown(RegisterSerializer, _Register(summary, rows, facility)))


class ReadEditionFile(FileEndpoint):
    """GET the register of an edition as a file."""

    def description(self) -> Description:
        says = "The coverage register of an edition as a file, with the latest evidence at a facility."
        return Description(
            "rules_edition_file",
            "rules",
            "Coverage register as a file",
            says,
            ANSWERS,
            parameters=[EDITION, NAME, FACILITY, TREATMENT],
        )

    def get(self, request: Request, edition: str, name: str) -> HttpResponse:
        summary = summary_of(edition)
        facility = facility_asked(self.scope, request) or next(iter(self.scope.facilities()), None)
        if facility is None:
            raise Http404
        rows = register_rows(edition, facility, treatment_asked(request))
        issued = issued_register(summary, rows, facility, self.at)
        return file_of(issued, name, slugify(f"{facility.code} rules {edition}"))


def facility_asked(scope: Scope, request: Request) -> Facility | None:
    code = request.GET.get("facility")
    found = next((each for each in scope.facilities() if each.code == code), None)
    if code is not None and found is None:
        raise invalid_parameter("facility", "None of your facilities has this code.")
    return found


def treatment_asked(request: Request) -> Treatment | None:
    asked = request.GET.get("treatment")
    if asked not in (None, *TREATMENTS):
        raise invalid_parameter("treatment", f"Give one of: {', '.join(TREATMENTS)}.")
    return asked
