"""Set up a demo facility: people, licenses, approvals, tables, devices and cards."""

from datetime import datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from compliance.facilities.services import add_facility
from compliance.staff import services as staff
from compliance.staff.roles import Role
from games.engine.loading import rulebook
from tables.dealers import services as dealers
from tables.decks import services as decks
from tables.devices import services as devices
from tables.floor import services as floor
from tables.models import Device, Layout
from tables.shifts import services as shifts
from tables.submissions import services as submissions

from .people import PEOPLE
from .place import ADMINISTRATOR, MANAGER, OFFICER, PIT_BOSS, SECURITY, Place
from .refs import Ref, device, pit, signed, table
from .story import DAY

# Every facility has these.
TEMPLATES = (("Day", time(6), time(14)), ("Swing", time(14), time(22)), ("Grave", time(22), time(6)))


class DeviceSetup(NamedTuple):
    """A device to register."""

    serial: str
    kind: Device.Kind
    model: str
    counts: bool = False
    reshuffles: bool = False


class Founding(Place):
    def founded(self, *, name: str, jurisdiction: str, time_zone: str) -> None:
        """Add the facility, its people and its shifts."""

        def found(at: datetime) -> None:
            add_facility(
                code=self.code,
                name=name,
                jurisdiction=jurisdiction,
                time_zone=time_zone,
                day_turns_at_hour=6,
                by=None,
                at=at,
            )

        self.story.tell(200 * DAY, found)
        for minute, person in enumerate(PEOPLE[self.code]):
            self._hired(199 * DAY - minute * 5, *person)
        for name_of_shift, starts, ends in TEMPLATES:
            self.do(190 * DAY, shifts.add_template, None, name=name_of_shift, starts=starts, ends=ends, by=MANAGER)

    def _hired(self, ago: float, number: str, name: str, role: Role) -> None:
        def hire(at: datetime) -> None:
            # Passwords and PINs are set at the end, for everyone at once.
            staff.hire(
                self.facility,
                number=number,
                name=name,
                role=role,
                password=None,
                pin="",
                by=None if number == ADMINISTRATOR else self.who(ADMINISTRATOR),
                at=at,
            )

        self.story.tell(ago, hire)

    def appointed(self, badge: str, role: Role) -> None:
        def appoint(at: datetime) -> None:
            staff.appoint(self.who(badge), facility=self.facility, role=role, by=self.who(ADMINISTRATOR), at=at)

        self.story.tell(150 * DAY, appoint)

    def licensed(self, *, days_left: dict[str, int], untested: tuple[str, ...] = ()) -> None:
        """Give every dealer a one-year license and a table test; `days_left` and `untested` name the exceptions."""
        for place, person in enumerate(each for each in PEOPLE[self.code] if each.role == Role.DEALER):
            left = days_left.get(person.number, 120 + 9 * place)
            self._licensed(person.number, left)
            if person.number not in untested:
                self._tested(person.number)

    def _licensed(self, number: str, left: int) -> None:
        def record(at: datetime) -> None:
            expires = self.today(self.story.now) + timedelta(days=left)
            dealers.record_licence(
                self.posting(number, Role.DEALER),
                number=f"{self.code}-D{number}",
                expires_on=expires,
                valid_from=expires - timedelta(days=365),
                by=self.who(OFFICER),
                at=at,
            )

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
        """Submit a layout with every element of the edition; `sign` names those shown on a sign instead."""
        book = rulebook(edition)
        shown = {element.id: "sign" if element.id in sign else "inscribed" for element in book.layout.elements}
        self.do(
            ago,
            submissions.submit_layout,
            None,
            name=name,
            edition=edition,
            elements=shown,
            fixtures={fixture.id: "as required" for fixture in book.table.fixtures},
            documents=documents or {},
            by=by,
        )

    def submits_offer(
        self, ago: float, name: str, edition: str, document: dict[str, Any], *, by: str = PIT_BOSS
    ) -> None:
        self.do(ago, submissions.submit_offer, None, name=name, edition=edition, document=document, by=by)

    def approves(self, ago: float, submission: Ref, reference: str, *, takes_effect_in: int | None = None) -> None:
        """Record the regulator's approval, effective at once or `takes_effect_in` minutes from now."""

        def approve(at: datetime) -> None:
            found = submission.find(self)
            service: Any = submissions.approve_layout if isinstance(found, Layout) else submissions.approve_offer
            effective_at = None if takes_effect_in is None else self.story.now + timedelta(minutes=takes_effect_in)
            service(
                found,
                reference=reference,
                approved_on=self.today(at),
                effective_at=effective_at,
                by=self.who(OFFICER),
                at=at,
            )

        self.story.tell(ago, approve)

    def adds_pit(self, code: str, name: str) -> None:
        self.do(170 * DAY, floor.add_pit, None, code=code, name=name, by=MANAGER)

    def adds_table(self, number: int, pit_code: str, *, layout: Ref, offer: Ref, positions: int = 6) -> None:
        self.do(169 * DAY, floor.add_table, pit(pit_code), number=number, positions=positions, by=MANAGER)
        self.do(30 * DAY, floor.put_offer, table(number), offer=offer, by=PIT_BOSS)
        self.do(30 * DAY, floor.put_layout, table(number), layout=layout, by=PIT_BOSS)

    def registers(self, *found: DeviceSetup, at_table: int | None = None, approved: bool = True) -> None:
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
        """Receive red and blue decks, and draw some of each color for each pit."""
        for colour in ("red", "blue"):
            serials = [f"{prefix}-{colour[0].upper()}-{number:03d}" for number in range(1, each_colour + 1)]
            self.do(
                9 * DAY,
                decks.receive_decks,
                None,
                design=design,
                back_colour=colour,
                serials=serials,
                by="2201",
                second=signed(decks.RECEIPT, SECURITY),
            )
            for code, number in pits.items():
                drawn, serials = serials[:number], serials[number:]
                found = Ref(lambda scene, drawn=tuple(drawn): list(scene.decks(*drawn)))  # type: ignore[misc]
                self.do(
                    2 * DAY,
                    decks.draw_decks,
                    None,
                    decks=found,
                    pit=pit(code),
                    by="2201",
                    second=signed(decks.DRAW, SECURITY),
                )


def current_shift(now: datetime, zone: ZoneInfo) -> tuple[str, datetime]:
    """Return the name of the shift on duty at a moment, and when it began."""
    local = now.astimezone(zone)
    name, starts, _ = next((each for each in reversed(TEMPLATES) if each[1] <= local.time()), TEMPLATES[-1])
    began = local.replace(hour=starts.hour, minute=0)
    return name, (began if began <= local else began - timedelta(days=1)).astimezone(now.tzinfo)
