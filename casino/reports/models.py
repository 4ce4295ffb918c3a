"""Signed reports and pit handovers, stored unchanged with their hashes in the journal."""

from typing import ClassVar

from django.db import models

from compliance.models import Signature, Staff
from games.totals.services import FIGURES
from tables.models import Pit, Shift

from .figures.sums import Sums

LIVE, ENDED, SIGNED, ALTERED = "live", "ended", "signed", "altered"


class ReportedShift(Shift):
    """A shift as the subject of its report. Its page is the report; the journal records the acts on the shift."""

    page_kind = "report"

    class Meta:
        proxy = True

    @property
    def subject_key(self) -> str:
        return f"shift:{self.pk}"

    @property
    def signed(self) -> "SignedReport | None":
        """The signed report, or None."""
        return getattr(self, "signed_report", None)

    @property
    def state(self) -> str:
        """The report's state: live, ended or signed. Whether it was altered is checked in shift/report_copy.py."""
        if self.signed is not None:
            return SIGNED
        return LIVE if self.is_on_duty else ENDED


class SignedReport(models.Model):
    """The report of a shift as signed. `document` holds the exact bytes that `digest` is the hash of.

    `figures` (by the names in games/totals/services.py) and `open_seconds` are stored apart, for the averages in later
    reports.
    """

    shift = models.OneToOneField(Shift, on_delete=models.PROTECT, related_name="signed_report")
    document = models.TextField()
    digest = models.CharField(max_length=64)
    figures = models.JSONField(help_text="The totals of the report, each figure by its name.")
    open_seconds = models.PositiveBigIntegerField(help_text="For how long its tables were open, all together.")
    signed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+", db_index=False)
    signature = models.ForeignKey(
        Signature,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The second person's, where policy demands one.",
    )
    remark = models.TextField(blank=True)
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"report of {self.shift}"

    @property
    def sums(self) -> Sums:
        return sums_kept(self.figures)


def sums_kept(figures: dict[str, int]) -> Sums:
    """Return stored figures as sums; a figure that did not exist then is 0."""
    return Sums(tuple(figures.get(name, 0) for name in FIGURES))


class Handover(models.Model):
    """A pit handover with its open items: given by one pit boss or manager, accepted by the next."""

    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="handovers")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="+", db_index=False)
    # The sheet of open items, as JSON.
    items = models.TextField()
    digest = models.CharField(max_length=64)
    note = models.TextField(blank=True)
    handed_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+", db_index=False)
    signature = models.ForeignKey(Signature, on_delete=models.PROTECT, related_name="+", db_index=False)
    handed_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [models.UniqueConstraint(fields=("shift", "pit"), name="a_pit_is_handed_over_once")]

    def __str__(self) -> str:
        return f"{self.pit} handed over after {self.shift}"
