"""Serializer fields that rounds, replay, exposure and reports share."""

from typing import Any

from drf_spectacular.utils import extend_schema_field

from compliance.api.fields import Number

from .engine.money import dollars

AMOUNT = {"type": "string", "pattern": r"^-?[0-9]+\.[0-9]{2}$"}


@extend_schema_field(AMOUNT)
class Dollars(Number):
    """Cents, shown as the decimal string of the round format; an amount of a stored settlement is one already."""

    def to_representation(self, value: int | str) -> Any:
        return value if isinstance(value, str) else dollars(value)
