"""No single person can be both people of an act that needs two.

The search reads the access table and the declared signatures. It starts with one person in one role, adds whatever that
person can grant or create alone, and looks for a duty of which they then hold both sides.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import pytest

from casino.access import ACTS, AREAS, WRITTEN, AccessTable
from compliance.acts.registry import REGISTERED, Act
from compliance.staff.roles import ADMINISTRATORS, FLOOR, OFFICERS, PIT, Role

TABLE = AccessTable()


class Identity(NamedTuple):
    """An account that someone controls: a person's in one role, or a program's."""

    role: Role | None
    # A PIN alone signs, but does nothing.
    only_signs: bool = False

    def may(self, name: str) -> bool:
        if self.only_signs:
            return False
        if self.role is None:
            return TABLE.scope_of(name) is not None
        return self.role in (FLOOR if name in WRITTEN else ACTS[name])


KEY = Identity(None)
EVERYONE = frozenset(map(Identity, Role))

# Acts that give access: the accounts that the person who does one can use afterwards, at worst. A password or PIN that
# someone else set must be changed, but whoever set it could do that.
GRANTS: dict[str, frozenset[Identity]] = {
    "facility.hire": EVERYONE,
    "staff.appoint": EVERYONE,
    "staff.set-password": EVERYONE,
    "staff.set-pin": frozenset(Identity(role, only_signs=True) for role in Role),
    "staff.enable": EVERYONE,
    "facility.create-key": frozenset({KEY}),
}
# The other acts on accounts and keys. They take access away, or give back what a lockout took.
TAKES = {"facility.shut-out-key", "key.revoke", "staff.end-posting", "staff.disable", "staff.unlock"}

# Acts whose signature is not always needed, and why the search counts it as needed. Tests of the services prove it.
WAIVED = {
    "facility.hire": "only the first compliance officer of a facility is hired alone",
    "facility.create-key": "only a key that reads is created alone",
    "report.sign": "only the report of a shift without irregularities is signed alone",
    "table.close": "only a table without cards to remove is closed alone",
    "table.close-for-cause": "only a table without cards to remove is closed alone",
}
# An officer approves alone. The service compares them with the submitter.
OFFICER_APPROVES = {"layout.approve", "offer.approve"}

# Duties of two acts: what one person does, and what another person must do about it.
TWO_ACTS = {
    "layout.approve": "facility.submit-layout",
    "offer.approve": "facility.submit-offer",
    "device.approve": "facility.register-device",
    "table.release": "table.close-for-cause",
    "violation.close": "round-entry",
    "dealer.record-licence": "dealer.record-test",
    "deck.destroy": "deck.examine",
}
# Of these the service refuses the same person, so that one account is not enough.
COMPARED = {"layout.approve", "offer.approve"}


class Duty(NamedTuple):
    """Both sides of a duty, as one person holds them."""

    name: str
    one: Identity
    other: Identity


def does(act: Act, held: Iterable[Identity]) -> Iterable[tuple[Identity, Identity | None]]:
    """Yield who of the accounts can do an act, and who of the others signs it."""
    for doer in held:
        if not doer.may(act.name):
            continue
        if act.signing is None or (act.name in OFFICER_APPROVES and doer.role in OFFICERS):
            yield doer, None
            continue
        for signer in held:
            if signer != doer and signer.role in act.signing.roles:
                yield doer, signer


def gained(start: Iterable[Identity]) -> frozenset[Identity]:
    """Return the accounts that someone can use who starts with these."""
    held = frozenset(start)
    while True:
        more = held.union(*(GRANTS[name] for name in GRANTS if any(does(REGISTERED[name], held))))
        if more == held:
            return held
        held = more


def both_sides(*start: Identity) -> list[Duty]:
    """Return the duties of which someone who starts with these accounts can do both sides."""
    held = gained(start)
    signed = [
        Duty(act.name, doer, signer)
        for act in REGISTERED.values()
        for doer, signer in does(act, held)
        if signer is not None
    ]
    in_turn = [
        Duty(checked, maker, checker)
        for checked, made in TWO_ACTS.items()
        for maker in held
        for checker, _ in does(REGISTERED[checked], held)
        if maker.may(made) and (maker != checker or checked not in COMPARED)
    ]
    return signed + in_turn


@pytest.mark.parametrize("role", Role)
def test_no_single_person_holds_both_sides_of_a_duty(role: Role) -> None:
    assert both_sides(Identity(role)) == []


@pytest.mark.parametrize("role", Role)
def test_no_single_person_gains_access_alone(role: Role) -> None:
    assert gained([Identity(role)]) == {Identity(role)}


def test_whoever_holds_a_key_that_writes_gains_no_access_with_it() -> None:
    assert gained([KEY]) == {KEY}
    assert both_sides(KEY) == []


# ── The search finds what it is for


def test_an_administrator_and_an_officer_together_hold_everything() -> None:
    together = both_sides(Identity(Role.ADMINISTRATOR), Identity(Role.COMPLIANCE_OFFICER))

    assert {duty.name for duty in together} >= {*GRANTS, *TWO_ACTS}


@pytest.mark.parametrize("name", GRANTS)
def test_the_search_finds_access_that_is_given_without_a_signature(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, name, replace(REGISTERED[name], signing=None))

    assert gained([Identity(Role.ADMINISTRATOR)]) > {Identity(Role.ADMINISTRATOR)}


def test_the_search_finds_a_key_that_approves_what_its_administrator_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, change in {"facility.create-key": {"signing": None}, "device.approve": {"personal": False}}.items():
        monkeypatch.setitem(REGISTERED, name, replace(REGISTERED[name], **change))  # type: ignore[arg-type]

    found = both_sides(Identity(Role.ADMINISTRATOR))

    assert Duty("device.approve", Identity(Role.ADMINISTRATOR), KEY) in found


def test_the_search_finds_a_role_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTS, "device.approve", OFFICERS | PIT)

    assert [duty.name for duty in both_sides(Identity(Role.PIT_BOSS))] == ["device.approve"]


# ── What it relies on


def test_every_act_on_accounts_and_keys_gives_access_or_takes_it() -> None:
    of_access = {name for name in ACTS if name.partition(".")[0] in ("staff", "key") or AREAS.get(name, "") is None}

    assert of_access == GRANTS.keys() | TAKES


def test_every_signature_that_can_be_waived_is_known_to_the_search() -> None:
    waived = {act.name for act in REGISTERED.values() if act.signing and act.signing.waived}

    assert waived == WAIVED.keys() | OFFICER_APPROVES


def test_what_only_officers_and_administrators_do_is_never_for_keys() -> None:
    theirs = {name for name, roles in ACTS.items() if roles <= OFFICERS | ADMINISTRATORS}

    assert theirs >= {"device.approve", "deck.release", "violation.close", "dealer.record-licence"}
    assert {name for name in theirs if TABLE.scope_of(name)} == set()


def test_both_sides_of_a_duty_that_compares_people_are_for_people() -> None:
    compared = COMPARED | {TWO_ACTS[name] for name in COMPARED}

    assert {name for name in compared if TABLE.scope_of(name)} == set()
