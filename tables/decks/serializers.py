"""Decks as JSON."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck
from tables.openings.sequence import opening_of, progress


class DeckStepSerializer(serializers.Serializer):
    """A completed step that brought a deck into play."""

    step = serializers.CharField(help_text="The step's name.")
    done_by = PersonSerializer(help_text="Who did the step.")
    done_at = Moment(help_text="When the step was done.")
    cite = serializers.CharField(help_text="The paragraph that requires it.")


class ReplacementSerializer(serializers.Serializer):
    """A damaged card, replaced with one from another deck."""

    card = serializers.CharField(help_text="The card. For example, 9d.")
    donor = serializers.IntegerField(source="donor_id", help_text="The deck the replacement came from.")
    replaced_at = Moment(help_text="When the card was replaced.")


class DeckDetailFields(serializers.Serializer):
    steps = serializers.SerializerMethodField(help_text="Steps that brought the deck into play, in order.")
    replacements = serializers.SerializerMethodField(help_text="Cards replaced in this deck.")

    @extend_schema_field(DeckStepSerializer(many=True))
    def get_steps(self, deck: Deck) -> Any:
        return DeckStepSerializer(deck.steps.select_related("done_by"), many=True).data

    @extend_schema_field(ReplacementSerializer(many=True))
    def get_replacements(self, deck: Deck) -> Any:
        return ReplacementSerializer(deck.replacements.order_by("pk"), many=True).data


class DeckSerializer(WithAddress):
    """A deck of cards."""

    KIND = "deck"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    serial = serializers.CharField()
    design = serializers.CharField()
    back_colour = serializers.CharField()
    seal = serializers.CharField(allow_blank=True, help_text="Seal number, if the deck was preshuffled.")
    state = serializers.ChoiceField(Deck.State.choices)
    state_since = Moment()
    pit = serializers.IntegerField(source="pit_id", allow_null=True, help_text="Pit of its current or last reserve.")
    table = serializers.CharField(source="table.code", default=None, allow_null=True)
    position = serializers.CharField(allow_blank=True, help_text="A or B at a table; empty elsewhere.")
    in_play_at = Moment(allow_null=True)
    change_due_at = Moment(allow_null=True, help_text="Deadline for the deck change.")
    change_cite = serializers.CharField(allow_blank=True, help_text="The paragraph that sets the deadline.")
    removed_at = Moment(allow_null=True)
    removed_reason = serializers.ChoiceField(Deck.Reason.choices, allow_blank=True)


class StepSerializer(serializers.Serializer):
    """A step that brings a deck into play."""

    id = serializers.CharField(help_text="The value of `step` in deck.step.")
    by = serializers.CharField()
    does = serializers.CharField()
    cite = serializers.CharField()


class DeckDetailSerializer(DeckSerializer, DeckDetailFields, WithActs):
    next_step = serializers.SerializerMethodField(help_text="The next step of a deck in an opening; null otherwise.")

    @extend_schema_field(StepSerializer(allow_null=True))
    def get_next_step(self, deck: Deck) -> Any:
        at: datetime = self.context["at"]
        opening = opening_of(deck.table) if deck.table and deck.state in Deck.AT_TABLE else None
        offer = deck.table.offer_at(at) if deck.table and opening else None
        if deck.table is None or opening is None or offer is None:
            return None
        step = progress(opening, deck, offer.book, dealing_method_at(deck.table)).next
        return step and {"id": step.value.id, "by": step.value.by, "does": step.value.does, "cite": step.cite}
