"""What pages show beyond lists: the board, the bell, the alert history, a replayed round, terms."""

from datetime import timedelta
from typing import Any

import pytest

from compliance.alerts.heartbeat import alert_outage
from compliance.alerts.scan import scan
from compliance.api_keys.services import create_key, revoke_key
from compliance.staff.roles import Role
from tables.models import Deck, Table
from tests.floor import Floor, deck_at
from tests.games.acts import in_breach
from tests.games.sample_rounds import log

from .caller import Caller


@pytest.fixture
def table(floor: Floor) -> Table:
    return floor.open_table("hand")


def ring(floor: Floor, minutes: int = 5) -> None:
    """Let something ring for the shift manager."""
    alert_outage(floor.at - timedelta(minutes=minutes), floor.at)


# ── The board


def test_the_board_has_every_table_and_what_to_do_next(floor: Floor, table: Table) -> None:
    Deck.objects.filter(table=table).update(change_due_at=floor.at)
    floor.ready_table(dealer=floor.new_dealer())
    floor.submit_offer(name="Evening")
    shift = floor.begin_shift()
    scan(floor.at)

    board = Caller(floor.compliance_officer).get("facilities/MD/board/")
    boss = Caller(floor.pit_boss).get("facilities/MD/board/")

    assert [each["state"] for each in board["tables"]] == ["open", "closed"]
    assert board["states"] == {"open": 1, "closed": 1}
    assert board["shift"]["id"] == shift.pk
    assert [each["of"] for each in board["next"]] == [table.code, "MD"]
    assert board["next"][1]["remedy"]["url"].endswith("/approve/")
    # Who may change the deck is told where; what waits for the officer is nobody else's.
    deck = deck_at(table).pk
    assert [each["remedy"]["url"] for each in boss["next"]] == [f"/api/v1/decks/{deck}/change/"]


def test_the_board_of_a_pit_has_its_tables_alone(floor: Floor, table: Table) -> None:
    caller = Caller(floor.auditor)

    assert len(caller.get("facilities/MD/board/", pit=floor.pit.code)["tables"]) == 1
    assert caller.refused("facilities/MD/board/?pit=P9", 400)["errors"][0]["path"] == "pit"


def test_boards_bells_and_histories_are_for_ones_own_facilities(floor: Floor, elsewhere: Floor) -> None:
    stranger = Caller(elsewhere.shift_manager)

    for page in ("board", "bell", "alerts/history"):
        assert stranger.refused(f"facilities/MD/{page}/", 404)["code"] == "not_found"


# ── Alerts


def test_the_bell_shows_the_callers_own_alerts(floor: Floor) -> None:
    ring(floor)

    manager = Caller(floor.shift_manager).get("facilities/MD/bell/")
    officer = Caller(floor.compliance_officer).get("facilities/MD/bell/")
    dealer = Caller(floor.hire(Role.DEALER)).get("facilities/MD/bell/")

    assert (manager["mine"], manager["unacknowledged"], manager["worst"]) == (1, 1, "warning")
    assert [each["check"] for each in manager["alerts"]] == ["scheduler_silent"]
    assert (officer["mine"], officer["rang_at"], officer["alerts"]) == (0, None, [])
    assert (dealer["mine"], dealer["alerts"]) == (0, [])


def test_the_history_of_alerts_has_the_figures_of_its_page(floor: Floor) -> None:
    ring(floor, 5)
    ring(floor, 50)
    caller = Caller(floor.auditor)

    found = caller.get("facilities/MD/alerts/history/", span="day", check="scheduler_silent")

    assert (found["number"], found["is_cut"], len(found["alerts"])) == (2, False, 2)
    assert [(each["label"], each["number"], each["open"]) for each in found["by_check"]] == [("Scheduler silent", 2, 2)]
    assert [each for each in found["by_hour"] if each["number"]] == [{"hour": "12", "number": 2}]
    assert caller.get("facilities/MD/alerts/history/", day="2026-03-01")["number"] == 0


@pytest.mark.parametrize(
    "query", ["span=9d", "span=", "day=", "day=03/02/2026", "shift=9", "shift=x", "check=nothing", "notices=1"]
)
def test_invalid_parameters_of_the_alert_history_are_refused(floor: Floor, query: str) -> None:
    problem = Caller(floor.auditor).refused(f"facilities/MD/alerts/history/?{query}", 400)

    assert [each["path"] for each in problem["errors"]] == [query.partition("=")[0]]


# ── Rounds


def test_a_round_is_replayed_street_by_street_and_settled_again(floor: Floor, table: Table) -> None:
    logged = log(floor, table)
    caller = Caller(floor.auditor)

    replay = caller.get(f"rounds/{logged.pk}/replay/")

    assert [street["title"] for street in replay["streets"]][:2] == ["Before the deal", "The deal"]
    entered, dealt = logged.entered()["seats"], replay["streets"][1]["seats"]
    assert {each["seat"]: each["cards"] for each in dealt} == {each["seat"]: each["cards"] for each in entered}
    check = {"matches": True, "is_as_journaled": True, "differences": [], "refused": [], "today": None}
    assert replay["check"] == check | {"revision": logged.revision}


def test_a_round_in_breach_tells_who_signed_for_it_and_its_violation_of_the_round(floor: Floor, table: Table) -> None:
    table.stints.update(ended_at=floor.at)
    breach = in_breach(floor, table, dealt_by=floor.dealer.badge)
    caller = Caller(floor.compliance_officer)

    round_ = caller.get(f"rounds/{breach.pk}/")
    violation = caller.get(f"violations/{breach.violations.get().pk}/")

    assert round_["signed_by"]["badge"] == violation["signed_by"]["badge"] == floor.pit_boss.badge
    assert violation["breach_reason"] == "The players were waiting"
    assert violation["dealer"]["badge"] == floor.dealer.badge


def test_what_is_dealt_at_a_table_is_told_and_nothing_where_nothing_is_offered(floor: Floor, table: Table) -> None:
    caller = Caller(floor.auditor)

    terms = caller.get(f"tables/{table.code}/terms/")["terms"]

    assert (terms["edition"], terms["number"]) == ("md", 1)
    assert [deck["turn"] for deck in terms["decks"]] == [True]
    assert terms["wagers"][0]["least"] == "5.00"
    bare = floor.new_table()
    assert caller.get(f"tables/{bare.code}/terms/") == {"terms": None}


# ── Paragraphs


def test_a_citation_finds_its_paragraph(floor: Floor) -> None:
    caller = Caller(floor.floorperson)

    found = caller.get("paragraphs/", cite="MD Ch. 3 §A")

    assert found[0]["paragraph"] == "Ch. 3 §A"
    assert found[0]["words"]
    assert caller.get("paragraphs/", cite="Nowhere §1") == []
    assert caller.refused("paragraphs/", 400)["errors"][0]["path"] == "cite"


# ── Things, with all that their pages show


def test_a_table_on_its_way_tells_each_step(floor: Floor) -> None:
    table = floor.ready_table()
    deck = floor.deck()
    floor.begin(table, deck)

    opening = Caller(floor.auditor).get(f"tables/{table.code}/")["opening"]

    assert {each["deck"] for each in opening} == {deck.pk}
    assert [each["is_next"] for each in opening] == [True] + [False] * (len(opening) - 1)
    assert {each["done_by"] for each in opening} == {None}


def test_a_deck_a_dealer_a_layout_and_an_offer_tell_what_their_pages_tell(floor: Floor, table: Table) -> None:
    caller = Caller(floor.auditor)

    deck = caller.get(f"decks/{deck_at(table).pk}/")
    dealer = caller.get(f"dealers/{floor.posting(floor.dealer).pk}/")
    layout = caller.get(f"layouts/{floor.layout.pk}/")
    offer = caller.get(f"offers/{floor.offer.pk}/")

    assert [each["step"] for each in deck["steps"]][:3] == ["receive", "inspect", "verify"]
    assert [each["table"] for each in dealer["stints"]] == [table.code]
    assert layout["tables"] == offer["tables"] == [table.code]
    assert {each["how"] for each in layout["requires"]} == {"inscribed", "as required"}
    assert offer["terms"]["limits"][0] == {"wager": "ante_across", "least": "5.00", "most": "100.00"}


# ── Lists, narrowed as their pages are


def found(caller: Caller, address: str, **parameters: str | int) -> list[Any]:
    page = caller.get(address, **parameters)
    return [each.get("id", each.get("badge")) for each in page["results"]]


def test_the_parts_of_an_inbox_can_be_asked_for(floor: Floor) -> None:
    ring(floor)
    manager, officer = Caller(floor.shift_manager), Caller(floor.compliance_officer)
    (alert,) = found(manager, "alerts/", for_me="true", put_off="false")

    assert found(officer, "alerts/", for_me="true") == []
    assert found(officer, "alerts/", for_me="false") == [alert]
    manager.post(f"alerts/{alert}/snooze/", minutes=5)
    assert found(manager, "alerts/", put_off="true") == [alert]
    assert found(manager, "alerts/", put_off="false") == []


def test_rounds_are_found_by_their_marks_and_pits(elsewhere: Floor) -> None:
    table = elsewhere.open_table("hand", decks=2)
    plain = log(elsewhere, table)
    breach = in_breach(elsewhere, table, deck=plain.deck_id)
    caller = Caller(elsewhere.auditor)

    assert found(caller, "rounds/", mark="breach", pit=elsewhere.pit.pk) == [breach.pk]
    assert found(caller, "rounds/", pit=elsewhere.pit.pk) == [breach.pk, plain.pk]
    assert found(caller, "rounds/", pit=elsewhere.new_pit().pk) == []
    assert found(caller, "rounds/", mark="jackpot") == []


def test_people_are_found_by_role_and_entries_by_when_they_happened(floor: Floor) -> None:
    people = [floor.auditor, floor.floorperson]
    caller = Caller(people[0])

    assert found(caller, "staff/", role="auditor") == [floor.auditor.badge]
    entries = found(caller, "journal/")
    assert found(caller, "journal/", happened_since="2026-03-02T17:00:00Z") == entries
    assert found(caller, "journal/", happened_until="2026-03-02T17:00:00Z") == []


def test_keys_are_found_by_their_state(floor: Floor) -> None:
    made: dict[str, Any] = {
        "facilities": [floor.facility],
        "scopes": ["rounds:read"],
        "by": floor.administrator,
        "at": floor.at,
    }
    current, revoked = (create_key(floor.facility, name=name, valid_days=9, **made) for name in ("One", "Two"))
    revoke_key(revoked, reason="Lost", by=floor.administrator, at=floor.at)
    caller = Caller(floor.auditor)

    for state, keys in (("current", [current]), ("revoked", [revoked]), ("expired", [])):
        assert found(caller, "keys/", state=state) == [f"KEY-{each.prefix}" for each in keys]
