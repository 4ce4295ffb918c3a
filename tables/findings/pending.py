"""Submissions and devices that wait for a compliance officer's approval."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from compliance.acts.registry import act_label, act_url
from compliance.facilities.policies import policy
from compliance.models import Facility
from compliance.staff.roles import OFFICERS
from compliance.staff.scope import Scope
from compliance.web.citations import citation_texts
from tables.floor.table_card import DuePresenter
from tables.models import Device, Layout, Offer

from .due import urgency


def pending_approvals(facility: Facility, scope: Scope, at: datetime) -> Iterator[DuePresenter]:
    """Yield pending approvals, for compliance officers only."""
    if not scope.staff.roles_at(facility) & OFFICERS:
        return
    for model, act, rule in (
        (Layout, "layout.approve", "layout_approved"),
        (Offer, "offer.approve", "offer_approved"),
    ):
        submitted = model._default_manager.filter(facility=facility, approved_at=None, withdrawn_at=None)
        for submission in submitted.select_related("facility"):
            kind = str(submission._meta.verbose_name).capitalize()
            yield _due(f"{kind} {submission} waits for approval", act, submission, rule, facility, at)
    unapproved = Device.objects.filter(facility=facility, approved_on=None, retired_at=None)
    for device in unapproved.select_related("facility"):
        yield _due(f"{device} waits for approval", "device.approve", device, "device_approved", facility, at)


def _due(text: str, act: str, on: Any, rule: str, facility: Facility, at: datetime) -> DuePresenter:
    cite = policy(rule, facility.jurisdiction).cite
    return DuePresenter(
        "soon",
        "waiting",
        text,
        cite,
        citation_texts(cite),
        facility.code,
        act_url(act, on),
        act_label(act),
        None,
        (urgency("soon", live=True), at),
        act=act,
        on=on,
    )
