"""The demo's own acts, beside the registered ones: several acts at once, and acts on whatever is there."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from casino.reports.models import ReportedShift
from casino.reports.services import items_of, needs_no_second
from casino.reports.shift.open_items import open_items, seen_as
from compliance.api_keys.services import note_use
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Key
from tables.decks.changes import offer_of
from tables.devices import services as devices
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, Pit, Table
from tables.openings.sequence import SIGNED_STEPS, opening_of, progress
from tables.shifts.models import ON_DUTY

from . import play
from .scenario import FLOORPERSON, OFFICER, PIT_BOSS, SECURITY

if TYPE_CHECKING:
    from .runner import Runner

State = Deck.State


def open_table(
    runner: "Runner",
    at: datetime,
    *,
    on: int,
    dealer: str,
    floorperson: str,
    decks: list[str],
    steps: int | None = None,
) -> None:
    """Open a table with people, devices and cards, step by step; it is open at `at`.

    `steps`: stop after this many of the steps that follow the verification, and leave the opening unfinished.
    """

    def plan(minutes_before: int, act: str, **arguments: Any) -> None:
        runner.plan(at - timedelta(minutes=minutes_before), act, **arguments)

    plan(17, "table.supervise", on=on, floorperson=floorperson, by=PIT_BOSS)
    plan(16, "table.assign-dealer", on=on, dealer=dealer)
    plan(15, "table.begin-opening", on=on)
    if steps is None:
        plan(14, "inspect-devices", on=on)
    for place, deck in enumerate(decks):
        plan(13 - place, "table.bring-deck", on=on, deck=deck)
    for place, _ in enumerate(decks if steps is None else decks[:1]):
        plan(10 - place, "deck.verify", on=f"{on}{'AB'[place]}")
    plan(8, "prepare-decks", on=on, most=steps)
    if steps is None:
        plan(0, "inspect-devices", on=on)
        plan(0, "table.open", on=on)


def prepare_decks(runner: "Runner", at: datetime, *, on: int, most: int | None) -> None:
    """Plan the steps that bring the verified decks into play, one every half minute."""
    table = runner.table(on)
    book, dealing, opening = offer_of(table, at).book, dealing_method_at(table), opening_of(table)
    floorperson = play.floorperson_of(table)
    assert opening is not None
    steps = [
        (deck, step.value.id)
        for deck in table.decks.filter(state=State.VERIFIED).order_by("position")
        for step in progress(opening, deck, book, dealing).steps
        if step.value.id not in SIGNED_STEPS
    ]
    for place, (deck, step) in enumerate(steps[:most]):
        runner.plan(at + timedelta(seconds=30 * place), "deck.step", on=deck, step=step, by=floorperson)


def inspect_devices(table: Table, at: datetime) -> None:
    """Inspect the table's devices, unless that was done this gaming day."""
    for device in table.devices.filter(failed_at=None).exclude(inspected_on=gaming_day(table.facility, at)):
        devices.inspect_device(device, by=play.floorperson_of(table), at=at)


def collect_decks(runner: "Runner", at: datetime, *, serials: list[str] | None = None) -> None:
    """Collect every deck that was removed by then."""
    if removed := [deck.serial for deck in runner.decks_in(State.REMOVED, serials)]:
        runner.perform("facility.collect-decks", at, decks=removed, by=FLOORPERSON, second=SECURITY)


def examine_decks(
    runner: "Runner", at: datetime, *, serials: list[str] | None = None, work_orders: str = "", discrepancy: str = ""
) -> None:
    """Examine the decks that were collected by then; `discrepancy` is for the first of them."""
    for place, deck in enumerate(runner.decks_in(State.COLLECTED, serials)):
        order = f"{work_orders}-{place + 1}" if work_orders else f"WO-{deck.serial}"
        found = "" if place else discrepancy
        runner.perform("deck.examine", at, on=deck, work_order=order, discrepancy=found, by=SECURITY)


def destroy_decks(runner: "Runner", at: datetime, *, serials: list[str] | None = None, most: int | None = None) -> None:
    """Destroy the examined decks, or the first `most` of them."""
    for deck in runner.decks_in(State.EXAMINED, serials)[:most]:
        runner.perform("deck.destroy", at, on=deck, how="shredded", by=SECURITY, second=PIT_BOSS)


def hand_over(runner: "Runner", at: datetime, *, pit: str, by: str, to: str) -> None:
    """Hand over a pit of the shift on duty with its open items."""
    shift = ReportedShift.objects.get(ON_DUTY, facility=runner.facility)
    room = Pit.objects.get(facility=runner.facility, code=pit)
    seen = seen_as(items_of(open_items(runner.facility, at), room))
    runner.perform("report.hand-over", at, on=shift, pit=room, seen=seen, by=by, second=to)


def sign_report(runner: "Runner", at: datetime, *, began: datetime, by: str) -> None:
    """Sign the report of a shift, with a compliance officer if a second signature is needed."""
    shift = ReportedShift.objects.get(facility=runner.facility, began_at=began)
    second = "" if needs_no_second(shift, runner.staff(by)) else OFFICER
    runner.perform("report.sign", at, on=shift, by=by, second=second)


def use_key(runner: "Runner", at: datetime, *, on: str, address: str) -> None:
    note_use(Key.objects.get(facility=runner.facility, name=on), address=address, at=at)


DemoAct = Callable[..., None]

# Planned at once, as several acts at their own times.
COMPOSED: dict[str, DemoAct] = {"open-table": open_table, "play": play.play}
# Done at one moment.
ACTS: dict[str, DemoAct] = {
    "collect-decks": collect_decks,
    "destroy-decks": destroy_decks,
    "examine-decks": examine_decks,
    "hand-over": hand_over,
    "inspect-devices": lambda runner, at, on: inspect_devices(runner.table(on), at),
    "log-batch": play.log_batch,
    "log-breach": play.log_breach,
    "log-round": play.log_one_round,
    "prepare-decks": prepare_decks,
    "sign-report": sign_report,
    "use-key": use_key,
    "void-last-round": play.void_last_round,
}
