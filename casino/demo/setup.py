"""Set up a demo facility from its scenario: people, licenses, approvals, floor and cards."""

from datetime import datetime, time, timedelta
from typing import Any

from compliance.facilities.services import add_facility
from compliance.models import Facility
from compliance.staff.roles import Role
from games.engine.loading import rulebook

from .papers import photograph, rendering
from .runner import DAY_TURNS_AT, Runner
from .scenario import (
    ADMINISTRATOR,
    FLOORPERSON,
    MANAGER,
    OFFICER,
    PIT_BOSS,
    SECURITY,
    DeviceSetup,
    LayoutSetup,
    SubmissionSetup,
)

# The shifts of every facility.
TEMPLATES = (("Day", DAY_TURNS_AT, time(14)), ("Swing", time(14), time(22)), ("Grave", time(22), DAY_TURNS_AT))


def plan_people(runner: Runner) -> None:
    """Plan the facility, its people and its shift templates."""
    scenario = runner.scenario

    def add(at: datetime) -> None:
        add_facility(
            code=scenario.code,
            name=scenario.name,
            jurisdiction=scenario.jurisdiction,
            time_zone=scenario.time_zone,
            day_turns_at_hour=DAY_TURNS_AT.hour,
            by=None,
            at=at,
        )

    runner.timeline.plan(runner.ago("200d"), add)
    people = [(number, name, role) for role, names in scenario.people.items() for number, name in names.items()]
    # The administrator comes first, then the officer who signs for everyone else.
    people.sort(key=lambda person: (person[0] != ADMINISTRATOR, person[0] != OFFICER))
    for place, (number, name, role) in enumerate(people):
        # Passwords and PINs are set at the end, for everyone at once.
        person = {"number": number, "name": name, "role": role, "password": None, "pin": ""}
        by, second = ("" if place == 0 else ADMINISTRATOR), (OFFICER if place > 1 else "")
        runner.plan(runner.ago("199d") + timedelta(minutes=5 * place), "facility.hire", **person, by=by, second=second)
    for name, starts, ends in TEMPLATES:
        runner.plan(runner.ago("190d"), "facility.add-shift-template", name=name, starts=starts, ends=ends, by=MANAGER)


def plan_licenses(runner: Runner) -> None:
    """Plan a one-year license and a table test for every dealer, with the scenario's exceptions."""
    scenario, tested_at = runner.scenario, runner.ago("175d")
    editions = Facility(jurisdiction=scenario.jurisdiction).editions()
    games = dict.fromkeys(rulebook(edition).title for edition in editions)
    for place, number in enumerate(scenario.people[Role.DEALER]):
        expires = runner.day(runner.now) + timedelta(days=scenario.licenses.get(number, 120 + 9 * place))
        runner.plan(
            runner.ago("180d"),
            "dealer.record-licence",
            on=number,
            number=f"{scenario.code}-D{number}",
            expires_on=expires,
            valid_from=expires - timedelta(days=365),
            by=OFFICER,
        )
        for game in games if number not in scenario.untested else ():
            passed_on = runner.day(tested_at)
            runner.plan(tested_at, "dealer.record-test", on=number, game=game, passed_on=passed_on, by=PIT_BOSS)


def plan_submissions(runner: Runner) -> None:
    """Plan offers and layouts with their approvals."""
    for offer in runner.scenario.offers:
        _submit(runner, "offer", offer, document=offer.document)
    for layout in runner.scenario.layouts:
        _submit(runner, "layout", layout, **_layout_arguments(layout))


def _layout_arguments(layout: LayoutSetup) -> dict[str, Any]:
    book = rulebook(layout.edition)
    files = {}
    if book.layout.documents:
        files = {"rendering_to_scale": rendering(layout.name), "colour_photograph": photograph()}
    return {
        "elements": {each.id: "sign" if each.id in layout.on_sign else "inscribed" for each in book.layout.elements},
        "fixtures": {fixture.id: "as required" for fixture in book.table.fixtures},
        "positions": layout.positions,
        "documents": files,
    }


def _submit(runner: Runner, kind: str, paper: SubmissionSetup, **content: Any) -> None:
    submitted = {"name": paper.name, "edition": paper.edition, **content}
    runner.plan(runner.ago(paper.submitted), f"facility.submit-{kind}", **submitted, by=paper.by)
    if paper.approved:
        at = runner.ago(paper.approved)
        runner.plan(
            at,
            f"{kind}.approve",
            on=paper.name,
            reference=paper.reference,
            approved_on=runner.day(at),
            effective_at=runner.ago(paper.effective) if paper.effective else None,
            by=OFFICER,
        )


def plan_floor(runner: Runner) -> None:
    """Plan pits, tables and devices."""
    floor, cards = runner.scenario.floor, runner.scenario.cards
    card_at, card = runner.ago("85d"), {"colour": cards.cover_card, "model": f"{cards.design} cut card"}
    approval = {"reference": f"EQ-{cards.prefix}-CC", "approved_on": runner.day(card_at)}
    runner.plan(card_at, "facility.record-cover-card", **card, **approval, by=OFFICER)
    for code, name in floor.pits.items():
        runner.plan(runner.ago("170d"), "facility.add-pit", code=code, name=name, by=MANAGER)
    for table in floor.tables:
        number = table.number
        runner.plan(
            runner.ago("169d"), "pit.add-table", on=table.pit, number=number, positions=table.positions, by=MANAGER
        )
        runner.plan(runner.ago("30d"), "table.put-offer", on=number, offer=table.offer, by=PIT_BOSS)
        runner.plan(runner.ago("30d"), "table.put-layout", on=number, layout=table.layout, by=PIT_BOSS)
        runner.plan(runner.ago("30d"), "table.put-cover-card", on=number, cover_card=cards.cover_card, by=PIT_BOSS)
    for device in floor.devices:
        runner.plan(
            runner.ago("90d"),
            "facility.register-device",
            serial=device.serial,
            kind=device.kind,
            model=device.model,
            counts=device.counts,
            reshuffles=device.reshuffles,
            by=PIT_BOSS,
        )
        if device.approved:
            at = runner.ago("85d")
            approval = {"reference": device.reference or f"EQ-{device.serial}", "approved_on": runner.day(at)}
            runner.plan(at, "device.approve", on=device.serial, **approval, **_with_approval(device), by=OFFICER)
        if device.table is not None:
            runner.plan(runner.ago("29d"), "table.place-device", on=device.table, device=device.serial, by=PIT_BOSS)


def _with_approval(device: DeviceSetup) -> dict[str, str]:
    """Return what is approved with a shoe."""
    if not device.kind.endswith("_shoe"):
        return {}
    approved = {"approved_location": "At the dealer's left, in front of the inventory container"}
    if device.kind == "automated_shoe":
        approved |= {"approved_procedures": "Internal controls, section 4.12", "stacks": device.stacks}
    return approved


def plan_cards(runner: Runner) -> None:
    """Plan the receipt of red and blue decks, and those that each pit draws."""
    cards = runner.scenario.cards
    for color in ("red", "blue"):
        serials = [f"{cards.prefix}-{color[0].upper()}-{number:03d}" for number in range(1, cards.each_color + 1)]
        receive_decks(runner, runner.ago("9d"), serials, color)
        for pit, number in cards.pits.items():
            drawn, serials = serials[:number], serials[number:]
            draw_decks(runner, runner.ago("2d"), drawn, pit)


def receive_decks(runner: Runner, at: datetime, serials: list[str], color: str) -> None:
    decks = {"design": runner.scenario.cards.design, "back_colour": color, "serials": serials}
    runner.plan(at, "facility.receive-decks", **decks, by=FLOORPERSON, second=SECURITY)


def draw_decks(runner: Runner, at: datetime, serials: list[str], pit: str) -> None:
    runner.plan(at, "facility.draw-decks", decks=serials, pit=pit, by=FLOORPERSON, second=SECURITY)
