"""Forms of acts on layouts, and of approvals."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.web.form_fields import DayField, MomentField, in_api
from games.engine.loading import editions, rulebook
from games.engine.rulebook.floor import LayoutElement
from tables.form_fields import EditionField, PositionsField, allow_positions, humanize, not_in_the_future
from tables.models import document_label

from .documents import TYPES
from .services import layout_problems


class SubmitLayoutForm(ActForm):
    name = in_api(
        forms.CharField(max_length=60, help_text="Reuse a name to submit its next version."),
        "Name; reuse a name to submit its next version.",
        example="Weekend felt",
    )
    edition = in_api(EditionField(label="Rulebook"), "The edition of the rules.", example=editions()[0])
    inscribed = in_api(
        forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False, label="Inscribed on the layout"),
        example=["wagering_areas"],
    )
    by_sign = in_api(
        forms.MultipleChoiceField(
            widget=forms.CheckboxSelectMultiple, required=False, label="Shown on a sign at the table"
        ),
        example=["payout_limit"],
    )
    positions = in_api(
        PositionsField(), "Number of betting positions on the layout, as its rulebook allows.", example=6
    )
    fixtures = in_api(
        forms.MultipleChoiceField(
            widget=forms.CheckboxSelectMultiple, required=False, label="Attached to the table as the rulebook requires"
        ),
        "Fixtures attached to the table as the rules require.",
        example=["drop_box"],
    )
    elsewhere = in_api(
        forms.MultipleChoiceField(
            widget=forms.CheckboxSelectMultiple, required=False, label="Attached elsewhere, with approval"
        ),
        example=["discard_rack"],
    )
    rendering_to_scale = in_api(
        forms.FileField(required=False, help_text="PDF or image, up to 20 MB."), example="%PDF-1.7 …"
    )
    colour_photograph = in_api(
        forms.FileField(required=False, label="Color photograph", help_text="Image, up to 20 MB."), example="%PDF-1.7 …"
    )

    DOCUMENTS = ("rendering_to_scale", "colour_photograph")
    MOST_BYTES = 20 * 1024 * 1024

    def prepare(self) -> None:
        books = [rulebook(edition) for edition in self.facility.editions()]
        edition = self.fields["edition"]
        assert isinstance(edition, EditionField)
        edition.offer_those_of(self.facility)
        allow_positions(self)
        approvals = {book.abbreviation: book.layout.approval for book in books if book.layout.approval}
        edition.help_text = " ".join(f"{name}: {approval}." for name, approval in approvals.items())
        elements = {element.id: element for book in books for element in book.layout.elements}
        fixtures = {fixture.id: fixture for book in books for fixture in book.table.fixtures}
        self._choices("inscribed", {name: shown_by(each) for name, each in elements.items()})
        self._choices("by_sign", {name: shown_by(each) for name, each in elements.items() if each.or_sign})
        self._choices("fixtures", {name: f"{humanize(name)}: {each.place}" for name, each in fixtures.items()})
        self._choices(
            "elsewhere",
            {name: f"{humanize(name)}: {each.elsewhere}" for name, each in fixtures.items() if each.elsewhere},
        )
        if not any(book.layout.documents for book in books):
            for name in self.DOCUMENTS:
                del self.fields[name]

    def _choices(self, name: str, choices: dict[str, str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.MultipleChoiceField)
        if choices:
            field.choices = list(choices.items())
        else:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        super().clean()
        for name in self.DOCUMENTS:
            if self.cleaned_data.get(name):
                self._check_file(name, self.cleaned_data[name])
        both = set(self.cleaned_data.get("inscribed", ())) & set(self.cleaned_data.get("by_sign", ()))
        if both:
            self.add_error("by_sign", "An element is marked both inscribed and on a sign. Choose one.")
        if "edition" in self.cleaned_data:
            values = self._values()
            for problem in layout_problems(
                self.cleaned_data["edition"],
                values["elements"],
                values["fixtures"],
                values["positions"],
                self._given_documents(),
            ):
                self.add_error(self._field_of(problem), f"{problem.message} ({problem.cite})")
        return self.cleaned_data

    def _check_file(self, name: str, file: Any) -> None:
        beginning = file.read(16)
        file.seek(0)
        if not beginning.startswith(tuple(TYPES)):
            self.add_error(name, "Upload a PDF, PNG, JPEG, or WebP file.")
        elif file.size > self.MOST_BYTES:
            self.add_error(name, "The file is larger than 20 MB. Upload a smaller one.")

    def _given_documents(self) -> set[str]:
        """Return the uploaded documents, including those that already have an error."""
        return {name for name in self.DOCUMENTS if self.cleaned_data.get(name) or name in self.errors}

    def _field_of(self, problem: RuleViolation) -> str | None:
        if problem.code == "document_missing":
            return next((name for name in self.DOCUMENTS if document_label(name) in problem.message), None)
        fields = {
            "fixture_missing": "fixtures",
            "fixture_elsewhere": "elsewhere",
            "layout_wrong_positions": "positions",
        }
        return fields.get(problem.code, "inscribed")

    def _values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "elements": dict.fromkeys(data.get("inscribed", ()), "inscribed")
            | dict.fromkeys(data.get("by_sign", ()), "sign"),
            "fixtures": dict.fromkeys(data.get("fixtures", ()), "as required")
            | dict.fromkeys(data.get("elsewhere", ()), "elsewhere"),
            "positions": data.get("positions"),
            "documents": {name: data[name] for name in self.DOCUMENTS if data.get(name)},
        }

    def arguments(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "edition": self.cleaned_data["edition"]} | self._values()


def shown_by(element: LayoutElement) -> str:
    """Return what an element shows, with its areas and inscriptions."""
    named = [*(area.replace("_", " ") for area in element.areas), *element.inscriptions]
    return f"{element.shows}: {', '.join(named)}" if named else element.shows


class ApproveForm(ActForm):
    reference = in_api(
        forms.CharField(max_length=60, help_text="From the regulator's letter."), example="MLGCC-2026-114"
    )
    approved_on = DayField(help_text="Date of the letter.")
    effective_at = in_api(
        MomentField(
            required=False, label="In effect from", help_text="Local time; blank = now. The previous version ends then."
        ),
        "When it takes effect, with UTC offset; now by default. The previous version ends then.",
    )

    def clean_approved_on(self) -> Any:
        return not_in_the_future(self, "approved_on")
