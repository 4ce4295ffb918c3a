"""Pits and tables, and the layouts and offers in force at each table over time."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from compliance.models import Owned, Staff
from tables.submissions.models import Layout, Offer

T = TypeVar("T")


class Pit(Owned):
    code = models.CharField(max_length=8)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ("facility", "code")
        constraints: ClassVar = [models.UniqueConstraint(fields=("facility", "code"), name="pit_code_once")]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Table(Owned):
    """A table. Its code combines the facility's code and its number, so it is unique everywhere."""

    class State(models.TextChoices):
        CLOSED = "closed", "Closed"
        OPENING = "opening", "Opening"
        OPEN = "open", "Open"
        IDLE = "idle", "Idle"
        CLOSED_FOR_CAUSE = "closed_for_cause", "Closed for cause"

    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(999)])
    code = models.CharField(max_length=16, unique=True)
    positions = models.PositiveSmallIntegerField(default=6, validators=[MinValueValidator(1)])
    state = models.CharField(max_length=20, choices=State, default=State.CLOSED)
    state_since = models.DateTimeField()
    cause = models.CharField(max_length=200, blank=True)
    cover_card = models.ForeignKey(
        "tables.CoverCard", on_delete=models.PROTECT, null=True, blank=True, related_name="tables"
    )
    rounds_since_count = models.PositiveIntegerField(default=0)
    round_number = models.PositiveIntegerField(default=0, help_text="Of the last round logged here.")
    last_position = models.CharField(
        max_length=1, blank=True, help_text="Which deck dealt the last round, since it opened."
    )
    last_played_at = models.DateTimeField(null=True, blank=True, help_text="When the last round was played.")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("code",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("facility", "number"), name="table_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["closed", "opening", "open", "idle", "closed_for_cause"]),
                name="table_state_known",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def stream_key(self) -> str:
        return f"table:{self.code}"

    @property
    def subject_key(self) -> str:
        return f"table:{self.code}"

    @property
    def is_live(self) -> bool:
        """Return whether the table is open for gaming, with or without players."""
        return self.state in (self.State.OPEN, self.State.IDLE)

    def offer_at(self, at: datetime) -> Offer | None:
        """Return the offer in force at a moment."""
        row = self._in_force("offers_in_force", at)
        return row.offer if row else None

    def layout_at(self, at: datetime) -> Layout | None:
        row = self._in_force("layouts_in_force", at)
        return row.layout if row else None

    def _in_force(self, related: str, at: datetime) -> Any:
        fetched = self._fetched(related)
        if fetched is not None:
            begun = [row for row in fetched if row.from_at <= at and row.cancelled_at is None]
            return max(begun, key=lambda row: (row.from_at, row.pk), default=None)
        return getattr(self, related).filter(from_at__lte=at, cancelled_at=None).order_by("-from_at", "-pk").first()

    def known(self, related: str, **conditions: object) -> "list[Any]":
        """Return related rows: the prefetched ones, else those that match the conditions.

        Prefetched rows may not match, so callers check again. A query needs conditions: history can be years long.
        """
        fetched = self._fetched(related)
        return list(getattr(self, related).filter(**conditions) if fetched is None else fetched)

    def memoize(self, what: object, find: Callable[[], T]) -> T:
        """Return a value derived from prefetched rows; a cached table computes it once (`start_memo`)."""
        memo: dict[object, T] | None = self.__dict__.get("_memo")
        if memo is None:
            return find()
        if what not in memo:
            memo[what] = find()
        return memo[what]

    def start_memo(self) -> None:
        """Let `memoize` store values: the prefetched rows will not change."""
        self._memo: dict[object, Any] = {}

    def _fetched(self, related: str) -> Any:
        """Return prefetched rows, if any, without building a manager, which costs more than the rows."""
        return getattr(self, "_prefetched_objects_cache", {}).get(related)


class InForce(models.Model):
    """Something in force at a table from a moment on, so past moments can be queried."""

    from_at = models.DateTimeField()
    placed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    placed_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ("from_at", "pk")


class OfferInForce(InForce):
    """An offer at a table. If it takes effect after it was placed, it is a notice of new limits.

    `notice` says how notice of a lower payout limit was given, if it needed one.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="offers_in_force")
    offer = models.ForeignKey(Offer, on_delete=models.PROTECT, related_name="+")
    notice = models.CharField(max_length=200, blank=True)

    class Meta(InForce.Meta):
        indexes: ClassVar = [models.Index(fields=("table", "-from_at"), name="offers_in_force_by_table")]

    def __str__(self) -> str:
        return f"{self.offer} at {self.table}"


class LayoutInForce(InForce):
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="layouts_in_force")
    layout = models.ForeignKey(Layout, on_delete=models.PROTECT, related_name="+")

    class Meta(InForce.Meta):
        indexes: ClassVar = [models.Index(fields=("table", "-from_at"), name="layouts_in_force_by_table")]

    def __str__(self) -> str:
        return f"{self.layout} at {self.table}"


class Sign(models.Model):
    """A sign at a table: it shows an element of the layout for one offer, until it is taken down."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="signs")
    element = models.CharField(max_length=40)
    offer = models.ForeignKey(Offer, on_delete=models.PROTECT, related_name="signs")
    posted_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    posted_at = models.DateTimeField()
    taken_down_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    taken_down_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("posted_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("table", "element", "offer"), condition=Q(taken_down_at=None), name="sign_up_once"
            ),
            models.CheckConstraint(
                condition=Q(taken_down_by=None, taken_down_at=None)
                | Q(taken_down_by__isnull=False, taken_down_at__isnull=False),
                name="sign_taken_down_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} for {self.offer}"

    @property
    def label(self) -> str:
        return f"{self.element.replace('_', ' ')} sign"
