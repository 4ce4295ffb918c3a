"""Building blocks of a rulebook: rules, each with a required citation."""

from collections.abc import Iterator
from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta, Struct

Method = Literal["hand", "manual_shoe", "automated_shoe"]

Text = Annotated[str, Meta(min_length=1)]
# Amounts and odds in the form that money.py parses.
Amount = Annotated[str, Meta(pattern=r"\A(?!0\.00)(0|[1-9][0-9]{0,11})\.[0-9]{2}\Z")]
OddsText = Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,8}:[1-9][0-9]{0,8}\Z")]
PaysText = Annotated[str, Meta(pattern=r"\A([1-9][0-9]{0,8}:[1-9][0-9]{0,8}|push|lose|posted|posted_or_lose)\Z")]
RankRange = Annotated[str, Meta(pattern=r"\A[2-9TJQKA]-[2-9TJQKA]\Z")]
# One reading, or several: "R17, R22".
ReadingIds = Annotated[str, Meta(pattern=r"\AR[0-9]+(, R[0-9]+)*\Z")]
Count = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]

HOUSE_POLICY = "house policy"


class Strict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file with a fixed set of keys."""


class Rule(Strict, frozen=True, kw_only=True):
    """A fact and the paragraph that states it; several paragraphs are separated by "; "."""

    cite: Text
    reading: ReadingIds | None = None

    @property
    def readings(self) -> list[str]:
        """Return the ids of the readings that the value rests on."""
        return self.reading.split(", ") if self.reading else []


T = TypeVar("T")


class ByMethod(Strict, Generic[T], frozen=True, kw_only=True):
    """One value for each dealing method."""

    hand: T
    manual_shoe: T
    automated_shoe: T

    def of(self, method: Method) -> T:
        fact: T = getattr(self, method)
        return fact


def rules_of(value: object, key: str = "") -> Iterator[tuple[str, Rule]]:
    """Yield every rule inside a rulebook with its key."""
    if isinstance(value, Rule):
        yield key, value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from rules_of(getattr(value, name), f"{key}.{name}" if key else name)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from rules_of(inner, f"{key}.{name}")
    elif isinstance(value, tuple):
        for place, inner in enumerate(value):
            yield from rules_of(inner, f"{key}[{place}]")
