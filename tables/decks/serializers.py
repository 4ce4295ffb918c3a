"""Decks as JSON."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Boolean, Choice, Cite, Computed, Date, FacilityCode, Id, Moment, Number, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck
from tables.openings.sequence import opening_of, progress


class DeckStepSerializer(serializers.Serializer):
    """A completed step that brought a deck into play."""

    step = Text("The step's name.", example="shuffle")
    done_by = PersonSerializer(help_text="Who did the step.")
    done_at = Moment("When the step was done.")
    by_hand = Boolean(
        "Whether a shuffle was done by hand; null for other steps, and if the devices tell.", allow_null=True
    )
    depth = Number("How many cards deep a cut was; null if not entered.", allow_null=True, example=20)
    cite = Cite()


class ReplacementSerializer(serializers.Serializer):
    """A damaged card, replaced with one from another deck."""

    card = Text("The card. For example, 9d.", example="Qh")
    donor = Number("The deck the replacement came from.", source="donor_id", example=13)
    replaced_at = Moment("When the card was replaced.")


class DeckDetailFields(serializers.Serializer):
    steps = Computed("Steps that brought the deck into play, in order.", shown_as=DeckStepSerializer(many=True))
    replacements = Computed("Cards replaced in this deck.", shown_as=ReplacementSerializer(many=True))

    def get_steps(self, deck: Deck) -> Any:
        return deck.steps.select_related("done_by")

    def get_replacements(self, deck: Deck) -> Any:
        return deck.replacements.order_by("pk")


class CoverCardSerializer(serializers.Serializer[Any]):
    """A kind of cover card that the regulator approved."""

    id = Id()
    colour = Text("Its color.", example="yellow")
    model = Text("Maker and product.", example="Bee cut card")
    reference = Text("Reference of the regulator's letter.", example="MLGCC-2026-114")
    approved_on = Date("Date of the regulator's letter.")


class DeckSerializer(WithAddress):
    """A deck of cards."""

    KIND, EXAMPLE_URL = "deck", "/api/v1/decks/12/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    serial = Text("The serial number.", example="CHP-R-017")
    design = Text("As printed on the box.", example="Bee 92")
    back_colour = Text("Color of the card backs.", example="red")
    seal = Text("Seal number, if the deck was preshuffled.", allow_blank=True, example="S-20771")
    state = Choice("The deck's state.", Deck.State.choices, example="in_play")
    state_since = Moment("When the current state began.")
    pit = Number("Pit of its current or last reserve.", source="pit_id", allow_null=True, example=3)
    table = Text(
        "The table's code; null if not at a table.",
        source="table.code",
        default=None,
        allow_null=True,
        example="CHP-04",
    )
    position = Text("A or B at a table; empty elsewhere.", allow_blank=True, example="A")
    in_play_at = Moment("When the deck went into play; null if it never did.", allow_null=True)
    change_due_at = Moment("Deadline for the deck change.", allow_null=True)
    change_cite = Text("The paragraph that sets the deadline.", allow_blank=True, example="COMAR 36.05.02.16 D")
    removed_at = Moment("When the deck was taken out of play; null if it was not.", allow_null=True)
    removed_reason = Choice(
        "Why the deck was taken out of play; empty if it was not.",
        Deck.Reason.choices,
        allow_blank=True,
        example="scheduled",
    )


class StepSerializer(serializers.Serializer):
    """A step that brings a deck into play."""

    id = Text("The value of `step` in deck.step.", example="shuffle")
    by = Text("Who performs the step.", example="dealer")
    does = Text("What they do.", example="shuffles the cards face down")
    cite = Cite()


class DeckDetailSerializer(DeckSerializer, DeckDetailFields, WithActs):
    next_step = Computed("The next step of a deck in an opening; null otherwise.")

    @extend_schema_field(StepSerializer(allow_null=True))
    def get_next_step(self, deck: Deck) -> Any:
        at: datetime = self.context["at"]
        opening = opening_of(deck.table) if deck.table and deck.state in Deck.AT_TABLE else None
        offer = deck.table.offer_at(at) if deck.table and opening else None
        if deck.table is None or opening is None or offer is None:
            return None
        step = progress(opening, deck, offer.book, dealing_method_at(deck.table)).next
        return step and {"id": step.value.id, "by": step.value.by, "does": step.value.does, "cite": step.cite}
