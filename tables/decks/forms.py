"""Forms of acts on decks."""

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.web.form_fields import DayField, LinesField, ObjectsField, in_api
from games.engine.cards import RANKS
from tables.devices.dealing_method import dealing_method_at
from tables.form_fields import SERIAL, TextField, not_in_the_future, reserve_is_empty
from tables.models import Deck, Pit
from tables.openings.sequence import OpeningProgress, opening_of, progress

from .form_fields import ask_how_prepared, by_hand_field, verifier_reason_field

# A form sends one field per deck (DATA_UPLOAD_MAX_NUMBER_FIELDS).
MOST_AT_ONCE = 200

CARDS = [
    (f"{rank}{suit}", f"{rank}{symbol}") for suit, symbol in zip("shdc", "♠♥♦♣", strict=True) for rank in RANKS[::-1]
]


class ReceiveDecksForm(ActForm):
    design = in_api(
        forms.CharField(max_length=40, help_text="As printed on the box. For example, Bee 92."), example="Bee 92"
    )
    back_colour = in_api(
        forms.CharField(max_length=20, label="Back color", help_text="For example, red."), example="red"
    )
    serials = in_api(
        LinesField(most=200, validators=[SERIAL], label="Serial numbers", help_text="One per line, at most 200."),
        "Serial numbers, without duplicates.",
        example=["CHP-R-017", "CHP-R-018"],
    )

    def clean_back_colour(self) -> str:
        return str(self.cleaned_data["back_colour"]).lower()

    def clean_serials(self) -> list[str]:
        serials: list[str] = self.cleaned_data["serials"]
        twice = sorted({serial for serial in serials if serials.count(serial) > 1})
        if twice:
            raise forms.ValidationError(f"Entered twice: {', '.join(twice)}.")
        return serials


class DrawDecksForm(ActForm):
    pit = in_api(
        forms.ModelChoiceField(Pit.objects.none(), to_field_name="code"),
        "Code of the pit that receives them.",
        example="P1",
    )
    decks = in_api(ObjectsField(Deck.objects.none()), "Numbers of decks in the store.", example=[12, 13])

    def prepare(self) -> None:
        no_pits = RuleViolation("no_pits", "There are no pits yet. Add one first.", remedy="facility.add-pit")
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True, none=no_pits)
        empty = RuleViolation(
            "store_empty", "The store is empty. Receive decks first.", remedy="facility.receive-decks"
        )
        store = Deck.objects.filter(facility=self.facility, state=Deck.State.STORE)
        decks = store.order_by("design", "back_colour", "serial")
        self.choose_from("decks", decks, none=empty)
        # Show the oldest of each kind, so that a large kind does not hide the others.
        nth = Window(RowNumber(), partition_by=[F("design"), F("back_colour")], order_by="pk")
        _show_some(self, decks, first=store.annotate(nth=nth).order_by("nth", "pk"))


class CollectDecksForm(ActForm):
    decks = in_api(ObjectsField(Deck.objects.none()), "Numbers of decks removed from tables.", example=[12, 13])

    def prepare(self) -> None:
        removed = Deck.objects.filter(facility=self.facility, state=Deck.State.REMOVED).order_by("removed_at")
        self.choose_from("decks", removed)
        _show_some(self, removed, first=removed)
        self.initial.setdefault("decks", list(removed[:MOST_AT_ONCE]))


def _show_some(form: ActForm, decks: QuerySet[Deck], *, first: QuerySet[Deck]) -> None:
    """Show as many decks as one form can send, and how many more there are."""
    field = form.fields["decks"]
    assert isinstance(field, ObjectsField)
    more = decks.count() - MOST_AT_ONCE
    if more > 0:
        field.show_some(decks.filter(pk__in=first[:MOST_AT_ONCE].values("pk")))
        field.help_text = f"The {MOST_AT_ONCE} oldest. {more} more follow when these are done."


class RecordCoverCardForm(ActForm):
    colour = in_api(
        forms.CharField(max_length=20, label="Color", help_text="One solid color. For example, yellow."),
        "Its color: one solid color, in small letters.",
        example="yellow",
    )
    model = in_api(forms.CharField(max_length=60, label="Model"), "Maker and product.", example="Bee cut card")
    opaque = in_api(
        forms.BooleanField(label="It is opaque and of one solid color, unlike the backs and edges of the cards"),
        "Must be true: the card is opaque and of one solid color, unlike the backs and edges of the cards.",
        example=True,
    )
    reference = in_api(
        forms.CharField(max_length=60, help_text="From the regulator's letter."), example="MLGCC-2026-114"
    )
    approved_on = in_api(DayField(), "Date of the regulator's approval letter.")

    def clean_colour(self) -> str:
        return str(self.cleaned_data["colour"]).lower()

    def clean_approved_on(self) -> Any:
        return not_in_the_future(self, "approved_on")

    def arguments(self) -> dict[str, Any]:
        return {name: value for name, value in super().arguments().items() if name != "opaque"}


class PreshuffleForm(ActForm):
    form_number = in_api(
        forms.CharField(max_length=40, validators=[SERIAL]),
        "Number of the form that records the preshuffle.",
        example="F-2026-081",
    )
    seal = in_api(forms.CharField(max_length=40, validators=[SERIAL], label="Seal number"), example="S-20771")


class ChangeDeckForm(ActForm):
    """Propose a replacement of the same design and color, if the reserve has one."""

    replacement = in_api(
        forms.ModelChoiceField(Deck.objects.none()), "Number of a deck in the pit's reserve.", example=13
    )
    reason = in_api(
        forms.ChoiceField(choices=[], widget=forms.RadioSelect),
        "Reason for the change: scheduled, damaged_card, wrong_count, or tampering.",
        example="scheduled",
    )
    note = in_api(
        forms.CharField(max_length=200, required=False),
        "What was found; required unless the change is scheduled.",
        example="Nick in the corner of the queen of hearts",
    )
    by_hand = by_hand_field()
    verifier_reason = verifier_reason_field()

    REASONS = (Deck.Reason.SCHEDULED, Deck.Reason.DAMAGED_CARD, Deck.Reason.WRONG_COUNT, Deck.Reason.TAMPERING)

    def prepare(self) -> None:
        deck: Deck = self.subject
        reserve = Deck.objects.filter(pit=deck.pit, state=Deck.State.PIT).order_by("serial")
        self.choose_from("replacement", reserve, none=reserve_is_empty(deck.pit))
        alike = reserve.filter(design=deck.design, back_colour=deck.back_colour)
        self.initial.setdefault("replacement", alike.first())
        choose_reason(self, self.REASONS)
        ask_how_prepared(self, deck.table)

    def clean(self) -> dict[str, Any]:
        return _explained(self)


class RemoveDeckForm(ActForm):
    reason = in_api(
        forms.ChoiceField(choices=[], widget=forms.RadioSelect),
        "Reason for the removal: as for a change, or not_needed.",
        example="not_needed",
    )
    note = in_api(
        forms.CharField(max_length=200, required=False),
        "What was found; required unless the reason is scheduled or not_needed.",
        example="Nick in the corner of the queen of hearts",
    )

    def prepare(self) -> None:
        choose_reason(self, (*ChangeDeckForm.REASONS, Deck.Reason.NOT_NEEDED))

    def clean(self) -> dict[str, Any]:
        return _explained(self)


def _explained(form: ActForm) -> dict[str, Any]:
    """Require a note for an unusual reason."""
    unusual = (Deck.Reason.DAMAGED_CARD, Deck.Reason.WRONG_COUNT, Deck.Reason.TAMPERING)
    if form.cleaned_data.get("reason") in unusual and not form.cleaned_data.get("note"):
        form.add_error("note", "Describe what you found.")
    return form.cleaned_data


def choose_reason(form: ActForm, reasons: tuple[Deck.Reason, ...]) -> None:
    field = form.fields["reason"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(reason.value, reason.label) for reason in reasons]
    form.initial.setdefault("reason", form.subject.removed_reason or reasons[0].value)


class VerifyDeckForm(ActForm):
    verifier_reason = verifier_reason_field()

    def prepare(self) -> None:
        ask_how_prepared(self, self.subject.table)


class ShufflerCountForm(ActForm):
    shown = in_api(
        forms.IntegerField(min_value=0, max_value=99, label="Number shown"),
        "The number of cards that the shuffler shows.",
        example=51,
    )


class RejectDeckForm(ActForm):
    note = in_api(TextField(label="What you found"), "What was found.", example="Two queens of hearts")


class StepForm(ActForm):
    """Ask of a shuffle beside a shuffler whether it was done by hand, and of a cut how deep it was."""

    step = in_api(
        forms.ChoiceField(choices=[]), "The completed step: `id` of the deck's `next_step`.", example="shuffle"
    )
    by_hand = by_hand_field()
    depth = in_api(
        forms.IntegerField(min_value=1, max_value=99, required=False, label="Cards cut"),
        "How many cards deep the cut was; only for a cut. May be left out.",
        example=20,
    )

    def prepare(self) -> None:
        deck: Deck = self.subject
        field = self.fields["step"]
        assert isinstance(field, forms.ChoiceField)
        found = _progress(deck, self.at)
        steps = found.steps if found else ()
        field.choices = [(step.value.id, f"The {step.value.by} {step.value.does}") for step in steps]
        due = found.next.value.id if found and found.next else ""
        self.initial.setdefault("step", due)
        if due != "shuffle":
            del self.fields["by_hand"]
        if due != "cut":
            del self.fields["depth"]
        ask_how_prepared(self, deck.table)


def _progress(deck: Deck, at: datetime) -> OpeningProgress | None:
    """Return the progress of a deck in an opening."""
    offer = deck.table.offer_at(at) if deck.table else None
    opening = opening_of(deck.table) if deck.table else None
    if deck.table is None or offer is None or opening is None:
        return None
    return progress(opening, deck, offer.book, dealing_method_at(deck.table))


class ReplaceCardForm(ActForm):
    # No default: a card that nobody checked would be a false record.
    card = in_api(forms.ChoiceField(choices=[("", "Choose the card"), *CARDS], label="Damaged card"), example="Qh")
    donor = in_api(forms.ModelChoiceField(Deck.objects.none(), label="Replacement from deck"), example=13)
    backs_compared = forms.BooleanField(required=False, label="Backs compared")
    surveillance_told = forms.BooleanField(required=False, label="Surveillance notified")

    def prepare(self) -> None:
        deck: Deck = self.subject
        alike = Deck.objects.filter(pit=deck.pit, design=deck.design, back_colour=deck.back_colour)
        donors = alike.filter(state__in=(Deck.State.PIT, Deck.State.DONOR)).order_by("state", "serial")
        none = RuleViolation(
            "no_replacement_deck",
            f"The reserve has no {deck.design} deck with {deck.back_colour} backs. Draw one, or change the deck.",
            remedy="deck.change",
        )
        self.choose_from("donor", donors, first=True, none=none)


class ExamineDeckForm(ActForm):
    work_order = in_api(
        forms.CharField(max_length=40, validators=[SERIAL]),
        "Number of the work order for the examination.",
        example="W-2026-17",
    )
    discrepancy = in_api(
        forms.CharField(
            max_length=200, required=False, label="Discrepancy", help_text="Blank = none. With one, the cards are kept."
        ),
        example="A queen of hearts too many",
    )


class ReferenceForm(ActForm):
    reference = in_api(
        forms.CharField(max_length=60, help_text="From the regulator's letter."), example="MLGCC-2026-114"
    )


class DestroyDeckForm(ActForm):
    how = in_api(
        forms.ChoiceField(
            choices=[("shredded", "Shredded"), ("drilled", "Drilled with a hole of at least ¼ inch")],
            widget=forms.RadioSelect,
        ),
        "How the deck was destroyed.",
        example="shredded",
    )
