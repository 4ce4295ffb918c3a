"""Layouts and offers: submit, approve by another person, supersede, withdraw. Versions never change."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, TypeVar

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Max, QuerySet

from compliance.db.locking import lock_all, locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import OFFICERS
from games.engine import questions
from games.engine.loading import rulebook
from games.engine.settle import terms_for
from tables.findings.layouts import positions_text
from tables.floor.queries import running_notice
from tables.models import Document, Layout, Offer, Table, document_label

S = TypeVar("S", Layout, Offer)


def _officer_may_check(submission: Layout | Offer, by: Staff) -> bool:
    """Return whether a compliance officer who did not submit it approves without a second signature."""
    return bool(by.roles_at(submission.facility) & OFFICERS) and submission.submitted_by_id != by.pk


LAYOUT_APPROVAL = Signing("layout_approved", OFFICERS, waived=_officer_may_check)
OFFER_APPROVAL = Signing("offer_approved", OFFICERS, waived=_officer_may_check)


@transaction.atomic
def submit_layout(
    facility: Facility,
    *,
    name: str,
    edition: str,
    elements: dict[str, str],
    fixtures: dict[str, str],
    positions: int | None = None,
    documents: "Mapping[str, UploadedFile[Any]]",
    by: Staff,
    at: datetime,
) -> Layout:
    """Submit a version of a layout; it must show what the rulebook requires of every layout."""
    facility = locked(facility)  # serializes version numbers
    _check_edition(facility, edition)
    for problem in layout_problems(edition, elements, fixtures, positions, documents):
        raise problem
    layout = Layout.objects.create(
        facility=facility,
        name=name,
        version=_next_version(Layout.objects.filter(facility=facility, name=name)),
        edition=edition,
        elements=elements,
        fixtures=fixtures,
        positions=positions,
        submitted_by=by,
        submitted_at=at,
    )
    hashes = {kind: _file(layout, kind, file, by=by, at=at).sha256 for kind, file in documents.items()}
    journal(
        "layout.submitted",
        layout,
        on=facility,
        by=by,
        at=at,
        layout=str(layout),
        edition=edition,
        elements=elements,
        fixtures=fixtures,
        positions=positions,
        documents=hashes,
        cite=questions.layout_approval(rulebook(edition)).cite,
    )
    return layout


def layout_problems(
    edition: str, elements: dict[str, str], fixtures: dict[str, str], positions: int | None, documents: Iterable[str]
) -> Iterable[RuleViolation]:
    """Yield what the edition requires of every layout and this one lacks."""
    book = rulebook(edition)
    for element in book.layout.elements:
        needed = element.when_offered is None and element.when_set is None and not element.optional
        shown = elements.get(element.id)
        if shown not in ("inscribed", "sign") and needed:
            yield RuleViolation("layout_lacks", f"The layout must show: {element.shows}.", book.cite(element))
        if shown == "sign" and not element.or_sign:
            yield RuleViolation(
                "layout_no_sign", f"A sign is not enough. The layout must show: {element.shows}.", book.cite(element)
            )
    for fixture in questions.fixtures(book):
        place = fixture.value.place if fixture.value.id not in fixtures else None
        if place:
            yield RuleViolation("fixture_missing", f"{fixture.value.id.replace('_', ' ')}: {place}.", fixture.cite)
        elif fixtures[fixture.value.id] == "elsewhere" and not fixture.value.elsewhere:
            yield RuleViolation(
                "fixture_elsewhere",
                f"{fixture.value.id.replace('_', ' ')} must be {fixture.value.place}.",
                fixture.cite,
            )
    allowed = questions.positions(book)
    if positions is not None and positions not in allowed.value:
        yield RuleViolation(
            "layout_wrong_positions",
            f"The layout must have {positions_text(allowed.value)} betting positions.",
            allowed.cite,
        )
    needed_documents = questions.layout_documents(book)
    for kind in needed_documents.value:
        if kind not in documents:
            yield RuleViolation("document_missing", f"Upload the {document_label(kind)}.", needed_documents.cite)


def _file(layout: Layout, kind: str, file: "UploadedFile[Any]", *, by: Staff, at: datetime) -> Document:
    digest = sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    return Document.objects.create(
        layout=layout, kind=kind, file=file, sha256=digest.hexdigest(), filed_by=by, filed_at=at
    )


@transaction.atomic
def submit_offer(
    facility: Facility, *, name: str, edition: str, document: dict[str, Any], by: Staff, at: datetime
) -> Offer:
    """Submit a version of an offer. The engine raises Refused if the document is invalid."""
    facility = locked(facility)  # serializes version numbers
    _check_edition(facility, edition)
    terms_for(edition, document)
    offer = Offer.objects.create(
        facility=facility,
        name=name,
        version=_next_version(Offer.objects.filter(facility=facility, name=name)),
        edition=edition,
        document=document,
        submitted_by=by,
        submitted_at=at,
    )
    journal(
        "offer.submitted",
        offer,
        on=facility,
        by=by,
        at=at,
        offer=str(offer),
        edition=edition,
        document=document,
        cite=policy("offer_approved", facility.jurisdiction).cite,
    )
    return offer


@transaction.atomic
def approve(
    submission: S,
    *,
    reference: str,
    approved_on: date,
    effective_at: datetime | None,
    by: Staff,
    at: datetime,
    second: Confirmation | None = None,
) -> S:
    """Record the regulator's approval by someone other than the submitter; supersede the previous version."""
    facility = locked(submission.facility)  # serializes approvals
    tables = _live(facility)
    submission = locked(submission)
    kind = submission._meta.model_name
    signing = LAYOUT_APPROVAL if kind == "layout" else OFFER_APPROVAL
    rule = policy(signing.policy, facility.jurisdiction)
    _check_approvable(submission, by, second, rule.cite, at)
    effective_at = effective_at or at
    if effective_at < at:
        raise RuleViolation("effective_in_the_past", "It cannot take effect in the past. Enter a new time.", rule.cite)
    _check_leaves_time(submission, effective_at, tables, at)
    checker = second.signer if second else by
    signature = sign(signing, second, f"{kind}.approved", facility=facility, by=by, at=at) if second else None
    submission.approved_by, submission.approved_at, submission.reference = checker, at, reference
    submission.approved_on, submission.effective_at = approved_on, effective_at
    submission.save()
    superseded = _follow(submission)
    journal(
        f"{kind}.approved",
        submission,
        on=facility,
        by=by,
        at=at,
        signature=signature,
        cite=rule.cite,
        name=str(submission),
        reference=reference,
        approved_on=approved_on,
        effective_at=effective_at,
        checked_by=checker,
        supersedes=[str(each) for each in superseded],
    )
    return submission


def _check_approvable(submission: S, by: Staff, second: Confirmation | None, cite: str, at: datetime) -> None:
    """Refuse what is approved already, superseded, or checked by the person who submitted it."""
    if submission.standing(at) != "submitted":
        raise RuleViolation("not_submitted", f"{submission} is already {submission.standing(at)}.", cite)
    newer = _versions(submission).filter(version__gt=submission.version).first()
    if newer:
        raise RuleViolation("newer_approved", f"{newer} is already approved. Submit a new version instead.", cite)
    checker = second.signer if second else by
    if checker.pk == submission.submitted_by_id or not (second or _officer_may_check(submission, by)):
        raise RuleViolation(
            "maker_is_checker",
            f"{submission.submitted_by} submitted {submission}. Another person, a compliance officer, must approve it.",
            cite,
        )


# Minutes that the floor has to give notice at its tables after an approval.
TO_GIVE_NOTICE = 10


def _used_or_announced(table: Table, at: datetime) -> set[Layout | Offer | None]:
    notice = running_notice(table, at)
    return {table.offer_at(at), table.layout_at(at), notice.offer if notice else None}


def _check_leaves_time(submission: S, effective_at: datetime, tables: list[Table], at: datetime) -> None:
    """Refuse to supersede a version in use at open tables without enough time.

    New limits need notice, and a layout can only change while its table is closed.
    """
    kind = submission._meta.model_name
    earlier = set(_versions(submission).filter(version__lt=submission.version))
    in_use = [each.code for each in tables if each.is_live and _used_or_announced(each, at) & earlier]
    rule = policy("limit_notice", submission.facility.jurisdiction)
    lead = timedelta(minutes=rule.value + TO_GIVE_NOTICE if kind == "offer" else 1)
    if in_use and effective_at < at + lead:
        raise RuleViolation(
            "no_time_left",
            f"The previous version is in use at {', '.join(in_use)} and ends when this one begins. Choose a time at "
            f"least {rule.value + TO_GIVE_NOTICE} minutes from now and give notice there, or close the tables.",
            rule.cite,
        )


def _follow(submission: S) -> list[S]:
    """End each version when the next effective one begins; return the versions whose end changed."""
    same = type(submission)._default_manager.filter(facility=submission.facility, name=submission.name)
    versions = list(same.filter(effective_at__isnull=False))
    begins = {
        each.version: each.effective_at
        for each in versions
        if each.effective_at and (each.withdrawn_at is None or each.withdrawn_at > each.effective_at)
    }
    moved = []
    for each in versions:
        ends = min((at for version, at in begins.items() if version > each.version), default=None)
        if ends != each.superseded_at:
            each.superseded_at = ends
            each.save(update_fields=["superseded_at"])
            moved.append(each)
    return moved


def _versions(submission: S) -> "QuerySet[S]":
    """Return the approved versions of the same name that were not withdrawn."""
    versions = type(submission)._default_manager.filter(facility=submission.facility, name=submission.name)
    return versions.filter(approved_at__isnull=False, withdrawn_at=None)


@transaction.atomic
def withdraw(submission: S, *, reason: str, by: Staff, at: datetime) -> S:
    """Withdraw a layout or offer that no open table uses or has announced."""
    facility = locked(submission.facility)
    used_at = [table.code for table in _live(facility) if submission in _used_or_announced(table, at)]
    submission = locked(submission)
    kind = submission._meta.model_name
    if submission.withdrawn_at is not None:
        raise RuleViolation("withdrawn", f"{submission} is already withdrawn.")
    if used_at:
        raise RuleViolation(
            "in_use",
            f"{submission} is in use at {', '.join(used_at)}. Close these tables first.",
            policy(f"{kind}_approved", facility.jurisdiction).cite,
        )
    submission.withdrawn_at = at
    submission.save(update_fields=["withdrawn_at"])
    _follow(submission)  # if it never took effect, the previous version continues
    journal(f"{kind}.withdrawn", submission, on=facility, by=by, at=at, name=str(submission), reason=reason)
    return submission


def _live(facility: Facility) -> list[Table]:
    open_states = (Table.State.OPEN, Table.State.IDLE, Table.State.OPENING)
    return lock_all(Table.objects.filter(facility=facility, state__in=open_states))


def _check_edition(facility: Facility, edition: str) -> None:
    if edition not in facility.editions():
        raise RuleViolation(
            "edition_elsewhere",
            f"{facility} is in {facility.jurisdiction}. Choose one of its editions: {', '.join(facility.editions())}.",
        )


def _next_version(versions: Any) -> int:
    latest: int | None = versions.aggregate(latest=Max("version"))["latest"]
    return (latest or 0) + 1
