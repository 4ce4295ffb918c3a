"""What a list can be narrowed to by query parameters. A value that means nothing is refused, never ignored."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from django.db.models import QuerySet

from ..scope import Scope
from .arguments import LARGEST_ID
from .problems import FieldError, Invalid

Things = QuerySet[Any]


class Filter(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def schema(self) -> dict[str, Any]: ...
    def narrow(self, things: Things, value: str, scope: Scope) -> Things: ...


def refuse(name: str, message: str) -> Invalid:
    return Invalid([FieldError(name, "invalid", message)])


@dataclass(frozen=True)
class OfFacility:
    """Of one of one's facilities, by code. `path` leads from the thing to it."""

    path: str = "facility"
    name: str = "facility"
    says: str = "The code of one of your facilities."
    schema: ClassVar[dict[str, Any]] = {"type": "string"}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        for facility in scope.facilities():
            if facility.code == value:
                return things.filter(**{self.path: facility})
        raise refuse(self.name, "None of your facilities has this code.")


@dataclass(frozen=True)
class Choice:
    """One of the words that a field knows."""

    name: str
    choices: tuple[str, ...]
    says: str = ""
    lookup: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        if value not in self.choices:
            raise refuse(self.name, f"Give one of: {', '.join(self.choices)}.")
        return things.filter(**{self.lookup or self.name: value})


@dataclass(frozen=True)
class Text:
    """Exactly this text."""

    name: str
    says: str
    lookup: str = ""
    schema: ClassVar[dict[str, Any]] = {"type": "string"}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        if not value:
            raise refuse(self.name, "Give some text, or leave the parameter out.")
        return things.filter(**{self.lookup or self.name: value})


@dataclass(frozen=True)
class Reference:
    """Of another thing that this person may see, by its number or code."""

    name: str
    says: str
    objects: Callable[[], Things]
    key: str = "pk"

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "integer"} if self.key == "pk" else {"type": "string"}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        known = self.key != "pk" or (value.isascii() and value.isdigit() and int(value[:20]) <= LARGEST_ID)
        found = scope.visible(self.objects()).filter(**{self.key: value}).first() if known else None
        if found is None:
            raise refuse(self.name, f"There is no such {self.name}.")
        return things.filter(**{self.name: found})


@dataclass(frozen=True)
class Flag:
    """Whether something holds: true or false."""

    name: str
    says: str
    lookup: str
    # Whether `true` asks for the lookup's being false, as in `current` for `ended_at__isnull`.
    negated: bool = False
    schema: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def narrow(self, things: Things, value: str, scope: Scope) -> Things:
        if value not in ("true", "false"):
            raise refuse(self.name, "Give true or false.")
        return things.filter(**{self.lookup: (value == "true") != self.negated})
