"""Journal entries as JSON."""

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from compliance.api.lists.columns import Derived
from compliance.api.serializers import Moment, PersonSerializer
from compliance.models import Entry
from compliance.signatures.serializers import SignatureSerializer


class EntrySerializer(serializers.Serializer[Entry]):
    """A journal entry: one change."""

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    stream = serializers.CharField(source="stream.key", help_text="The stream, such as table:CHP-04 or facility:CHP.")
    sequence = serializers.IntegerField(help_text="The number in the stream, without gaps.")
    action = serializers.CharField(help_text="What was done, such as deck.removed.")
    subject = serializers.CharField(help_text="The object that changed, such as deck:12.")
    actor = PersonSerializer(allow_null=True)
    signature = SignatureSerializer(allow_null=True)
    at = Moment(help_text="When it happened.")
    recorded_at = Moment()
    cite = serializers.CharField(allow_blank=True)
    facts = Derived("facts", by=lambda facts: facts, shown_as=OpenApiTypes.OBJECT)
    previous = serializers.CharField(allow_blank=True, help_text="The hash of the previous entry in the stream.")
    hash = serializers.CharField()
