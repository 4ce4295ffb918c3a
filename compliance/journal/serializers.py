"""Journal entries as JSON."""

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from compliance.api.lists.columns import Derived
from compliance.api.serializers import Moment, PersonSerializer
from compliance.models import Entry
from compliance.signatures.serializers import SignatureSerializer


class EntrySerializer(serializers.Serializer[Entry]):
    """An entry of the journal: something that changed."""

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    stream = serializers.CharField(source="stream.key", help_text="Such as table:CHP-04 or facility:CHP.")
    sequence = serializers.IntegerField(help_text="Its place in the stream, without gaps.")
    action = serializers.CharField(help_text="Such as deck.removed.")
    subject = serializers.CharField(help_text="Such as deck:12.")
    actor = PersonSerializer(allow_null=True)
    signature = SignatureSerializer(allow_null=True)
    at = Moment(help_text="When it happened.")
    recorded_at = Moment()
    cite = serializers.CharField(allow_blank=True)
    facts = Derived("facts", by=lambda facts: facts, shown_as=OpenApiTypes.OBJECT)
    previous = serializers.CharField(allow_blank=True, help_text="The hash of the entry before it in the stream.")
    hash = serializers.CharField()
