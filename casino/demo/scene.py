"""A facility in the demo's story, with the verbs by which the story is told.

What an act needs is named when it is told and found when it happens: `table(2)`, `deck("TW-R-001")`, `staff("2201")`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from compliance.gaming_day import gaming_day
from compliance.models import Facility, Posting, Staff
from compliance.roles import Role
from compliance.services import staff as accounts
from compliance.signatures import Confirmation, Signing
from games.engine.loading import rulebook
from tables.dealing import dealing_at
from tables.models import Deck, Device, Layout, Offer, Pit, Shift, ShiftTemplate, Table
from tables.people import dealer_at, floorperson_at
from tables.sequence import opening_of, progress
from tables.services import dealers, deck_changes, decks, devices, floor, opening, shifts, submissions

from .people import PEOPLE
from .story import DAY, Story

ADMINISTRATOR, OFFICER, MANAGER, PIT_BOSS, SECURITY = "1001", "1101", "2001", "2101", "4001"

# Day, Swing and Grave, as every facility has them.
TEMPLATES = (("Day", time(6), time(14)), ("Swing", time(14), time(22)), ("Grave", time(22), time(6)))


@dataclass(frozen=True)
class Ref:
    """Something of the facility that is found when the act happens that needs it."""

    find: Callable[["Scene"], Any]


def staff(badge: str) -> Ref:
    return Ref(lambda scene: scene.who(badge))


def dealer(number: str) -> Ref:
    return Ref(lambda scene: scene.posting(number, Role.DEALER))


def table(number: int) -> Ref:
    return Ref(lambda scene: scene.table(number))


def pit(code: str) -> Ref:
    return Ref(lambda scene: Pit.objects.get(facility=scene.facility, code=code))


def device(serial: str) -> Ref:
    return Ref(lambda scene: Device.objects.get(facility=scene.facility, serial=serial))


def layout(name: str) -> Ref:
    return Ref(lambda scene: Layout.objects.filter(facility=scene.facility, name=name).latest("version"))


def offer(name: str) -> Ref:
    return Ref(lambda scene: Offer.objects.filter(facility=scene.facility, name=name).latest("version"))


def reserve(code: str, colour: str, *, sealed: bool = False) -> Ref:
    """The next deck of a colour in a pit's reserve."""
    return Ref(lambda scene: scene.reserve(code, colour, sealed=sealed))


def in_play(number: int, position: str = "A") -> Ref:
    return Ref(lambda scene: Deck.objects.get(table=scene.table(number), position=position))


def signed(signing: Signing, badge: str) -> Ref:
    """A second person's signature."""
    return Ref(lambda scene: scene.confirmation(signing, badge))


class Standing(NamedTuple):
    """A device as it is registered."""

    serial: str
    kind: Device.Kind
    model: str
    counts: bool = False
    reshuffles: bool = False


class Scene:
    def __init__(self, story: Story, code: str) -> None:
        self.story = story
        self.code = code

    # ── Finding ──

    @cached_property
    def facility(self) -> Facility:
        return Facility.objects.get(code=self.code)

    def who(self, badge: str) -> Staff:
        """Find someone by badge, or by the number alone if it is one of this facility's."""
        return Staff.objects.get(badge=badge if "-" in badge else f"{self.code}-{badge}")

    def posting(self, number: str, role: Role) -> Posting:
        return Posting.objects.get(staff=self.who(number), facility=self.facility, role=role, ended_at=None)

    def table(self, number: int) -> Table:
        return Table.objects.get(code=f"{self.code}-{number:02d}")

    def reserve(self, code: str, colour: str, *, sealed: bool) -> Deck:
        in_reserve = Deck.objects.filter(facility=self.facility, pit__code=code, state=Deck.State.PIT)
        alike = in_reserve.filter(back_colour=colour).order_by("serial")
        return (alike.exclude(seal="") if sealed else alike.filter(seal=""))[0]

    def confirmation(self, signing: Signing, badge: str) -> Confirmation:
        signer = self.who(badge)
        return Confirmation(signer, min(signer.roles_at(self.facility) & signing.roles))

    def today(self, at: datetime) -> Any:
        return gaming_day(self.facility, at)

    # ── Telling ──

    def do(self, ago: float, service: Callable[..., Any], subject: Ref | None, *, by: str, **arguments: Any) -> None:
        """Let someone do one thing so many minutes ago."""

        def act(at: datetime) -> None:
            found = {name: self._found(value) for name, value in arguments.items()}
            service(self._found(subject) if subject else self.facility, by=self.who(by), at=at, **found)

        self.story.tell(ago, act)

    def _found(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._found(each) for each in value]
        return value.find(self) if isinstance(value, Ref) else value

    # ── Setting up ──

    def founded(self, *, name: str, jurisdiction: str, time_zone: str) -> None:
        """Add the facility, its people and its shifts."""

        def found(at: datetime) -> None:
            accounts.add_facility(
                code=self.code, name=name, jurisdiction=jurisdiction, time_zone=time_zone, day_turns_at_hour=6,
                by=None, at=at,
            )  # fmt: skip

        self.story.tell(200 * DAY, found)
        for minute, person in enumerate(PEOPLE[self.code]):
            self._hired(199 * DAY - minute * 5, *person)
        for name_of_shift, starts, ends in TEMPLATES:
            self.do(190 * DAY, shifts.add_template, None, name=name_of_shift, starts=starts, ends=ends, by=MANAGER)

    def _hired(self, ago: float, number: str, name: str, role: Role) -> None:
        def hire(at: datetime) -> None:
            # Passwords and PINs come in the end, for all together.
            accounts.hire(
                self.facility, number=number, name=name, role=role, password=None, pin="",
                by=None if number == ADMINISTRATOR else self.who(ADMINISTRATOR), at=at,
            )  # fmt: skip

        self.story.tell(ago, hire)

    def appointed(self, badge: str, role: Role) -> None:
        def appoint(at: datetime) -> None:
            accounts.appoint(self.who(badge), facility=self.facility, role=role, by=self.who(ADMINISTRATOR), at=at)

        self.story.tell(150 * DAY, appoint)

    def licensed(self, *, days_left: dict[str, int], untested: tuple[str, ...] = ()) -> None:
        """Give every dealer a licence for a year and a table test; `days_left` and `untested` name the exceptions."""
        for place, person in enumerate(each for each in PEOPLE[self.code] if each.role == Role.DEALER):
            left = days_left.get(person.number, 120 + 9 * place)
            self._licensed(person.number, left)
            if person.number not in untested:
                self._tested(person.number)

    def _licensed(self, number: str, left: int) -> None:
        def record(at: datetime) -> None:
            expires = self.today(self.story.now) + timedelta(days=left)
            dealers.record_licence(
                self.posting(number, Role.DEALER), number=f"{self.code}-D{number}", expires_on=expires,
                valid_from=expires - timedelta(days=365), by=self.who(OFFICER), at=at,
            )  # fmt: skip

        self.story.tell(180 * DAY, record)

    def _tested(self, number: str) -> None:
        def record(at: datetime) -> None:
            for game in dict.fromkeys(rulebook(edition).title for edition in self.facility.editions()):
                dealers.record_table_test(
                    self.posting(number, Role.DEALER), game=game, passed_on=self.today(at), by=self.who(PIT_BOSS), at=at
                )

        self.story.tell(175 * DAY, record)

    def submits_layout(
        self,
        ago: float,
        name: str,
        edition: str,
        *,
        sign: tuple[str, ...] = (),
        documents: Any = None,
        by: str = PIT_BOSS,
    ) -> None:
        """Submit a layout that shows all that the edition knows; `sign` names what a sign shows instead."""
        book = rulebook(edition)
        shown = {element.id: "sign" if element.id in sign else "inscribed" for element in book.layout.elements}
        self.do(
            ago, submissions.submit_layout, None, name=name, edition=edition, elements=shown,
            fixtures={fixture.id: "as required" for fixture in book.table.fixtures}, documents=documents or {}, by=by,
        )  # fmt: skip

    def submits_offer(
        self, ago: float, name: str, edition: str, document: dict[str, Any], *, by: str = PIT_BOSS
    ) -> None:
        self.do(ago, submissions.submit_offer, None, name=name, edition=edition, document=document, by=by)

    def approves(self, ago: float, submission: Ref, reference: str, *, takes_effect_in: int | None = None) -> None:
        """Record the regulator's approval; `takes_effect_in` so many minutes from now if not at once."""

        def approve(at: datetime) -> None:
            found = submission.find(self)
            service: Any = submissions.approve_layout if isinstance(found, Layout) else submissions.approve_offer
            effective_at = None if takes_effect_in is None else self.story.now + timedelta(minutes=takes_effect_in)
            service(
                found, reference=reference, approved_on=self.today(at), effective_at=effective_at,
                by=self.who(OFFICER), at=at,
            )  # fmt: skip

        self.story.tell(ago, approve)

    def adds_pit(self, code: str, name: str) -> None:
        self.do(170 * DAY, floor.add_pit, None, code=code, name=name, by=MANAGER)

    def adds_table(self, number: int, pit_code: str, *, layout: Ref, offer: Ref, positions: int = 6) -> None:
        self.do(169 * DAY, floor.add_table, pit(pit_code), number=number, positions=positions, by=MANAGER)
        self.do(30 * DAY, floor.put_offer, table(number), offer=offer, by=PIT_BOSS)
        self.do(30 * DAY, floor.put_layout, table(number), layout=layout, by=PIT_BOSS)

    def registers(self, *found: Standing, at_table: int | None = None, approved: bool = True) -> None:
        """Register devices, have them approved and place them at a table."""
        for each in found:
            self.do(90 * DAY, devices.register_device, None, **each._asdict(), by=PIT_BOSS)
            if approved:
                self._approved(each.serial)
            if at_table is not None:
                self.do(29 * DAY, devices.place_device, table(at_table), device=device(each.serial), by=PIT_BOSS)

    def _approved(self, serial: str) -> None:
        def approve(at: datetime) -> None:
            devices.approve_device(
                device(serial).find(self),
                reference=f"EQ-{serial}",
                approved_on=self.today(at),
                by=self.who(OFFICER),
                at=at,
            )

        self.story.tell(85 * DAY, approve)

    def stocks(self, design: str, prefix: str, *, each_colour: int, pits: dict[str, int]) -> None:
        """Receive red and blue decks, and draw so many of each colour for each pit."""
        for colour in ("red", "blue"):
            serials = [f"{prefix}-{colour[0].upper()}-{number:03d}" for number in range(1, each_colour + 1)]
            self.do(
                9 * DAY, decks.receive_decks, None, design=design, back_colour=colour, serials=serials, by="2201",
                second=signed(decks.RECEIPT, SECURITY),
            )  # fmt: skip
            for code, number in pits.items():
                drawn, serials = serials[:number], serials[number:]
                found = Ref(lambda scene, drawn=tuple(drawn): list(scene.decks(*drawn)))  # type: ignore[misc]
                self.do(2 * DAY, decks.draw_decks, None, decks=found, pit=pit(code), by="2201",
                        second=signed(decks.DRAW, SECURITY))  # fmt: skip

    def decks(self, *serials: str) -> list[Deck]:
        return list(Deck.objects.filter(facility=self.facility, serial__in=serials))

    # ── An evening at the tables ──

    def opens(
        self, number: int, ago: float, *, dealer: str, floorperson: str, cards: list[Ref], steps: int | None = None
    ) -> None:
        """Open a table: people, devices, cards step by step; it is open so many minutes ago.

        `steps`: stop after so many of the steps that follow the verification, and leave the table half way.
        """
        self.do(ago + 17, floor.supervise, table(number), floorperson=staff(floorperson), by=PIT_BOSS)
        self.do(ago + 16, dealers.assign_dealer, table(number), dealer=staff(dealer), by=floorperson)
        self.do(ago + 15, opening.begin_opening, table(number), by=floorperson)
        if steps is None:
            self.story.tell(ago + 14, lambda at: self.inspects(number, at))
        for place, deck in enumerate(cards):
            self.do(ago + 13 - place, deck_changes.bring_deck, table(number), deck=deck, by=floorperson)
        verified = cards if steps is None else cards[:1]
        for place, _ in enumerate(verified):
            self.do(ago + 10 - place, opening.verify_deck, in_play(number, "AB"[place]), by=floorperson,
                    second=signed(opening.INSPECTION, dealer))  # fmt: skip
        self.story.tell(ago + 8, lambda at: self._steps(number, at, 12 if steps is None else steps))
        if steps is None:
            self.story.tell(ago, lambda at: self.inspects(number, at))
            self.do(ago, opening.open_table, table(number), by=floorperson)

    def _steps(self, number: int, at: datetime, most: int) -> None:
        """Do one step of the first deck that still lacks one, and the next half a minute later."""
        found = self.table(number)
        _, by = _people_at(found)
        under_way, offer_now = opening_of(found), found.offer_at(at)
        if under_way is None or offer_now is None:
            raise RuntimeError(f"{found} is not being opened")
        for deck in found.decks.filter(state=Deck.State.VERIFIED).order_by("position"):
            due = progress(under_way, deck, offer_now.book, dealing_at(found)).next
            if due:
                opening.do_step(deck, step=due.value.id, by=by, at=at)
                if most > 1:
                    next_at = at + timedelta(seconds=30)
                    self.story.tell(self._ago(next_at), lambda at: self._steps(number, at, most - 1))
                return

    def _ago(self, at: datetime) -> float:
        return (self.story.now - at) / timedelta(minutes=1)

    def inspects(self, number: int, at: datetime) -> None:
        """Inspect the table's devices, unless they were this gaming day."""
        found = self.table(number)
        _, by = _people_at(found)
        for each in found.devices.filter(failed_at=None).exclude(inspected_on=self.today(at)):
            devices.inspect_device(each, by=by, at=at)

    def relieves(self, number: int, ago: float, *, dealer: str, to: str = "break", by: str = "2201") -> None:
        self.do(ago, dealers.assign_dealer, table(number), dealer=staff(dealer), relieved_to=to, by=by)

    def changes(self, number: int, ago: float, replacement: Ref, *, position: str = "A", **arguments: Any) -> None:
        """Change a deck at an open table, by its floorperson, signed by its dealer."""

        def change(at: datetime) -> None:
            found = self.table(number)
            at_table, by = _people_at(found)
            deck_changes.change_deck(
                in_play(number, position).find(self), replacement=replacement.find(self), by=by, at=at,
                second=self.confirmation(deck_changes.REMOVAL, at_table.badge), **arguments,
            )  # fmt: skip

        self.story.tell(ago, change)

    def closes(self, number: int, ago: float, *, cause: str = "") -> None:
        """Close a table, for a cause if there is one, by its floorperson, signed by its dealer."""

        def close(at: datetime) -> None:
            found = self.table(number)
            at_table, by = _people_at(found)
            second = self.confirmation(opening.CLOSING, at_table.badge)
            if cause:
                opening.close_for_cause(found, cause=cause, by=by, at=at, second=second)
            else:
                opening.close_table(found, by=by, at=at, second=second)

        self.story.tell(ago, close)

    def collects(self, ago: float, *, by: str = "2201") -> None:
        """Collect whatever was removed by then."""
        removed = Ref(lambda scene: list(Deck.objects.filter(facility=scene.facility, state=Deck.State.REMOVED)))
        self.do(ago, decks.collect_decks, None, decks=removed, by=by, second=signed(decks.COLLECTION, SECURITY))

    def examines(self, ago: float, orders: str, *, discrepancy: str = "") -> None:
        """Examine the decks that were collected by then; the first of them may have something wrong."""

        def examine(at: datetime) -> None:
            collected = Deck.objects.filter(facility=self.facility, state=Deck.State.COLLECTED).order_by("serial")
            for place, deck in enumerate(collected):
                decks.examine_deck(
                    deck, work_order=f"{orders}-{place + 1}", discrepancy="" if place else discrepancy,
                    by=self.who(SECURITY), at=at + timedelta(minutes=3 * place),
                )  # fmt: skip

        self.story.tell(ago, examine)

    def destroys(self, ago: float, number: int) -> None:
        """Destroy the first so many of the decks that were examined."""

        def destroy(at: datetime) -> None:
            examined = Deck.objects.filter(facility=self.facility, state=Deck.State.EXAMINED).order_by("serial")
            for deck in examined[:number]:
                second = self.confirmation(decks.DESTRUCTION, PIT_BOSS)
                decks.destroy_deck(deck, how="shredded", by=self.who(SECURITY), at=at, second=second)

        self.story.tell(ago, destroy)

    # ── Shifts ──

    def begins_shifts(self, pit_bosses: dict[str, str], *, time_zone: str, managers: tuple[str, str]) -> None:
        """Begin the shift that is on duty now and the one before it, and put pit bosses in charge."""
        name, began = current_shift(self.story.now, ZoneInfo(time_zone))
        names = [each for each, _, _ in TEMPLATES]
        before = names[names.index(name) - 1]
        ago = self._ago(began)
        for manager, shift_name, minutes in ((managers[0], before, ago + 8 * 60), (managers[1], name, ago)):
            template = Ref(lambda scene, of=shift_name: ShiftTemplate.objects.get(facility=scene.facility, name=of))  # type: ignore[misc]
            self.do(minutes, shifts.begin_shift, None, template=template, by=manager)
            on_duty = Ref(lambda scene: Shift.objects.get(facility=scene.facility, ended_at=None))
            for code, boss in pit_bosses.items():
                self.do(minutes, shifts.give_pit, on_duty, pit=pit(code), pit_boss=staff(boss), by=manager)


def _people_at(found: Table) -> tuple[Staff, Staff]:
    """Return the dealer and the floorperson of a table, where the story needs both."""
    at_table, by = dealer_at(found), floorperson_at(found)
    if at_table is None or by is None:
        raise RuntimeError(f"{found} has no dealer or no floorperson")
    return at_table, by


def current_shift(now: datetime, zone: ZoneInfo) -> tuple[str, datetime]:
    """Return the name of the shift that is on duty at a moment, and when it began."""
    local = now.astimezone(zone)
    name, starts, _ = next((each for each in reversed(TEMPLATES) if each[1] <= local.time()), TEMPLATES[-1])
    began = local.replace(hour=starts.hour, minute=0)
    return name, (began if began <= local else began - timedelta(days=1)).astimezone(now.tzinfo)
