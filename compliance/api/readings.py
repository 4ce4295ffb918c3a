"""Readings: what can be read of a kind of thing, declared once for its list, its detail and the answers of its acts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from ..acts import SUBJECTS, Subject
from ..scope import Scope
from .filters import Filter

Fetch = Callable[[QuerySet[Any], datetime], QuerySet[Any]]


@dataclass(frozen=True)
class Reading:
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
    order: str = "pk"
    fetch: Fetch = lambda things, at: things
    listed: Fetch = lambda things, at: things
    filters: tuple[Filter, ...] = ()

    @property
    def subject(self) -> Subject:
        return SUBJECTS[self.kind]

    @property
    def plural(self) -> str:
        return self.subject.path.partition("/")[0]

    def find(self, scope: Scope, key: Any, at: datetime) -> Any:
        subject = self.subject
        return scope.get(self.fetch(subject.objects(), at), owner=subject.owner, **{subject.lookup: key})


READINGS: dict[str, Reading] = {}


def register(reading: Reading) -> Reading:
    READINGS[reading.kind] = reading
    return reading
