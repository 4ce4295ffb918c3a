"""Build a floor for tests through the real services: a facility, staff in every role, and all a table needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import Any, TypeVar

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model

from compliance.errors import RuleViolation
from compliance.facilities.services import add_facility
from compliance.models import Entry, Facility, Posting, Staff
from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from compliance.staff.services import disable, end_posting, hire
from games.engine import questions
from games.engine.loading import rulebook
from tables.dealers import services as dealers
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.devices.dealing_method import dealing_method_at
from tables.floor import services as floor
from tables.models import CoverCard, Deck, Device, Layout, Offer, Pit, Shift, ShiftTemplate, Table
from tables.openings import services as opening
from tables.openings.sequence import opening_of, progress
from tables.shifts import services as shifts
from tables.submissions import services as submissions
from tests.prepared import Preparable, prepared

EDITIONS = ("md", "md-1.0", "house", "ma", "nj", "mi")
METHODS = ("hand", "manual_shoe", "automated_shoe")

# Noon in New York, where every facility in the tests is.
NOON = datetime(2026, 3, 2, 17, tzinfo=UTC)
PASSWORD = "correct-horse-battery"
PIN = "4711"

PNG = b"\x89PNG\r\n\x1a\n"  # the first bytes of such a file

CODES = {"md": "MD", "md-1.0": "MDOLD", "house": "HOUSE", "ma": "MA", "nj": "NJ", "mi": "MI"}
LIMITS = {"ante": ["5.00", "100.00"]}
# The odds posted at a table in Michigan.
POSTED = {
    "royal_flush": "500:1",
    "straight_flush": "100:1",
    "four_of_a_kind": "40:1",
    "full_house": "12:1",
    "flush": "8:1",
    "straight": "5:1",
    "three_of_a_kind": "3:1",
    "two_pair": "2:1",
    "pair_jacks_or_better": "1:1",
}
POSTED_BONUS = POSTED | {"pair_6s_to_10s": "lose"}
OFFERS: dict[str, dict[str, Any]] = {
    "md": {"limits": LIMITS, "wagers": []},
    "md-1.0": {"limits": LIMITS, "wagers": []},
    "house": {},
    "ma": {"limits": LIMITS, "wagers": []},
    "nj": {"limits": LIMITS, "wagers": []},
    "mi": {"limits": LIMITS, "wagers": [], "paytables": {"main": POSTED, "five_card_bonus": POSTED_BONUS}},
}
SPIN = {"limits": LIMITS, "wagers": ["bonus_spin"], "bonus_spin": {"wheel": "five-dollar", "top_prize": "25000.00"}}


M = TypeVar("M", bound=Model)


def signed_by(person: Staff, role: str = Role.DEALER) -> Confirmation:
    """Return the confirmation that a correct badge and PIN give."""
    return Confirmation(person, role)


class Floor(Preparable):
    """Build a facility that deals one edition. `at` is its clock, which stands still until moved."""

    def __init__(self, edition: str = "md", *, code: str = "", at: datetime = NOON, day_turns_at_hour: int = 6) -> None:
        super().__init__(edition, at)
        self.book = rulebook(edition)
        self.facility = self._found(code or CODES[edition], day_turns_at_hour)

    @prepared
    def _found(self, code: str, day_turns_at_hour: int) -> Facility:
        return add_facility(
            code=code,
            name=f"Casino {code}",
            jurisdiction=self.book.jurisdiction,
            time_zone="America/New_York",
            day_turns_at_hour=day_turns_at_hour,
            by=None,
            at=self.at,
        )

    def later(self, **how_much: int) -> datetime:
        """Move the clock forward, as in `floor.later(minutes=5)`."""
        self.at += timedelta(**how_much)
        return self.at

    # ── People

    @prepared
    def hire(self, role: Role) -> Staff:
        number = self.next_number()
        return hire(
            self.facility,
            number=f"{number:03d}",
            name=f"{role.label} {number}",
            role=role,
            password=PASSWORD,
            pin=PIN,
            by=None,
            at=self.at,
        )

    def manned(self) -> "Floor":
        """Hire all staff now instead of on first use, and add the pit."""
        self._man()
        return self

    @prepared
    def _man(self) -> None:
        for name in (
            "floorperson",
            "pit_boss",
            "shift_manager",
            "security",
            "compliance_officer",
            "auditor",
            "administrator",
            "pit",
        ):
            getattr(self, name)

    @cached_property
    def floorperson(self) -> Staff:
        return self.hire(Role.FLOORPERSON)

    @cached_property
    def pit_boss(self) -> Staff:
        return self.hire(Role.PIT_BOSS)

    @cached_property
    def shift_manager(self) -> Staff:
        return self.hire(Role.SHIFT_MANAGER)

    @cached_property
    def security(self) -> Staff:
        return self.hire(Role.SECURITY)

    @cached_property
    def compliance_officer(self) -> Staff:
        return self.hire(Role.COMPLIANCE_OFFICER)

    @property
    def officers_signature(self) -> Confirmation:
        """A compliance officer's signature, without which nobody gives access."""
        return signed_by(self.compliance_officer, Role.COMPLIANCE_OFFICER)

    @cached_property
    def auditor(self) -> Staff:
        return self.hire(Role.AUDITOR)

    @cached_property
    def administrator(self) -> Staff:
        return self.hire(Role.ADMINISTRATOR)

    @cached_property
    def dealer(self) -> Staff:
        return self.new_dealer()

    def begin_shift(self, name: str = "Day", starts: int = 6, ends: int = 14) -> Shift:
        """Begin a shift with these start and end hours; end the one on duty."""
        template = ShiftTemplate.objects.filter(facility=self.facility, name=name).first() or shifts.add_template(
            self.facility, name=name, starts=time(starts), ends=time(ends), by=self.shift_manager, at=self.at
        )
        return shifts.begin_shift(self.facility, template=template, by=self.shift_manager, at=self.at)

    @prepared
    def new_dealer(self, *, licensed: bool = True, tested: bool = True) -> Staff:
        """Hire a dealer, by default with a license and a table test."""
        dealer = self.hire(Role.DEALER)
        if licensed:
            self.license(dealer)
        if tested:
            self.test(dealer)
        return dealer

    def posting(self, person: Staff) -> Posting:
        return person.postings.get(facility=self.facility, ended_at=None)

    def license(
        self, dealer: Staff, *, valid_from: date = date(2026, 1, 1), expires_on: date = date(2027, 12, 31)
    ) -> None:
        dealers.record_licence(
            self.posting(dealer),
            number=f"L{self.next_number()}",
            valid_from=valid_from,
            expires_on=expires_on,
            by=self.compliance_officer,
            at=self.at,
        )

    def test(self, dealer: Staff, game: str = "") -> None:
        dealers.record_table_test(
            self.posting(dealer), game=game or self.book.title, passed_on=date(2026, 1, 2), by=self.pit_boss, at=self.at
        )

    # ── Offers and layouts

    def submit_offer(self, document: dict[str, Any] | None = None, *, name: str = "Offer") -> Offer:
        return submissions.submit_offer(
            self.facility,
            name=name,
            edition=self.edition,
            document=document or OFFERS[self.edition],
            by=self.pit_boss,
            at=self.at,
        )

    @prepared
    def new_offer(
        self, document: dict[str, Any] | None = None, *, name: str = "Offer", effective_at: datetime | None = None
    ) -> Offer:
        """Return a submitted and approved offer."""
        return submissions.approve(
            self.submit_offer(document, name=name),
            reference="Letter 1",
            approved_on=self.at.date(),
            effective_at=effective_at,
            by=self.compliance_officer,
            at=self.at,
        )

    @cached_property
    def offer(self) -> Offer:
        return self.new_offer()

    def elements(self) -> dict[str, str]:
        """Return everything that a layout of the edition can show, as inscriptions."""
        return {element.id: "inscribed" for element in self.book.layout.elements}

    def fixtures(self) -> dict[str, str]:
        return {fixture.id: "as required" for fixture in self.book.table.fixtures}

    def documents(self) -> dict[str, SimpleUploadedFile]:
        return {
            kind: SimpleUploadedFile(f"{kind}.png", PNG + kind.encode(), "image/png")
            for kind in self.book.layout.documents
        }

    def submit_layout(self, elements: dict[str, str] | None = None, *, name: str = "Layout") -> Layout:
        return submissions.submit_layout(
            self.facility,
            name=name,
            edition=self.edition,
            elements=elements or self.elements(),
            fixtures=self.fixtures(),
            positions=6,
            documents=self.documents(),
            by=self.pit_boss,
            at=self.at,
        )

    @prepared
    def new_layout(
        self, elements: dict[str, str] | None = None, *, name: str = "Layout", effective_at: datetime | None = None
    ) -> Layout:
        """Return a submitted and approved layout."""
        return submissions.approve(
            self.submit_layout(elements, name=name),
            reference="Letter 2",
            approved_on=self.at.date(),
            effective_at=effective_at,
            by=self.compliance_officer,
            at=self.at,
        )

    @cached_property
    def layout(self) -> Layout:
        return self.new_layout()

    # ── Cards

    def new_decks(self, how_many: int = 1, *, colour: str = "red", design: str = "Bee 92") -> list[Deck]:
        """Receive decks into the store."""
        serials = [f"D{self.next_number():04d}" for _ in range(how_many)]
        return decks.receive_decks(
            self.facility,
            design=design,
            back_colour=colour,
            serials=serials,
            by=self.floorperson,
            at=self.at,
            second=signed_by(self.security, Role.SECURITY),
        )

    def draw(self, *drawn: Deck, pit: Pit | None = None) -> None:
        decks.draw_decks(
            self.facility,
            decks=list(drawn),
            pit=pit or self.pit,
            by=self.floorperson,
            at=self.at,
            second=signed_by(self.security, Role.SECURITY),
        )

    @prepared
    def deck(self, colour: str = "red", *, design: str = "Bee 92", pit: Pit | None = None, seal: str = "") -> Deck:
        """Return a new deck in the pit's reserve; with a seal it is preshuffled."""
        (deck,) = self.new_decks(colour=colour, design=design)
        self.draw(deck, pit=pit)
        if seal:
            decks.preshuffle_deck(
                deck,
                form_number="F1",
                seal=seal,
                by=self.pit_boss,
                at=self.at,
                second=signed_by(self.hire(Role.DEALER)),
            )
        deck.refresh_from_db()
        return deck

    # ── Pits, tables and devices

    @cached_property
    def pit(self) -> Pit:
        return self.new_pit()

    @prepared
    def new_pit(self) -> Pit:
        code = f"P{self.next_number()}"
        return floor.add_pit(self.facility, code=code, name=f"Pit {code}", by=self.shift_manager, at=self.at)

    @prepared
    def new_table(self, *, number: int | None = None, pit: Pit | None = None) -> Table:
        """Return a table without any equipment."""
        return floor.add_table(
            pit or self.pit, number=number or self.next_number(), positions=6, by=self.shift_manager, at=self.at
        )

    def device(self, kind: str, *, counts: bool = False, reshuffles: bool = False, approved: bool = True) -> Device:
        device = devices.register_device(
            self.facility,
            kind=kind,
            model="Model 1",
            serial=f"S{self.next_number()}",
            counts=counts,
            reshuffles=reshuffles,
            by=self.pit_boss,
            at=self.at,
        )
        if approved:
            device = devices.approve_device(
                device, approved_on=self.at.date(), by=self.compliance_officer, at=self.at, **self.approval(kind)
            )
        return device

    def approval(self, kind: str) -> dict[str, str]:
        """Return what is recorded with the approval of a device, as the edition requires."""
        named = questions.hardware_approval(self.book)
        reference = named.value if named and kind == Device.Kind.BONUS_SPIN else "Letter 3"
        if kind not in ("manual_shoe", "automated_shoe"):
            return {"reference": reference}
        stacks = self.book.dealing.automated_shoe.stacks if kind == "automated_shoe" else None
        return {
            "reference": reference,
            "approved_location": "At the dealer's left",
            "approved_procedures": "ICS 4.12",
            "stacks": stacks or "",
        }

    def place(
        self, table: Table, kind: str, *, counts: bool = False, reshuffles: bool = False, inspected: bool = True
    ) -> Device:
        """Put a new device at a table, by default inspected."""
        device = self.device(kind, counts=counts, reshuffles=reshuffles)
        devices.place_device(table, device=device, by=self.floorperson, at=self.at)
        device.refresh_from_db()
        return devices.inspect_device(device, by=self.floorperson, at=self.at) if inspected else device

    def equip(
        self, table: Table, method: str = "manual_shoe", *, shuffler: bool = False, reshuffles: bool = False
    ) -> None:
        """Place the devices for this dealing method; dealing by hand needs a shuffler."""
        if method != "hand":
            self.place(table, method)
        if shuffler or method == "hand":
            self.place(table, Device.Kind.SHUFFLER, reshuffles=reshuffles)

    def furnish(self, table: Table) -> None:
        """Give a table its offer, its layout, and its cover card."""
        floor.put_offer(table, offer=self.offer, by=self.pit_boss, at=self.at)
        floor.put_layout(table, layout=self.layout, by=self.pit_boss, at=self.at)
        floor.put_cover_card(table, cover_card=self.cover_card, by=self.floorperson, at=self.at)

    @cached_property
    def cover_card(self) -> CoverCard:
        return self.new_cover_card()

    @prepared
    def new_cover_card(self, colour: str = "yellow") -> CoverCard:
        """Return an approved cover card."""
        return decks.record_cover_card(
            self.facility,
            colour=colour,
            model="Cut card",
            reference="Letter 4",
            approved_on=self.at.date(),
            by=self.compliance_officer,
            at=self.at,
        )

    def staffed(self, table: Table, *, dealer: Staff | None = None, floorperson: Staff | None = None) -> None:
        floor.supervise(table, floorperson=floorperson or self.floorperson, by=self.pit_boss, at=self.at)
        dealers.assign_dealer(table, dealer=dealer or self.dealer, by=self.floorperson, at=self.at)

    @prepared
    def ready_table(
        self,
        method: str = "manual_shoe",
        *,
        shuffler: bool = False,
        reshuffles: bool = False,
        dealer: Staff | None = None,
        floorperson: Staff | None = None,
        number: int | None = None,
    ) -> Table:
        """Return a closed table with everything except cards."""
        table = self.new_table(number=number)
        self.furnish(table)
        self.equip(table, method, shuffler=shuffler, reshuffles=reshuffles)
        self.staffed(table, dealer=dealer, floorperson=floorperson)
        return fresh(table)

    # ── Opening

    def begin(self, table: Table, *brought: Deck) -> Table:
        """Begin an opening and bring these decks."""
        opening.begin_opening(table, by=self.floorperson, at=self.at)
        for deck in brought:
            deck_changes.bring_deck(table, deck=deck, by=self.floorperson, at=self.at)
            deck.refresh_from_db()
        return fresh(table)

    def verify(self, deck: Deck) -> Deck:
        deck = fresh(deck)
        assert deck.table is not None
        dealer = deck.table.stints.get(ended_at=None).staff
        floorperson = deck.table.supervisions.get(ended_at=None).staff
        return opening.verify_deck(deck, by=floorperson, at=self.at, second=signed_by(dealer))

    def do_steps(self, deck: Deck) -> list[str]:
        """Do the remaining steps of a deck; return them."""
        deck = fresh(deck)
        if deck.state == Deck.State.TABLE:
            deck = self.verify(deck)
        assert deck.table is not None
        table = fresh(deck.table)
        under_way = opening_of(table)
        offer = table.offer_at(self.at)
        assert under_way is not None
        assert offer is not None
        found = progress(under_way, deck, offer.book, dealing_method_at(table))
        left = [step.value.id for step in found.steps if step.value.id not in found.done]
        for step in left:
            opening.do_step(fresh(deck), step=step, by=self.floorperson, at=self.at)
        return left

    def open(self, table: Table) -> Table:
        return opening.open_table(table, by=self.floorperson, at=self.at)

    @prepared
    def open_table(
        self,
        method: str = "manual_shoe",
        *,
        decks: int = 1,
        shuffler: bool = False,
        reshuffles: bool = False,
        dealer: Staff | None = None,
        floorperson: Staff | None = None,
    ) -> Table:
        """Return an open table, with one deck in play or a red and a blue one."""
        shuffler = shuffler or decks > 1
        table = self.ready_table(
            method, shuffler=shuffler, reshuffles=reshuffles, dealer=dealer, floorperson=floorperson
        )
        brought = [self.deck(colour) for colour in ("red", "blue")[:decks]]
        self.begin(table, *brought)
        for deck in brought:
            self.do_steps(deck)
        return fresh(self.open(table))


def fresh(thing: M) -> M:
    """Return a row as the database has it now."""
    return type(thing)._default_manager.get(pk=thing.pk)


def deck_at(table: Table, position: str = "A") -> Deck:
    return table.decks.get(position=position)


def gone(floor: Floor, person: Staff, how: str) -> None:
    """Make someone unable to sign: disabled account, ended posting, or no PIN."""
    if how == "disabled":
        disable(person, reason="Left", by=floor.administrator, at=floor.at)
    elif how == "not posted":
        end_posting(person, posting=floor.posting(person), by=floor.administrator, at=floor.at)
    else:
        Staff.objects.filter(pk=person.pk).update(pin="")


def actions(stream: str) -> list[str]:
    """Return the actions of a journal stream, in order."""
    return list(Entry.objects.filter(stream__key=stream).order_by("sequence").values_list("action", flat=True))


@contextmanager
def refused(code: str, cite: str | None = None) -> Iterator[None]:
    """Expect a RuleViolation with this code and, if given, this paragraph."""
    with pytest.raises(RuleViolation) as caught:
        yield
    assert caught.value.code == code
    if cite is not None:
        assert caught.value.cite == cite
