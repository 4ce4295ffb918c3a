"""Resources: declare once what the list, the detail and the acts of a kind of object return."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Model, QuerySet
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS, Subject
from compliance.filters import Filters
from compliance.staff.scope import Scope

from .lists.rows import RowPart, Sparse, parts_of
from .lists.updated_since import Changed, UpdatedSince

Fetch = Callable[[QuerySet[Any], datetime], QuerySet[Any]]


@dataclass(frozen=True)
class Resource:
    """A kind of object in the API. `kind` names its subject (compliance/acts/registry.py).

    `fetch` adds everything that the serializers read, so that a page costs a fixed number of queries. `listed` removes
    what is available only by its own URL.
    """

    kind: str
    row: type[serializers.Serializer]
    detail: type[serializers.Serializer]
    says: str
    # Describes the key in the URL, with an example below.
    key: str
    # The journal entries that mean a change (lists/updated_since.py).
    changed: tuple[Changed, ...]
    example_key: int | str = 12
    order: str = "pk"
    fetch: Fetch = lambda things, at: things
    listed: Fetch = lambda things, at: things
    filters: type[Filters] = Filters
    # The URL name of the list; by default its path, such as "decks".
    list_name: str = ""
    # Fields of the detail that a list also shows if requested.
    extras: tuple[str, ...] = ()

    @property
    def subject(self) -> Subject:
        return SUBJECTS[self.kind]

    @property
    def plural(self) -> str:
        return self.subject.path.partition("/")[0]

    @property
    def name_of_list(self) -> str:
        return self.list_name or self.plural

    def find(self, scope: Scope, key: Any, at: datetime) -> Any:
        subject = self.subject
        return scope.get(self.fetch(subject.objects(), at), owner=subject.owner, **{subject.lookup: key})

    # ── List

    @cached_property
    def key_field(self) -> str:
        """The field that every row includes."""
        return "id" if self.subject.lookup == "pk" else self.subject.lookup

    @cached_property
    def shown_fields(self) -> tuple[str, ...]:
        """The default fields of a row."""
        return tuple(self.row().fields)

    @cached_property
    def sparse(self) -> type[Sparse]:
        """The serializer of a row with all possible fields."""
        extras = {name: self.detail._declared_fields[name] for name in self.extras}
        name = f"{self.kind.capitalize()}Row"
        return type(name, (self.row, Sparse), {"KEY": self.key_field, "__doc__": self.row.__doc__, **extras})

    @cached_property
    def parts(self) -> Mapping[str, RowPart | None]:
        """The columns of each field, where columns are enough."""
        model: type[Model] = self.subject.objects().model
        return parts_of(self.sparse, model)

    @cached_property
    def narrowed_by(self) -> type[Filters]:
        """The filters of the list."""
        return type(f"{self.filters.__name__}OfList", (self.filters,), {"updated_since": UpdatedSince(self.changed)})
