"""Journal entries as JSON."""

import msgspec
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from compliance.api.fields import FacilityCode, Id, Moment, Number, Text
from compliance.api.lists.columns import Derived
from compliance.api.serializers import PersonSerializer
from compliance.models import Entry
from compliance.signatures.serializers import SignatureSerializer


class EntrySerializer(serializers.Serializer[Entry]):
    """A journal entry: one change."""

    id = Id()
    facility = FacilityCode(source="facility.code")
    stream = Text("The stream, such as table:CHP-04 or facility:CHP.", source="stream.key", example="table:CHP-04")
    sequence = Number("The number in the stream, without gaps.", example=118)
    action = Text("What was done, such as deck.removed.", example="deck.removed")
    subject = Text("The object that changed, such as deck:12.", example="deck:12")
    actor = PersonSerializer(allow_null=True, help_text="Who did it; null if the system did it.")
    signature = SignatureSerializer(allow_null=True, help_text="The second person's signature, if there is one.")
    at = Moment("When it happened.")
    recorded_at = Moment("When the server recorded it.")
    cite = Text("The paragraph that applies; empty if none does.", allow_blank=True, example="COMAR 36.05.02.16 J")
    facts = Derived(
        "facts_json",
        by=msgspec.Raw,  # sent as it is stored
        shown_as=OpenApiTypes.OBJECT,
        help_text="What changed. The names depend on the action.",
        example={"reason": "scheduled", "table": "CHP-04"},
    )
    previous = Text(
        "The hash of the previous entry in the stream.",
        allow_blank=True,
        example="1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b49f2c4e1d7b7a0f65c1b0a1f6c2f3f",
    )
    hash = Text(
        "SHA-256 of the entry and `previous`. A changed entry breaks the chain of its stream.",
        example="9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",
    )
