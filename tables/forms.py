"""The arguments of the floor's acts."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.validators import RegexValidator

from compliance.acts import ActForm
from compliance.fields import LinesField
from compliance.models import Facility, Staff
from compliance.policies import policy
from compliance.roles import PIT
from games.engine.cards import RANKS
from games.engine.loading import rulebook
from games.engine.problems import Problem, Refused
from games.engine.rulebook import Rulebook
from games.engine.rulebook.floor import LayoutElement
from games.engine.settling import terms_for

from .dealing import dealing_at
from .gates import lawful_handling
from .models import Deck, Device, Layout, Offer, Pit, ShiftTemplate, Table, in_force_at
from .people import dealers_of, floorpersons_of, open_tables_of, people_at, stint_at
from .sequence import opening_of, progress
from .services.submissions import layout_problems

RELIEVED_TO = [("break", "On a break"), ("off", "Off the floor")]
CARDS = [
    (f"{rank}{suit}", f"{rank}{symbol}") for suit, symbol in zip("shdc", "♠♥♦♣", strict=True) for rank in RANKS[::-1]
]

SERIAL = RegexValidator(r"\A[\w./-]{1,40}\Z", "Letters, digits, hyphens, dots and slashes.")
EMPTY: Any = None


class EditionField(forms.ChoiceField):
    """One of the editions that may be dealt at a facility."""

    def offer_those_of(self, facility: Facility) -> None:
        self.choices = [(edition, f"{rulebook(edition).title} ({edition})") for edition in facility.editions()]


class JSONObjectField(forms.JSONField):
    """A JSON object, as text from a page or as it is from the API."""

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, dict) else super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data)


# ── Pits and tables ──


class AddPitForm(ActForm):
    code = forms.CharField(
        max_length=8,
        validators=[RegexValidator(r"\A[A-Z0-9]{1,8}\Z", "Capital letters and digits.")],
        help_text="Such as P1.",
    )
    name = forms.CharField(max_length=60)


class AddTableForm(ActForm):
    number = forms.IntegerField(min_value=1, max_value=999)
    positions = forms.IntegerField(min_value=1, max_value=6, initial=6)


class PutLayoutForm(ActForm):
    layout = forms.ModelChoiceField(Layout.objects.none())

    def prepare(self) -> None:
        self.choose_from("layout", Layout.objects.filter(in_force_at(self.at), facility=self.facility), first=True)


class PutOfferForm(ActForm):
    offer = forms.ModelChoiceField(Offer.objects.none())
    sign = forms.BooleanField(required=False, label="The sign with the new limits is posted")
    announced = forms.BooleanField(required=False, label="The new limits were announced at the table")

    def prepare(self) -> None:
        notice = (
            policy("limit_notice", self.facility.jurisdiction).value if self.subject.state == Table.State.OPEN else 0
        )
        from_at = self.at + timedelta(minutes=notice)
        self.choose_from("offer", Offer.objects.filter(in_force_at(from_at), facility=self.facility), first=True)


class FloorpersonField(forms.ModelChoiceField):
    """Someone to put in charge; how many open tables they have already stands beside the name."""

    def label_from_instance(self, person: Staff) -> str:
        return f"{person} · {len(open_tables_of(person))} open tables"


class SuperviseForm(ActForm):
    floorperson = FloorpersonField(Staff.objects.none(), to_field_name="badge")

    def prepare(self) -> None:
        people = floorpersons_of(self.facility)
        self.choose_from("floorperson", people)
        if people.filter(pk=self.scope.staff.pk).exists():
            self.initial.setdefault("floorperson", self.scope.staff.badge)


class CauseForm(ActForm):
    cause = forms.CharField(max_length=200, widget=forms.Textarea(attrs={"rows": 2}))


class ReasonForm(ActForm):
    reason = forms.CharField(max_length=200, widget=forms.Textarea(attrs={"rows": 2}))


class AssignDealerForm(ActForm):
    dealer = forms.ModelChoiceField(Staff.objects.none(), to_field_name="badge")
    relieved_to = forms.ChoiceField(
        choices=RELIEVED_TO, initial="break", required=False, label="Who is relieved goes", widget=forms.RadioSelect
    )

    def prepare(self) -> None:
        table: Table = self.subject
        here = stint_at(table)
        dealers = dealers_of(self.facility).exclude(stints__ended_at=None, stints__table__isnull=False)
        self.choose_from("dealer", dealers)
        if here is None:
            del self.fields["relieved_to"]

    def clean_relieved_to(self) -> str:
        return self.cleaned_data["relieved_to"] or "break"


class ReleaseDealerForm(ActForm):
    relieved_to = forms.ChoiceField(choices=RELIEVED_TO, initial="break", label="Goes", widget=forms.RadioSelect)


class PlaceDeviceForm(ActForm):
    device = forms.ModelChoiceField(Device.objects.none())

    def prepare(self) -> None:
        free = Device.objects.filter(facility=self.facility, table=None, retired_at=None, failed_at=None)
        self.choose_from("device", free, first=True)


class BringDeckForm(ActForm):
    """A deck of the pit's reserve; the one proposed fits beside the deck that is there."""

    deck = forms.ModelChoiceField(Deck.objects.none())

    def prepare(self) -> None:
        table: Table = self.subject
        reserve = Deck.objects.filter(pit=table.pit, state=Deck.State.PIT).order_by("serial")
        self.choose_from("deck", reserve)
        other = table.decks.filter(state__in=Deck.AT_TABLE).first()
        fitting = reserve.filter(design=other.design).exclude(back_colour=other.back_colour) if other else reserve
        self.initial.setdefault("deck", fitting.first())


# ── Decks ──


class ReceiveDecksForm(ActForm):
    design = forms.CharField(max_length=40, help_text="As printed on the box, such as Bee 92.")
    back_colour = forms.CharField(max_length=20, help_text="Such as red.")
    serials = LinesField(most=200, validators=[SERIAL], label="Serial numbers", help_text="One a line; at most 200.")

    def clean_back_colour(self) -> str:
        return str(self.cleaned_data["back_colour"]).lower()

    def clean_serials(self) -> list[str]:
        serials: list[str] = self.cleaned_data["serials"]
        twice = sorted({serial for serial in serials if serials.count(serial) > 1})
        if twice:
            raise forms.ValidationError(f"Entered twice: {', '.join(twice)}.")
        return serials


class DrawDecksForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    decks = forms.ModelMultipleChoiceField(Deck.objects.none(), widget=forms.CheckboxSelectMultiple)

    def prepare(self) -> None:
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True)
        self.choose_from("decks", Deck.objects.filter(facility=self.facility, state=Deck.State.STORE))

    def clean_decks(self) -> list[Deck]:
        return list(self.cleaned_data["decks"])


class CollectDecksForm(ActForm):
    decks = forms.ModelMultipleChoiceField(Deck.objects.none(), widget=forms.CheckboxSelectMultiple)

    def prepare(self) -> None:
        removed = Deck.objects.filter(facility=self.facility, state=Deck.State.REMOVED).order_by("removed_at")
        self.choose_from("decks", removed)
        self.initial.setdefault("decks", list(removed))

    clean_decks = DrawDecksForm.clean_decks


class PreshuffleForm(ActForm):
    form_number = forms.CharField(max_length=40, validators=[SERIAL])
    seal = forms.CharField(max_length=40, validators=[SERIAL], label="Seal number")


class ChangeDeckForm(ActForm):
    """The replacement proposed is of the same design and colour, if there is one in the reserve."""

    replacement = forms.ModelChoiceField(Deck.objects.none())
    reason = forms.ChoiceField(choices=[], widget=forms.RadioSelect)
    note = forms.CharField(max_length=200, required=False)

    REASONS = (Deck.Reason.SCHEDULED, Deck.Reason.DAMAGED_CARD, Deck.Reason.WRONG_COUNT, Deck.Reason.TAMPERING)

    def prepare(self) -> None:
        deck: Deck = self.subject
        reserve = Deck.objects.filter(pit=deck.pit, state=Deck.State.PIT).order_by("serial")
        self.choose_from("replacement", reserve)
        alike = reserve.filter(design=deck.design, back_colour=deck.back_colour)
        self.initial.setdefault("replacement", alike.first())
        choose_reason(self, self.REASONS)


class RemoveDeckForm(ActForm):
    reason = forms.ChoiceField(choices=[], widget=forms.RadioSelect)
    note = forms.CharField(max_length=200, required=False)

    def prepare(self) -> None:
        choose_reason(self, (*ChangeDeckForm.REASONS, Deck.Reason.NOT_NEEDED))


def choose_reason(form: ActForm, reasons: tuple[Deck.Reason, ...]) -> None:
    field = form.fields["reason"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(reason.value, reason.label) for reason in reasons]
    form.initial.setdefault("reason", reasons[0].value)


class NoteForm(ActForm):
    note = forms.CharField(max_length=200, label="What was found", widget=forms.Textarea(attrs={"rows": 2}))


class StepForm(ActForm):
    step = forms.ChoiceField(choices=[])

    def prepare(self) -> None:
        deck: Deck = self.subject
        field = self.fields["step"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(_steps(deck, self.at))


def _steps(deck: Deck, at: datetime) -> Iterator[tuple[str, str]]:
    """Yield the steps of a deck that is on its way into play, as choices."""
    offer = deck.table.offer_at(at) if deck.table else None
    opening = opening_of(deck.table) if deck.table else None
    if deck.table and offer and opening:
        for step in progress(opening, deck, offer.book, dealing_at(deck.table)).steps:
            yield step.value.id, f"The {step.value.by} {step.value.does}"


class ReplaceCardForm(ActForm):
    card = forms.ChoiceField(choices=CARDS, label="Damaged card")
    donor = forms.ModelChoiceField(Deck.objects.none(), label="Replacement from deck")
    backs_compared = forms.BooleanField(required=False, label="The backs were compared")
    surveillance_told = forms.BooleanField(required=False, label="Surveillance was told")

    def prepare(self) -> None:
        deck: Deck = self.subject
        alike = Deck.objects.filter(pit=deck.pit, design=deck.design, back_colour=deck.back_colour)
        donors = alike.filter(state__in=(Deck.State.PIT, Deck.State.DONOR)).order_by("state", "serial")
        self.choose_from("donor", donors, first=True)


class ExamineDeckForm(ActForm):
    work_order = forms.CharField(max_length=40, validators=[SERIAL])
    discrepancy = forms.CharField(
        max_length=200, required=False, label="Anything wrong", help_text="Empty if nothing: else the cards are kept."
    )


class ReferenceForm(ActForm):
    reference = forms.CharField(max_length=60, help_text="Of the regulator's letter.")


class DestroyDeckForm(ActForm):
    how = forms.ChoiceField(
        choices=[("shredded", "Shredded"), ("drilled", "Drilled with a hole of at least ¼ inch")],
        widget=forms.RadioSelect,
    )


# ── Devices ──


class RegisterDeviceForm(ActForm):
    kind = forms.ChoiceField(choices=Device.Kind.choices)
    model = forms.CharField(max_length=60)
    serial = forms.CharField(max_length=40, validators=[SERIAL], label="Serial number")
    counts = forms.BooleanField(
        required=False, label="Counts the cards", help_text="After each shuffle, and shows whether the deck is whole."
    )
    reshuffles = forms.BooleanField(required=False, label="Reshuffles and counts by itself")


class ApproveDeviceForm(ActForm):
    reference = forms.CharField(max_length=60, help_text="Of the regulator's letter.")
    approved_on = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))


class FailDeviceForm(ActForm):
    fault = forms.CharField(max_length=200, label="What is wrong", widget=forms.Textarea(attrs={"rows": 2}))


class HandleDeviceForm(ActForm):
    """All ways are offered; one that the edition does not allow is refused with its paragraph."""

    handling = forms.ChoiceField(
        choices=[choice for choice in Device.Handling.choices if choice[0]], label="It was", widget=forms.RadioSelect
    )

    def prepare(self) -> None:
        device: Device = self.subject
        offer = device.table.offer_at(self.at) if device.table else None
        lawful, _ = lawful_handling(device, offer.book if offer else None)
        self.initial.setdefault("handling", next(choice for choice in Device.Handling.values if choice in lawful))


class RepairDeviceForm(ActForm):
    report = forms.CharField(max_length=200, label="What was done", widget=forms.Textarea(attrs={"rows": 2}))


# ── Dealers and shifts ──


class LicenceForm(ActForm):
    number = forms.CharField(max_length=40, validators=[SERIAL], label="Licence number")
    valid_from = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    expires_on = forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}), help_text="The last day on which it holds."
    )


class RevokeLicenceForm(ActForm):
    licence = forms.ModelChoiceField(EMPTY)
    reason = forms.CharField(max_length=200)

    def prepare(self) -> None:
        held = self.subject.staff.licences.filter(facility=self.facility, revoked_on=None)
        self.choose_from("licence", held, first=True)


class TableTestForm(ActForm):
    game = forms.ChoiceField(choices=[])
    passed_on = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))

    def prepare(self) -> None:
        games = dict.fromkeys(rulebook(edition).title for edition in self.facility.editions())
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(game, game) for game in games]

    def clean_passed_on(self) -> Any:
        passed_on = self.cleaned_data["passed_on"]
        if passed_on > self.at.date():
            raise forms.ValidationError("The test cannot have been passed in the future.")
        return passed_on


class TemplateForm(ActForm):
    name = forms.CharField(max_length=30)
    starts = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))
    ends = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))


class WithTemplateForm(ActForm):
    template = forms.ModelChoiceField(ShiftTemplate.objects.none())

    def prepare(self) -> None:
        self.choose_from("template", ShiftTemplate.objects.filter(facility=self.facility, retired_at=None), first=True)


class GivePitForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    pit_boss = forms.ModelChoiceField(Staff.objects.none(), to_field_name="badge")

    def prepare(self) -> None:
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True)
        self.choose_from("pit_boss", people_at(self.facility, PIT))


# ── Layouts and offers ──


class SubmitLayoutForm(ActForm):
    name = forms.CharField(max_length=60, help_text="A name that was used before makes its next version.")
    edition = EditionField(label="For the rules of")
    inscribed = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Inscribed on the layout"
    )
    by_sign = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Shown by a sign at the table instead"
    )
    fixtures = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Attached to the table where the rules say"
    )
    elsewhere = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Attached elsewhere, with approval"
    )
    rendering_to_scale = forms.FileField(required=False, help_text="PDF or picture, up to 20 MB.")
    colour_photograph = forms.FileField(required=False, help_text="Picture, up to 20 MB.")

    DOCUMENTS = ("rendering_to_scale", "colour_photograph")
    KINDS = ("application/pdf", "image/png", "image/jpeg", "image/webp")

    def prepare(self) -> None:
        books = [rulebook(edition) for edition in self.facility.editions()]
        edition = self.fields["edition"]
        assert isinstance(edition, EditionField)
        edition.offer_those_of(self.facility)
        elements = {element.id: element for book in books for element in book.layout.elements}
        fixtures = {fixture.id: fixture for book in books for fixture in book.table.fixtures}
        self._choices("inscribed", {name: _shows(each) for name, each in elements.items()})
        self._choices("by_sign", {name: _shows(each) for name, each in elements.items() if each.or_sign})
        self._choices("fixtures", {name: f"{_spoken(name)}: {each.place}" for name, each in fixtures.items()})
        self._choices(
            "elsewhere",
            {name: f"{_spoken(name)}: {each.elsewhere}" for name, each in fixtures.items() if each.elsewhere},
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
            file = self.cleaned_data.get(name)
            if file and file.content_type not in self.KINDS:
                self.add_error(name, "Upload a PDF, PNG, JPEG or WebP file.")
            if file and file.size > 20 * 1024 * 1024:
                self.add_error(name, "The file is larger than 20 MB. Upload a smaller one.")
        if "edition" in self.cleaned_data:
            values = self._values()
            for problem in layout_problems(
                self.cleaned_data["edition"], values["elements"], values["fixtures"], values["documents"]
            ):
                field = {"fixture_missing": "fixtures", "fixture_elsewhere": "elsewhere"}.get(problem.code, "inscribed")
                self.add_error(
                    None if problem.code == "document_missing" else field, f"{problem.message} ({problem.cite})"
                )
        return self.cleaned_data

    def _values(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "elements": dict.fromkeys(data.get("inscribed", ()), "inscribed")
            | dict.fromkeys(data.get("by_sign", ()), "sign"),
            "fixtures": dict.fromkeys(data.get("fixtures", ()), "as required")
            | dict.fromkeys(data.get("elsewhere", ()), "elsewhere"),
            "documents": {name: data[name] for name in self.DOCUMENTS if data.get(name)},
        }

    def arguments(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "edition": self.cleaned_data["edition"]} | self._values()


class ApproveForm(ActForm):
    reference = forms.CharField(max_length=60, help_text="Of the regulator's letter.")
    approved_on = forms.DateField(widget=forms.DateInput(attrs={"type": "date"}))
    effective_at = forms.DateTimeField(
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        label="In effect from",
        help_text="Local time; empty for at once. The version before it ends then.",
    )


class SubmitOfferForm(ActForm):
    """An offer, by fields on the page, or whole as `document` from an integration (docs/round-format.md)."""

    name = forms.CharField(max_length=60, help_text="A name that was used before makes its next version.")
    edition = EditionField(label="Under the rules of")
    wagers = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Optional wagers offered"
    )
    wheel = forms.ChoiceField(required=False, label="Bonus Spin wheel")
    top_prize = forms.CharField(required=False, label="Its fixed top prize", help_text="Such as 25000.00.")
    payout_limit = forms.CharField(required=False, help_text="Such as 60000.00; empty for none.")
    odds = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), label="Raised odds",
        help_text="One a line: wager, hand, odds, such as: raise two_pair 2:1",
    )  # fmt: skip
    no_ace_low = forms.BooleanField(required=False, label="A-2-3-4-5 is not a straight here")
    document = JSONObjectField(required=False, widget=forms.HiddenInput, help_text="The offer, in the round format.")

    over_api = ("name", "edition", "document")

    def prepare(self) -> None:
        books = [rulebook(edition) for edition in self.facility.editions()]
        edition = self.fields["edition"]
        assert isinstance(edition, EditionField)
        edition.offer_those_of(self.facility)
        for name in self.limit_names(books):
            for bound, word in (("least", "Least"), ("most", "Most")):
                self.fields[f"{name}_{bound}"] = forms.CharField(
                    required=False, label=f"{_spoken(name)}: {word.lower()}", help_text="Such as 5.00."
                )
        optional = {name for book in books for name, wager in book.wagers.items() if wager.optional}
        wheels = dict.fromkeys(wheel for book in books for wheel in book.wheels)
        self._keep("wagers", [(name, _spoken(name)) for name in sorted(optional)])
        self._keep("wheel", [("", "None"), *((wheel, wheel) for wheel in wheels)] if wheels else [])
        if not wheels:
            del self.fields["top_prize"]
        if not any(book.payout_limit.offer_may_set for book in books):
            del self.fields["payout_limit"]
        if not any(table.minimum for book in books for table in book.paytables.values()):
            del self.fields["odds"]
        if not any(book.hands.ace_low_straight.offer_may_set for book in books):
            del self.fields["no_ace_low"]
        self.order_fields(["name", "edition", *(field for field in self.fields if field.endswith(("_least", "_most")))])

    @staticmethod
    def limit_names(books: list[Rulebook]) -> list[str]:
        return list(dict.fromkeys(wager.limits for book in books for wager in book.wagers.values() if wager.limits))

    def _keep(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        if choices:
            field.choices = choices
        else:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        super().clean()
        if "edition" in self.cleaned_data:
            whole = bool(self.cleaned_data.get("document"))
            if not whole:
                self.cleaned_data["document"] = self._document()
            try:
                terms_for(self.cleaned_data["edition"], self.cleaned_data["document"])
            except Refused as refused:
                for problem in refused.problems:
                    self.add_error("document" if whole else self._field_of(problem), _error(problem))
        return self.cleaned_data

    def _document(self) -> dict[str, Any]:
        """Return the offer that the page's fields tell of."""
        data = self.cleaned_data
        document: dict[str, Any] = {}
        names = self.limit_names([rulebook(edition) for edition in self.facility.editions()])
        limits = {name: [data.get(f"{name}_least"), data.get(f"{name}_most")] for name in names}
        document["limits"] = {name: bounds for name, bounds in limits.items() if any(bounds)}
        if "wagers" in self.fields:
            document["wagers"] = list(data.get("wagers", ()))
        if data.get("wheel"):
            prize = {"top_prize": data["top_prize"]} if data.get("top_prize") else {}
            document["bonus_spin"] = {"wheel": data["wheel"], **prize}
        if data.get("payout_limit"):
            document["payout_limit"] = data["payout_limit"]
        if data.get("odds"):
            document["odds"] = self._odds(data["odds"])
        if data.get("no_ace_low"):
            document["ace_low_straight"] = False
        return {name: value for name, value in document.items() if value not in ({}, None)}

    def _odds(self, text: str) -> dict[str, dict[str, str]]:
        odds: dict[str, dict[str, str]] = {}
        for line in filter(str.strip, text.splitlines()):
            words = line.split()
            if len(words) != 3:
                self.add_error("odds", f"“{line}” is not a wager, a hand and odds, such as: raise two_pair 2:1")
                continue
            odds.setdefault(words[0], {})[words[1]] = words[2]
        return odds

    def _field_of(self, problem: Problem) -> str | None:
        """Return the field beside which a problem of the engine is said."""
        parts = problem.path.removeprefix("offer.").replace("[", ".").split(".")
        names = {
            "limits": f"{parts[1]}_{'most' if parts[-1] == '1]' else 'least'}" if len(parts) > 1 else "",
            "bonus_spin": "top_prize" if parts[-1] == "top_prize" else "wheel",
            "ace_low_straight": "no_ace_low",
        }
        name = names.get(parts[0], parts[0])
        return name if name in self.fields else None

    def arguments(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "edition", "document")}


def _error(problem: Problem) -> forms.ValidationError:
    """Return what the engine found as a form says it; `path` is where it stands in the document."""
    message = f"{problem.message} ({problem.cite})" if problem.cite else problem.message
    path = f"document{problem.path.removeprefix('offer')}"
    return forms.ValidationError(message.replace("%", "%%"), code=problem.code, params={"path": path})


def _shows(element: LayoutElement) -> str:
    """Return what an element shows, its areas and inscriptions named."""
    named = [*(area.replace("_", " ") for area in element.areas), *element.inscriptions]
    return f"{element.shows}: {', '.join(named)}" if named else element.shows


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()
