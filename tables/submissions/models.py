"""Layouts and offers (rules submissions) that the regulator approves. Every version is kept."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from compliance.models import Facility, Owned, Staff
from games.engine.loading import rulebook
from games.engine.rulebook import Rulebook
from games.engine.settle import terms_as_approved
from games.engine.terms import Terms


class Submission(Owned):
    """A version of a layout or offer: submitted, approved with an effective time, superseded or withdrawn."""

    name = models.CharField(max_length=60)
    version = models.PositiveIntegerField()
    edition = models.CharField(max_length=20)
    submitted_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField()
    approved_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    approved_at = models.DateTimeField(null=True, blank=True)
    reference = models.CharField(max_length=60, blank=True)
    approved_on = models.DateField(null=True, blank=True, help_text="The date of the regulator's approval.")
    effective_at = models.DateTimeField(null=True, blank=True)
    superseded_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ("name", "-version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("facility", "name", "version"), name="%(class)s_version_once"),
            models.CheckConstraint(
                condition=Q(approved_by=None) | ~Q(approved_by=F("submitted_by")), name="%(class)s_maker_is_not_checker"
            ),
            models.CheckConstraint(
                condition=Q(approved_by=None, approved_at=None, effective_at=None)
                | Q(approved_by__isnull=False, approved_at__isnull=False, effective_at__isnull=False),
                name="%(class)s_approved_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"

    @property
    def book(self) -> Rulebook:
        return rulebook(self.edition)

    def in_force(self, at: datetime) -> bool:
        """Return whether the submission is approved and in effect at a moment."""
        return (
            self.effective_at is not None
            and self.effective_at <= at
            and (self.superseded_at is None or at < self.superseded_at)
            and (self.withdrawn_at is None or at < self.withdrawn_at)
        )

    def standing(self, at: datetime) -> str:
        """Return the status at a moment: submitted, approved, in force, superseded, or withdrawn."""
        if self.withdrawn_at is not None and self.withdrawn_at <= at:
            return "withdrawn"
        if self.superseded_at is not None and self.superseded_at <= at:
            return "superseded"
        if self.effective_at is None:
            return "submitted"
        return "in force" if self.effective_at <= at else "approved"


def in_force_at(at: datetime) -> Q:
    """Return the query condition that matches `Submission.in_force`."""
    not_superseded = Q(superseded_at=None) | Q(superseded_at__gt=at)
    return Q(effective_at__lte=at) & not_superseded & (Q(withdrawn_at=None) | Q(withdrawn_at__gt=at))


class Layout(Submission):
    """A layout: the required elements it shows, and the fixtures attached to the table.

    `elements` maps each element to "inscribed", or "sign" if a sign at the table shows it.
    `fixtures` maps each fixture to "as required", or "elsewhere" with the regulator's approval.
    """

    elements = models.JSONField(default=dict)
    fixtures = models.JSONField(default=dict)
    positions = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Betting positions; empty if the layout was filed without them."
    )

    class Meta(Submission.Meta):
        abstract = False

    @property
    def needs_sign(self) -> bool:
        return "sign" in self.elements.values()


def document_label(kind: str) -> str:
    return kind.replace("_", " ").replace("colour", "color")


def _document_path(document: "Document", name: str) -> str:
    return f"layouts/{document.layout.facility.code}/{document.layout_id}/{document.kind}/{name}"


class Document(models.Model):
    """A file filed with a layout: a rendering to scale or a photograph."""

    layout = models.ForeignKey(Layout, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=30)
    file = models.FileField(upload_to=_document_path, max_length=200)
    sha256 = models.CharField(max_length=64)
    filed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    filed_at = models.DateTimeField()

    class Meta:
        ordering = ("kind", "pk")

    def __str__(self) -> str:
        return f"{self.kind_label} of {self.layout}"

    @property
    def facility(self) -> Facility:
        return self.layout.facility

    @property
    def kind_label(self) -> str:
        return document_label(self.kind)


class Offer(Submission):
    """What a table offers under an edition, as JSON (docs/round-format.md) that the engine checks."""

    document = models.JSONField(default=dict)

    class Meta(Submission.Meta):
        abstract = False

    @property
    def terms(self) -> Terms:
        return terms_as_approved(self.edition, self.document)

    @property
    def game(self) -> str:
        return self.book.title
