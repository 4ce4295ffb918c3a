"""Readings: what can be read of a kind of thing, declared once for its list, its detail and the answers of its acts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Model, QuerySet
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS, Subject
from compliance.staff.scope import Scope

from .lists.filters import Filters
from .lists.rows import RowPart, Sparse, parts_of
from .lists.updated_since import Changed, UpdatedSince

Fetch = Callable[[QuerySet[Any], datetime], QuerySet[Any]]


@dataclass(frozen=True)
class Resource:
    """A kind of thing as the API shows it. `kind` is that of its subject, which knows how it is found.

    `fetch` adds to a query all that the serializers look at, so that a page costs the same number of queries whatever
    it holds; `listed` keeps out of a list what is there only by its own address.
    """

    kind: str
    row: type[serializers.Serializer]
    detail: type[serializers.Serializer]
    says: str
    # What the key in an address is, in words.
    key: str
    name_of_list: str
    # By what is told in the journal a thing has changed (changes.py).
    changed: tuple[Changed, ...]
    order: str = "pk"
    fetch: Fetch = lambda things, at: things
    listed: Fetch = lambda things, at: things
    filters: type[Filters] = Filters
    # Fields of the detail that a list shows too, if they are asked for.
    extras: tuple[str, ...] = ()

    @property
    def subject(self) -> Subject:
        return SUBJECTS[self.kind]

    @property
    def plural(self) -> str:
        return self.subject.path.partition("/")[0]

    def find(self, scope: Scope, key: Any, at: datetime) -> Any:
        subject = self.subject
        return scope.get(self.fetch(subject.objects(), at), owner=subject.owner, **{subject.lookup: key})

    # ── Its list

    @cached_property
    def key_field(self) -> str:
        """The field that every row has."""
        return "id" if self.subject.lookup == "pk" else self.subject.lookup

    @cached_property
    def shown_fields(self) -> tuple[str, ...]:
        """The fields of a row, unless others are asked for."""
        return tuple(self.row().fields)

    @cached_property
    def sparse(self) -> type[Sparse]:
        """What a row of the list may hold."""
        extras = {name: self.detail._declared_fields[name] for name in self.extras}
        name = f"{self.kind.capitalize()}Row"
        return type(name, (self.row, Sparse), {"KEY": self.key_field, "__doc__": self.row.__doc__, **extras})

    @cached_property
    def parts(self) -> Mapping[str, RowPart | None]:
        """What fields of a row are made of, where that is columns alone."""
        model: type[Model] = self.subject.objects().model
        return parts_of(self.sparse, model)

    @cached_property
    def narrowed_by(self) -> type[Filters]:
        """The parameters of the list."""
        return type(f"{self.filters.__name__}OfList", (self.filters,), {"updated_since": UpdatedSince(self.changed)})


RESOURCES: dict[str, Resource] = {}


def register(resource: Resource) -> Resource:
    RESOURCES[resource.kind] = resource
    return resource
