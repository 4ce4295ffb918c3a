"""A dealer of two facilities: each sees that they are at the other, not where, and changes nothing there."""

from typing import Any

import pytest
from django.test import Client

from compliance.acts.registry import SUBJECTS
from compliance.errors import RuleViolation
from compliance.models import Posting, Staff
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.models import Table
from tests.compliance.api.caller import Caller
from tests.floor import Floor, refused

pytestmark = pytest.mark.django_db


class Both:
    """A facility, another, and a dealer posted at both who is at a table of the other."""

    def __init__(self) -> None:
        self.here, self.there = Floor("md"), Floor("nj")
        self.table: Table = self.there.ready_table()
        self.dealer: Staff = self.there.dealer
        staff.appoint(
            self.dealer,
            facility=self.here.facility,
            role=Role.DEALER,
            by=self.here.administrator,
            at=self.here.at,
            second=self.here.officers_signature,
        )
        self.here.license(self.dealer)
        self.here.test(self.dealer)
        self.posting: Posting = self.here.posting(self.dealer)

    def rest_there(self) -> None:
        dealers.release_dealer(self.table, relieved_to="break", by=self.there.floorperson, at=self.there.at)


@pytest.fixture
def both() -> Both:
    return Both()


def page(person: Staff, path: str) -> Any:
    client = Client()
    client.force_login(person)
    return client.get(path)


@pytest.mark.parametrize("resting", [False, True])
def test_pages_show_only_that_a_dealer_is_at_another_facility(both: Both, resting: bool) -> None:
    if resting:
        both.rest_there()

    for path in ("/facilities/MD/dealers/", f"/dealers/{both.posting.pk}/"):
        told = page(both.here.floorperson, path).content.decode()
        assert "at another facility" in told
        assert both.table.code not in told
        assert "on a break" not in told


def test_the_api_hides_the_table_at_another_facility(both: Both) -> None:
    found = Caller(both.here.floorperson).get(f"dealers/{both.posting.pk}/")

    assert found["stint"] is None
    assert both.table.code not in str(found)


def test_a_break_is_not_started_while_they_deal_elsewhere(both: Both) -> None:
    with pytest.raises(RuleViolation) as caught:
        dealers.start_break(both.posting, by=both.here.floorperson, at=both.here.at)

    assert caught.value.code == "dealer_elsewhere"
    assert both.table.code not in caught.value.message


def test_a_break_taken_elsewhere_is_not_ended_here(both: Both) -> None:
    both.rest_there()

    with refused("dealer_elsewhere"):
        dealers.end_break(both.posting, by=both.here.floorperson, at=both.here.at)
    with refused("dealer_elsewhere"):
        dealers.assign_dealer(
            both.here.ready_table(dealer=both.here.new_dealer()),
            dealer=both.dealer,
            by=both.here.floorperson,
            at=both.here.at,
        )

    assert both.dealer.stints.filter(ended_at=None, table=None).exists()


def test_neither_beginning_nor_ending_a_break_is_offered(both: Both) -> None:
    both.rest_there()

    breaks = [act for act in SUBJECTS["dealer"].acts if act.slug in ("start-break", "end-break")]

    assert [act.when(both.posting) for act in breaks] == [False, False]


@pytest.mark.parametrize("resting", [False, True])
def test_a_dealer_at_another_facility_is_not_a_choice_for_a_table(both: Both, resting: bool) -> None:
    table = both.here.ready_table()
    if resting:
        both.rest_there()

    form = page(both.here.floorperson, f"/tables/{table.code}/relieve-dealer/").context["form"]

    assert both.dealer.badge not in [str(value) for value, _ in form.fields["dealer"].choices]
