"""Gates of equipment: what must be recorded with the approval of a device, and the cover card."""

from collections.abc import Iterator
from typing import NamedTuple, cast

from compliance.findings import Finding
from compliance.models import Facility
from games.engine import questions
from games.engine.loading import rulebook
from games.engine.rulebook import Rulebook
from games.engine.rulebook.base import Method
from tables.models import Deck, Device, Offer, Table

from .obstacle import obstacle

SHOES = (Device.Kind.MANUAL_SHOE, Device.Kind.AUTOMATED_SHOE)


class ApprovalGap(NamedTuple):
    """What the rules require to be recorded with a device's approval, the device's field for it, and the paragraph."""

    lacking: str
    field: str
    cite: str
    # The only value that the rules allow, if they name one.
    expected: str = ""


def required_with_approval(kind: str, book: Rulebook) -> Iterator[ApprovalGap]:
    """Yield what an edition requires with the approval of this kind of device."""
    if kind in SHOES:
        rule = questions.shoe(book, cast("Method", kind))
        for part in rule.value.approved:
            yield ApprovalGap(f"its approved {part}", f"approved_{part}", rule.cite)
        if rule.value.stacks:
            yield ApprovalGap("how it dispenses the cards", "stacks", rule.cite)
    number = questions.hardware_approval(book)
    if kind == Device.Kind.BONUS_SPIN and number:
        yield ApprovalGap(f"its approval as {number.value}", "approval_reference", number.cite, number.value)


def required_at(facility: Facility, kind: str) -> dict[str, ApprovalGap]:
    """Return what the facility's editions require with the approval of this kind of device, by its field."""
    books = [rulebook(edition) for edition in facility.editions()]
    return {gap.field: gap for book in books for gap in required_with_approval(kind, book)}


def is_approval_complete(device: Device) -> bool:
    """Return whether everything is recorded that the facility's editions require with a device's approval."""
    books = [rulebook(edition) for edition in device.facility.editions()]
    return device.approved_on is not None and not any(approval_gaps(device, book) for book in books)


def approval_gaps(device: Device, book: Rulebook) -> list[ApprovalGap]:
    """Return what an edition requires with a device's approval and is not recorded."""
    return [
        gap for gap in required_with_approval(device.kind, book) if not _is_recorded(getattr(device, gap.field), gap)
    ]


def _is_recorded(value: str, gap: ApprovalGap) -> bool:
    return value == gap.expected if gap.expected else bool(value)


def of_approval(device: Device, offer: Offer) -> Iterator[Finding]:
    """Yield what is missing in a device's approval, and a shoe that dispenses other stacks than the rules allow."""
    for gap in approval_gaps(device, offer.book):
        yield obstacle(
            device,
            "approval_incomplete",
            f"The record of {device} lacks {gap.lacking}.",
            "Complete its approval.",
            gap.cite,
            remedy="device.approve",
        )
    if device.kind not in SHOES or not device.stacks:
        return
    rule = questions.shoe(offer.book, cast("Method", device.kind))
    if rule.value.stacks and device.stacks != rule.value.stacks:
        required = Device.Stacks(rule.value.stacks).label.lower()
        yield obstacle(
            device,
            "shoe_stacks",
            f"{device} dispenses {device.get_stacks_display().lower()}; the rules require {required}.",
            "Use another shoe.",
            rule.cite,
            remedy="device.take-away",
        )


def of_cover_card(table: Table, offer: Offer) -> Iterator[Finding]:
    """Yield that a table has no approved cover card, or one that looks like the backs of its cards."""
    rule = questions.cover_card(offer.book)
    card = table.cover_card
    if card is None:
        yield obstacle(
            table,
            "cover_card_missing",
            "No approved cover card is recorded at this table.",
            f"It must be {rule.value.looks}.",
            rule.cite,
            remedy="table.put-cover-card",
        )
        return
    decks = [deck for deck in table.known("decks", state__in=Deck.AT_TABLE) if deck.state in Deck.AT_TABLE]
    alike = next((deck for deck in decks if deck.back_colour.casefold() == card.colour.casefold()), None)
    if alike and rule.value.unlike_backs:
        yield obstacle(
            table,
            "cover_card_like_backs",
            f"The {card} has the color of the backs of deck {alike}.",
            "Use another cover card.",
            rule.cite,
            remedy="table.put-cover-card",
        )
