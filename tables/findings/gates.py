"""Gates: what prevents a table from being open, each with its paragraph and the act that fixes it."""

from collections.abc import Iterator
from datetime import datetime

from compliance.facilities.gaming_day import gaming_day
from compliance.facilities.policies import policy
from compliance.findings import Finding
from compliance.formatting import format_date
from compliance.models import Severity, Staff
from compliance.staff.roles import FLOOR, Role, job_title
from games.engine import questions
from games.engine.rulebook import Rulebook
from tables.dealers.roster import DEALERS, dealer_at, floorperson_at, is_posted, licence_of, open_tables_of, passed_test
from tables.devices.dealing_method import DealingMethod, dealing_method_at
from tables.models import Deck, Device, Offer, Table

from .equipment import of_approval, of_cover_card
from .layouts import of_layout
from .obstacle import obstacle as _obstacle


def obstacles(table: Table, at: datetime) -> Iterator[Finding]:
    """Yield what prevents the table from being open, except its cards."""
    offer = table.offer_at(at)
    if offer is None:
        yield no_offer(table)
        return
    yield from _of_offer(table, offer, at)
    yield from of_layout(table, offer, at)
    yield from _of_devices(table, offer, at)
    yield from of_cover_card(table, offer)
    yield from of_dealing(table, offer, dealing_method_at(table))
    yield from _of_people(table, offer, at)


def no_offer(table: Table) -> Finding:
    return _obstacle(
        table,
        "no_offer",
        "No offer is in force at this table.",
        "Choose an approved offer.",
        policy("offer_approved", table.facility.jurisdiction).cite,
        remedy="table.put-offer",
    )


def _of_offer(table: Table, offer: Offer, at: datetime) -> Iterator[Finding]:
    if not offer.in_force(at):
        yield _obstacle(
            table,
            "offer_not_in_force",
            f"{offer} is {offer.standing(at)}.",
            "Choose an approved offer that is in force.",
            policy("offer_approved", table.facility.jurisdiction).cite,
            remedy="table.put-offer",
        )


def _of_devices(table: Table, offer: Offer, at: datetime) -> Iterator[Finding]:
    day, jurisdiction = gaming_day(table.facility, at), table.facility.jurisdiction
    for device in table.known("devices"):
        if device.neglected:
            yield device_not_handled(device, table, at)
        elif device.in_order:
            if device.approved_on is None:
                yield _obstacle(
                    device,
                    "device_not_approved",
                    f"{device} is not approved.",
                    "Record its approval, or remove it from the table.",
                    _approval_cite(device, offer.book),
                    remedy="device.approve",
                )
            else:
                yield from of_approval(device, offer)
            if device.inspected_on != day:
                yield _obstacle(
                    device,
                    "device_not_inspected",
                    f"{device} was not inspected this gaming day.",
                    "Inspect it before use.",
                    policy("device_inspected", jurisdiction).cite,
                    remedy="device.inspect",
                )


def _approval_cite(device: Device, book: Rulebook) -> str:
    """Return the paragraph that requires a device's approval: of the rules if they speak of it, else the policy."""
    shoe = questions.shoe(book, "automated_shoe")
    stated = device.kind == Device.Kind.AUTOMATED_SHOE and shoe.value.approved
    return shoe.cite if stated else policy("device_approved", device.facility.jurisdiction).cite


def device_not_handled(device: Device, table: Table, at: datetime) -> Finding:
    """Return the refusal for a failed device that nobody has covered, marked, or removed."""
    offer = table.offer_at(at)
    handling, cite = lawful_handling(device, offer.book if offer else None)
    done = " or ".join(Device.Handling(each).label.lower() for each in sorted(handling))
    return _obstacle(
        device,
        "device_neglected",
        f"{device} failed.",
        f"It must be {done} before play continues.",
        cite,
        remedy="device.handle",
    )


def device_down(device: Device) -> Finding:
    """Tell whoever takes over that a device is out of use, also if all that must be done about it is done."""
    return Finding(
        "device_down",
        device.subject_key,
        Severity.NOTICE,
        f"{device} is down: {device.fault}.",
        _out_of_use_cite(device),
        advice=f"{device.get_handling_display()}." if device.handling else "",
    )


def closed_for_cause(table: Table) -> Finding | None:
    """Return the finding that a table was closed for cause and not cleared for reopening."""
    if table.state != Table.State.CLOSED_FOR_CAUSE:
        return None
    return _obstacle(
        table,
        "closed_for_cause",
        f"Closed for cause: {table.cause}." if table.cause else "Closed for cause.",
        "Clear it for reopening first.",
        policy("table_released", table.facility.jurisdiction).cite,
        remedy="table.release",
    )._replace(severity=Severity.NOTICE)


def lawful_handling(device: Device, book: Rulebook | None) -> tuple[frozenset[str], str]:
    """Return what may be done with a failed device before another method is used, and the citation."""
    speaks = book is not None and device.kind in Device.AUTOMATED
    rule = questions.irregularities(book).get("device_out_of_use") if book and speaks else None
    if rule is None:
        return frozenset({"covered", "marked", "removed"}), _out_of_use_cite(device)
    # Where covering or marking is enough, removal is too.
    return frozenset({"removed"} if rule.value.device == "removed" else {"covered", "marked", "removed"}), rule.cite


def _out_of_use_cite(device: Device) -> str:
    name = "device_out_of_use" if device.kind in Device.AUTOMATED else "other_device_out_of_use"
    return policy(name, device.facility.jurisdiction).cite


def of_dealing(table: Table, offer: Offer, dealing: DealingMethod) -> Iterator[Finding]:
    """Yield why the dealing method of these devices is not allowed."""
    allowed = questions.may_deal(offer.book, dealing.method, dealing.shuffler)
    if not allowed.value:
        yield _obstacle(
            table,
            "method_not_lawful",
            f"Cards are {dealing.label} without a working automated shuffler.",
            "Place a shuffler or a shoe.",
            allowed.cite,
            remedy="table.place-device",
        )
    hardware = questions.hardware(offer.terms)
    if hardware and not dealing.bonus_spin:
        yield _obstacle(
            table,
            "hardware_missing",
            f"{offer} offers Bonus Spin without {hardware.value}, working, at the table.",
            "Place it there.",
            hardware.cite,
            remedy="table.place-device",
        )
    second = [deck for deck in table.known("decks", state__in=Deck.AT_TABLE) if deck.state in Deck.AT_TABLE]
    may = questions.may_use_second_deck(offer.book, dealing.shuffler)
    if len(second) > 1 and not may.value:
        yield _obstacle(
            second[-1],
            "second_deck_without_shuffler",
            "A second deck may be used only with an automated shuffler.",
            "Remove one deck, or place a shuffler.",
            may.cite,
            remedy="deck.remove" if second[-1].state in Deck.SEALABLE else "deck.reject",
        )


def failed_count(deck: Deck, offer: Offer | None, *, remedy: str = "deck.change") -> Finding:
    """Return the refusal for a deck that failed a stub count, or a shuffler's count, and must leave the table."""
    by_shuffler = deck.removed_reason == Deck.Reason.SHUFFLER_COUNT
    rule = questions.wrong_shuffler_count if by_shuffler else questions.deck_not_whole
    failed = "failed the shuffler's count" if by_shuffler else "failed the count"
    act = "Change it" if remedy == "deck.change" else "Remove it"
    return _obstacle(
        deck,
        "deck_not_whole",
        f"Deck {deck.label} {failed} and is out of play.",
        f"{act}; the dealer and floorperson sign the label.",
        rule(offer.book).cite if offer else policy("deck_rejected", deck.facility.jurisdiction).cite,
        remedy=remedy,
    )


def _of_people(table: Table, offer: Offer, at: datetime) -> Iterator[Finding]:
    jurisdiction = table.facility.jurisdiction
    dealer = dealer_at(table)
    if dealer is None:
        yield no_dealer(table)
    else:
        if not is_posted(dealer, table.facility, DEALERS):
            yield _obstacle(
                table,
                "dealer_not_posted",
                f"{dealer} is no longer a dealer here.",
                "Relieve them.",
                policy("one_place", jurisdiction).cite,
                remedy="table.relieve-dealer",
            )
        yield from unfit_dealer(dealer, table, offer, at)
    floorperson, title = floorperson_at(table), job_title(Role.FLOORPERSON, jurisdiction).lower()
    if floorperson is None:
        yield _obstacle(
            table,
            "no_floorperson",
            "Nobody supervises this table.",
            f"Assign a {title}.",
            policy("floorperson_span", jurisdiction).cite,
            remedy="table.supervise",
        )
    elif not is_posted(floorperson, table.facility, FLOOR):
        yield _obstacle(
            table,
            "floorperson_not_posted",
            f"{floorperson} is no longer a {title} here.",
            f"Assign another {title}.",
            policy("floorperson_span", jurisdiction).cite,
            remedy="table.supervise",
        )


def no_dealer(table: Table) -> Finding:
    return _obstacle(
        table,
        "no_dealer",
        "No dealer is at this table.",
        "Assign one.",
        policy("one_place", table.facility.jurisdiction).cite,
        remedy="table.assign-dealer",
    )


def unfit_dealer(dealer: Staff, table: Table, offer: Offer, at: datetime) -> Iterator[Finding]:
    """Yield why a dealer may not deal this offer."""
    jurisdiction, day = table.facility.jurisdiction, gaming_day(table.facility, at)
    if licence_of(dealer, table.facility, day) is None:
        yield _obstacle(
            table,
            "dealer_not_licensed",
            f"{dealer} has no valid license on {format_date(day)}.",
            "Assign another dealer, or record the license.",
            policy("dealer_licensed", jurisdiction).cite,
            remedy="table.relieve-dealer",
        )
    if not passed_test(dealer, table.facility, offer.game):
        yield _obstacle(
            table,
            "dealer_not_tested",
            f"{dealer} has not passed a table test for {offer.game}.",
            "Assign another dealer, or record the test.",
            policy("table_test", jurisdiction).cite,
            remedy="table.relieve-dealer",
        )
    if floorperson_at(table) == dealer:
        yield supervises_themselves(dealer, table, offer)


def supervises_themselves(dealer: Staff, table: Table, offer: Offer) -> Finding:
    return _obstacle(
        table,
        "dealer_is_floorperson",
        f"{dealer} cannot both deal and supervise at this table.",
        f"Assign another {job_title(Role.FLOORPERSON, table.facility.jurisdiction).lower()}.",
        questions.two_people(offer.book).cite,
        remedy="table.supervise",
    )


def span_exceeded(floorperson: Staff, table: Table) -> Finding | None:
    """Return the refusal if a floorperson cannot take another open table."""
    span = policy("floorperson_span", table.facility.jurisdiction)
    others = [each for each in open_tables_of(floorperson) if each.pk != table.pk]
    if len(others) < span.value:
        return None
    return _obstacle(
        table,
        "span_exceeded",
        f"{floorperson} already supervises {len(others)} open tables, the maximum.",
        f"Assign another {job_title(Role.FLOORPERSON, table.facility.jurisdiction).lower()}.",
        span.cite,
        remedy="table.supervise",
    )
