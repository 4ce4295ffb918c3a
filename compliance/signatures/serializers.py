"""Signatures as JSON."""

from rest_framework import serializers

from compliance.api.fields import Cite, Moment, Text
from compliance.api.serializers import PersonSerializer
from compliance.models import Signature


class SignatureSerializer(serializers.Serializer[Signature]):
    """A second person's signature."""

    signer = PersonSerializer(help_text="The person who signed.")
    role = Text("The role in which the person signed.", example="dealer")
    act = Text("The act that the person signed.", example="deck.change")
    cite = Cite()
    signed_at = Moment("When it was signed; null if not signed.")
