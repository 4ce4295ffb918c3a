"""Signatures as JSON."""

from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer
from compliance.models import Signature

# ── The journal ──


class SignatureSerializer(serializers.Serializer[Signature]):
    """A second person's signature."""

    signer = PersonSerializer()
    role = serializers.CharField()
    act = serializers.CharField()
    cite = serializers.CharField()
    signed_at = Moment()
