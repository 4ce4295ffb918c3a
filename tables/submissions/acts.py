"""Acts on layouts and offers."""

from compliance.acts.registry import Act, Subject
from tables.floor.forms import ReasonForm
from tables.models import Layout, Offer

from . import services as submissions
from .layout_forms import ApproveForm


def _submitted(submission: Layout | Offer) -> bool:
    return submission.approved_at is None and submission.withdrawn_at is None


def _is_live(submission: Layout | Offer) -> bool:
    return submission.withdrawn_at is None


LAYOUT = Subject(
    "layout",
    lambda: Layout.objects.select_related("facility", "submitted_by", "approved_by"),
    (
        Act(
            "layout.approve",
            "Record approval",
            submissions.approve,
            ApproveForm,
            primary=True,
            policy="layout_approved",
            when=_submitted,
            signing=submissions.LAYOUT_APPROVAL,
        ),
        Act("layout.withdraw", "Withdraw", submissions.withdraw, ReasonForm, danger=True, personal=True, when=_is_live),
    ),
)

OFFER = Subject(
    "offer",
    lambda: Offer.objects.select_related("facility", "submitted_by", "approved_by"),
    (
        Act(
            "offer.approve",
            "Record approval",
            submissions.approve,
            ApproveForm,
            primary=True,
            policy="offer_approved",
            when=_submitted,
            signing=submissions.OFFER_APPROVAL,
        ),
        Act("offer.withdraw", "Withdraw", submissions.withdraw, ReasonForm, danger=True, personal=True, when=_is_live),
    ),
)
