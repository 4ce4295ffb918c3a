"""Every act can be done over the API with JSON, by those who may."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.access import ACTS
from compliance.alerts.scan import scan
from compliance.models import Alert, Entry, Staff
from tables.models import Deck, Device, Table
from tests.floor import Floor, deck_at, fresh
from tests.games.acts import fail, in_breach
from tests.games.sample_rounds import log

from .caller import Caller

pytestmark = pytest.mark.both_databases("end to end: every kind of act through the API")

Story = Callable[[Floor], dict[str, Any]]

STORIES: dict[str, Story] = {}


def story(function: Story) -> Story:
    """A story of one or more acts; it returns what each answered, by the act's name."""
    STORIES[function.__name__] = function
    return function


def of(thing: Any) -> str:
    key = getattr(thing, "code", None) if isinstance(thing, Table) else thing.pk
    return f"{thing._meta.model_name}s/{key}/"


@story
def a_pit_and_a_table_are_added(floor: Floor) -> dict[str, Any]:
    manager = Caller(floor.shift_manager)
    pit = manager.post("facilities/MD/add-pit/", code="P9", name="High limit", status=201)
    table = manager.post(f"{pit['url']}add-table/", number=42, positions=6, status=201)

    assert table["code"] == "MD-42"
    assert table["state"] == "closed"
    return {"facility.add-pit": pit, "pit.add-table": table}


@story
def decks_come_into_the_house(floor: Floor) -> dict[str, Any]:
    floorperson, pit = Caller(floor.floorperson), floor.pit
    body: dict[str, Any] = {"design": "Bee 92", "back_colour": "Red", "serials": ["A1", "A2"], "signer": floor.security}
    received = floorperson.post("facilities/MD/receive-decks/", **body)
    deck, other = Deck.objects.order_by("serial")
    drawn = floorperson.post(
        "facilities/MD/draw-decks/", pit=pit.code, decks=[deck.pk, other.pk], signer=floor.security
    )
    returned = floorperson.post(f"{of(deck)}return/", signer=floor.security)

    assert fresh(other).back_colour == "red"
    assert fresh(other).pit == pit
    assert returned["state"] == "store"
    return {"facility.receive-decks": received, "facility.draw-decks": drawn, "deck.return": returned}


@story
def a_deck_is_preshuffled(floor: Floor) -> dict[str, Any]:
    deck = floor.deck()
    body: dict[str, Any] = {"form_number": "F1", "seal": "S-77", "signer": floor.new_dealer()}
    sealed = Caller(floor.pit_boss).post(f"{of(deck)}preshuffle/", **body)

    assert sealed["seal"] == "S-77"
    return {"deck.preshuffle": sealed}


@story
def a_table_is_opened_from_nothing(floor: Floor) -> dict[str, Any]:
    table, deck = floor.new_table(), floor.deck()
    shoe = floor.device(Device.Kind.MANUAL_SHOE)
    offer, layout = floor.offer, floor.layout
    boss, person = Caller(floor.pit_boss), Caller(floor.floorperson)
    done = {"table.put-offer": boss.post(f"{of(table)}put-offer/", offer=offer.pk)}
    done["table.put-layout"] = boss.post(f"{of(table)}put-layout/", layout=layout.pk)
    done["table.post-sign"] = person.post(f"{of(table)}post-sign/")
    person.post(f"{of(table)}put-cover-card/", cover_card=floor.cover_card.pk)
    done["table.place-device"] = person.post(f"{of(table)}place-device/", device=shoe.pk)
    done["device.inspect"] = person.post(f"{of(shoe)}inspect/")
    done["table.supervise"] = person.post(f"{of(table)}supervise/", floorperson=floor.floorperson.badge)
    done["table.assign-dealer"] = person.post(f"{of(table)}assign-dealer/", dealer=floor.dealer.badge)
    done["table.begin-opening"] = person.post(f"{of(table)}begin-opening/")
    done["table.bring-deck"] = person.post(f"{of(table)}bring-deck/", deck=deck.pk)
    done["deck.verify"] = person.post(f"{of(deck)}verify/", signer=floor.dealer)
    while step := person.get(of(deck))["next_step"]:
        done["deck.step"] = person.post(f"{of(deck)}step/", step=step["id"])
    assert person.get(of(table))["missing"] == []
    done["table.open"] = person.post(f"{of(table)}open/")

    assert done["table.open"]["state"] == "open"
    assert done["table.open"]["decks"][0]["change_due_at"].endswith("Z")
    return done


@story
def play_stops_and_goes_on(floor: Floor) -> dict[str, Any]:
    table, person = floor.open_table(), Caller(floor.floorperson)
    deck = deck_at(table)
    done = {"table.spread": person.post(f"{of(table)}spread/")}
    done["table.resume"] = person.post(f"{of(table)}resume/")
    done["table.spread-again"] = person.post(f"{of(table)}spread-again/")
    person.post(f"{of(table)}resume/")
    floor.do_steps(deck)
    person.post(f"{of(table)}open/")
    done["table.close"] = person.post(f"{of(table)}close/", signer=floor.dealer)

    assert done["table.close"]["state"] == "closed"
    assert done["table.close"]["dealer"] is None
    return done


@story
def a_dealer_is_relieved(floor: Floor) -> dict[str, Any]:
    table, person, other = floor.open_table(), Caller(floor.floorperson), floor.new_dealer()
    relieved = person.post(f"{of(table)}relieve-dealer/", dealer=other.badge, relieved_to="break")
    person.post(f"{of(table)}spread/")
    released = person.post(f"{of(table)}release-dealer/", relieved_to="off")
    first = f"dealers/{floor.posting(floor.dealer).pk}/"
    back = person.post(f"{first}end-break/")
    away = person.post(f"{first}start-break/")

    assert relieved["dealer"]["badge"] == other.badge
    assert released["dealer"] is None
    assert back["stint"] is None
    assert away["stint"] == {"table": None, "started_at": "2026-03-02T17:00:00Z"}
    return {
        "table.relieve-dealer": relieved,
        "table.release-dealer": released,
        "dealer.end-break": back,
        "dealer.start-break": away,
    }


@story
def a_table_is_furnished_anew(floor: Floor) -> dict[str, Any]:
    table, manager, person = floor.new_table(), Caller(floor.shift_manager), Caller(floor.floorperson)
    officer, boss = Caller(floor.compliance_officer), Caller(floor.pit_boss)
    card: dict[str, Any] = {"colour": "Yellow", "model": "Bee cut card", "opaque": True, "reference": "L1"}
    recorded = officer.post("facilities/MD/record-cover-card/", **card, approved_on="2026-03-01")
    (yellow,) = recorded["cover_cards"]
    chosen = person.post(f"{of(table)}put-cover-card/", cover_card=yellow["id"])
    corrected = manager.post(f"{of(table)}set-positions/", positions=6)
    boss.post(f"{of(table)}put-offer/", offer=floor.offer.pk)
    posted = person.post(f"{of(table)}post-sign/", signs=["odds"])
    taken = person.post(f"{of(table)}take-down-sign/", signs=[posted["signs"][0]["id"]])

    assert (chosen["cover_card"]["colour"], chosen["cover_card"]["reference"]) == ("yellow", "L1")
    assert corrected["positions"] == 6
    (sign,) = posted["signs"]
    assert (sign["element"], sign["offer"]["id"], sign["posted_by"]["badge"]) == (
        "odds",
        floor.offer.pk,
        floor.floorperson.badge,
    )
    assert taken["signs"] == []
    return {
        "facility.record-cover-card": recorded,
        "table.put-cover-card": chosen,
        "table.set-positions": corrected,
        "table.take-down-sign": taken,
    }


@story
def new_limits_are_announced_and_withdrawn(floor: Floor) -> dict[str, Any]:
    table, boss = floor.open_table(), Caller(floor.pit_boss)
    higher = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="Evening")
    announced = boss.post(f"{of(table)}put-offer/", offer=higher.pk, sign=True, announced=True)
    withdrawn = boss.post(f"{of(table)}withdraw-notice/")

    assert announced["notice"]["offer"]["id"] == higher.pk
    assert withdrawn["notice"] is None
    return {"table.withdraw-notice": withdrawn}


@story
def a_table_is_closed_for_cause_and_released(floor: Floor) -> dict[str, Any]:
    table, person = floor.open_table(), Caller(floor.floorperson)
    closed = person.post(f"{of(table)}close-for-cause/", cause="A torn layout", signer=floor.dealer)
    released = Caller(floor.pit_boss).post(f"{of(table)}release/", reason="Mended", signer=floor.shift_manager)

    assert closed["cause"] == "A torn layout"
    assert released["state"] == "closed"
    return {"table.close-for-cause": closed, "table.release": released}


@story
def cards_are_changed_at_an_open_table(floor: Floor) -> dict[str, Any]:
    table, person = floor.open_table(shuffler=True), Caller(floor.floorperson)
    fresh_deck, donor, second = floor.deck(), floor.deck(), floor.deck("blue")
    changed = person.post(
        f"{of(deck_at(table))}change/", replacement=fresh_deck.pk, reason="scheduled", signer=floor.dealer
    )
    added = person.post(f"{of(table)}add-deck/", deck=second.pk, signer=floor.dealer)
    body: dict[str, Any] = {"card": "As", "donor": donor.pk, "backs_compared": True, "surveillance_told": True}
    replaced = person.post(f"{of(fresh_deck)}replace-card/", **body, signer=floor.pit_boss)
    removed = person.post(f"{of(second)}remove/", reason="not_needed", note="Quiet night", signer=floor.dealer)

    assert changed["removed_reason"] == "scheduled"
    assert len(added["decks"]) == 2
    return {"deck.change": changed, "table.add-deck": added, "deck.replace-card": replaced, "deck.remove": removed}


@story
def a_supervisor_orders_and_refuses(floor: Floor) -> dict[str, Any]:
    table, person = floor.open_table(), Caller(floor.floorperson)
    done = {"table.order-recut": person.post(f"{of(table)}order-recut/")}
    done["table.direct-reshuffle"] = person.post(f"{of(table)}direct-reshuffle/")
    done["table.refuse-late-wager"] = person.post(f"{of(table)}refuse-late-wager/")

    kept = Entry.objects.filter(stream__key=table.stream_key).order_by("-sequence")[:3]
    assert [entry.action for entry in kept] == ["wager.refused", "cards.reshuffle_directed", "cards.recut"]
    return done


@story
def a_shuffler_shows_a_wrong_number(floor: Floor) -> dict[str, Any]:
    table, person = floor.open_table(), Caller(floor.floorperson)
    floor.place(table, Device.Kind.SHUFFLER, counts=True)
    pulled = person.post(f"{of(deck_at(table))}shuffler-count/", shown=51)

    assert (pulled["state"], pulled["removed_reason"]) == ("pulled", "shuffler_count")
    assert person.get(of(table))["findings"][0]["code"] == "deck_not_whole"
    return {"deck.shuffler-count": pulled}


@story
def a_deck_is_rejected_and_ends(floor: Floor) -> dict[str, Any]:
    table, deck, person = floor.ready_table(), floor.deck(), Caller(floor.floorperson)
    floor.begin(table, deck)
    done = {"deck.reject": person.post(f"{of(deck)}reject/", note="Two queens of hearts", signer=floor.dealer)}
    done["facility.collect-decks"] = person.post("facilities/MD/collect-decks/", decks=[deck.pk], signer=floor.security)
    done["deck.examine"] = person.post(f"{of(deck)}examine/", work_order="W1", discrepancy="Two queens")
    done["deck.release"] = Caller(floor.compliance_officer).post(f"{of(deck)}release/", reference="Letter 9")
    done["deck.destroy"] = Caller(floor.pit_boss).post(f"{of(deck)}destroy/", how="shredded", signer=floor.security)

    assert done["deck.examine"]["state"] == "kept"
    assert done["deck.destroy"]["state"] == "destroyed"
    return done


@story
def a_device_is_registered_fails_and_goes(floor: Floor) -> dict[str, Any]:
    boss, person, table = Caller(floor.pit_boss), Caller(floor.floorperson), floor.new_table()
    body: dict[str, Any] = {"kind": "shuffler", "model": "Ace", "serial": "SH-1", "counts": True}
    done = {"facility.register-device": boss.post("facilities/MD/register-device/", **body, status=201)}
    device = done["facility.register-device"]["url"]
    officer = Caller(floor.compliance_officer)
    done["device.approve"] = officer.post(f"{device}approve/", reference="L1", approved_on="2026-03-01")
    person.post(f"{of(table)}place-device/", device=done["device.approve"]["id"])
    done["device.fail"] = person.post(f"{device}fail/", fault="Jams")
    done["device.handle"] = person.post(f"{device}handle/", handling="covered")
    done["device.repair"] = boss.post(f"{device}repair/", report="Belt replaced")
    done["device.take-away"] = person.post(f"{device}take-away/")
    done["device.retire"] = boss.post(f"{device}retire/", reason="Old")

    assert done["facility.register-device"]["counts"] is True
    assert done["device.retire"]["retired_at"] == "2026-03-02T17:00:00Z"
    return done


@story
def papers_of_a_dealer(floor: Floor) -> dict[str, Any]:
    dealer = f"dealers/{floor.posting(floor.new_dealer(licensed=False, tested=False)).pk}/"
    officer, boss = Caller(floor.compliance_officer), Caller(floor.pit_boss)
    licence: dict[str, Any] = {"number": "L-1", "valid_from": "2026-01-01", "expires_on": "2026-12-31"}
    recorded = officer.post(f"{dealer}record-licence/", **licence)
    tested = boss.post(f"{dealer}record-test/", game=floor.book.title, passed_on="2026-03-01")
    revoked = officer.post(f"{dealer}revoke-licence/", licence=recorded["licences"][0]["id"], reason="Lost")

    assert tested["tests"][0]["examiner"]["badge"] == floor.pit_boss.badge
    assert revoked["licences"][0]["revoked_on"] == "2026-03-02"
    return {"dealer.record-licence": recorded, "dealer.record-test": tested, "dealer.revoke-licence": revoked}


@story
def a_day_of_shifts(floor: Floor) -> dict[str, Any]:
    manager, pit, boss = Caller(floor.shift_manager), floor.pit, floor.pit_boss
    added = manager.post("facilities/MD/add-shift-template/", name="Day", starts="06:00", ends="14:00")
    template = added["shift_templates"][0]["id"]
    begun = manager.post("facilities/MD/begin-shift/", template=template, status=201)
    given = manager.post(f"{begun['url']}give-pit/", pit=pit.code, pit_boss=boss.badge)
    ended = manager.post(f"{begun['url']}end/")
    retired = manager.post("facilities/MD/retire-shift-template/", template=template)

    assert begun["gaming_day"] == "2026-03-02"
    assert given["duties"][0]["pit_boss"]["badge"] == boss.badge
    assert ended["ended_at"] == "2026-03-02T17:00:00Z"
    assert retired["shift_templates"] == []
    return {
        "facility.add-shift-template": added,
        "facility.begin-shift": begun,
        "shift.give-pit": given,
        "shift.end": ended,
        "facility.retire-shift-template": retired,
    }


@story
def a_pit_is_handed_over_and_the_report_signed(floor: Floor) -> dict[str, Any]:
    table, shift = floor.open_table(), floor.begin_shift()
    log(floor, table)
    manager = Caller(floor.shift_manager)
    (pit,) = manager.get(f"/api/v1/reports/{shift.pk}/")["pits"]
    handed = manager.post(
        f"/api/v1/reports/{shift.pk}/hand-over/",
        pit=pit["pit"],
        seen=pit["seen"],
        note="Seat 3 is a regular",
        signer=floor.pit_boss,
    )
    manager.post(f"{of(shift)}end/")
    signed = manager.post(f"/api/v1/reports/{shift.pk}/sign/", remark="A quiet shift")

    assert [line["badge"] for line in handed["signatures"]] == [floor.pit_boss.badge]
    assert (handed["state"], signed["state"]) == ("live", "signed")
    assert signed["signed_by"]["badge"] == floor.shift_manager.badge
    assert signed["digest"] == Entry.objects.get(action="report.signed").facts["digest"]
    assert signed["remark"] == "A quiet shift"
    return {"report.hand-over": handed, "report.sign": signed}


@story
def an_offer_is_submitted_approved_and_withdrawn(floor: Floor) -> dict[str, Any]:
    boss, officer = Caller(floor.pit_boss), Caller(floor.compliance_officer)
    limits = {"ante": ["5.00", "100.00"], "five_card_bonus": ["1.00", "50.00"]}
    document = {"limits": limits, "wagers": ["five_card_bonus"]}
    submitted = boss.post("facilities/MD/submit-offer/", name="Day", edition="md", document=document, status=201)
    approval: dict[str, Any] = {
        "reference": "L7",
        "approved_on": "2026-03-01",
        "effective_at": "2026-03-02T13:00:00-05:00",
    }
    approved = boss.post(f"{submitted['url']}approve/", **approval, signer=floor.compliance_officer)
    withdrawn = officer.post(f"{submitted['url']}withdraw/", reason="A mistake")

    assert submitted["document"] == document
    assert approved["standing"] == "approved"
    assert approved["effective_at"] == "2026-03-02T18:00:00Z"
    assert withdrawn["standing"] == "withdrawn"
    return {"facility.submit-offer": submitted, "offer.approve": approved, "offer.withdraw": withdrawn}


@story
def a_layout_is_submitted_with_its_documents(floor: Floor) -> dict[str, Any]:
    floor = Floor("nj")  # where documents are demanded
    boss, officer = Caller(floor.pit_boss), Caller(floor.compliance_officer)
    body: dict[str, Any] = {"name": "Felt", "edition": "nj", "positions": 6}
    body |= {"inscribed": list(floor.elements()), "fixtures": list(floor.fixtures())}
    files: dict[str, Any] = floor.documents()
    submitted = boss.upload("facilities/NJ/submit-layout/", **body, **files)
    approved = officer.post(f"{submitted['url']}approve/", reference="L8", approved_on="2026-03-01")
    withdrawn = officer.post(f"{submitted['url']}withdraw/", reason="A mistake")

    assert {document["kind"] for document in submitted["documents"]} == set(floor.book.layout.documents)
    assert approved["standing"] == "in force"
    return {"facility.submit-layout": submitted, "layout.approve": approved, "layout.withdraw": withdrawn}


@story
def someone_is_hired_and_disabled(floor: Floor) -> dict[str, Any]:
    administrator, officer = Caller(floor.administrator), floor.compliance_officer
    body: dict[str, Any] = {
        "number": "777",
        "name": "Ann Other",
        "role": "dealer",
        "password": "a-long-password-1",
        "pin": "0042",
    }
    done = {"facility.hire": administrator.post("facilities/MD/hire/", **body, signer=officer, status=201)}
    person = done["facility.hire"]["url"]
    done["staff.appoint"] = administrator.post(
        f"{person}appoint/", facility_code="MD", role="floorperson", signer=officer
    )
    posting = next(each["id"] for each in done["staff.appoint"]["postings"] if each["role"] == "dealer")
    done["staff.end-posting"] = administrator.post(f"{person}end-posting/", posting=posting)
    done["staff.set-pin"] = administrator.post(f"{person}set-pin/", pin="0815", signer=officer)
    done["staff.set-password"] = administrator.post(
        f"{person}set-password/", password="another-long-password-2", signer=officer
    )
    done["staff.unlock"] = administrator.post(f"{person}unlock/")
    done["staff.disable"] = administrator.post(f"{person}disable/", reason="Left")
    done["staff.enable"] = administrator.post(f"{person}enable/", signer=officer)

    assert Staff.objects.get(badge="MD-777").check_pin("0815")
    assert done["staff.disable"]["is_active"] is False
    return done


@story
def a_key_is_made_and_revoked(floor: Floor) -> dict[str, Any]:
    administrator = Caller(floor.administrator)
    body: dict[str, Any] = {"name": "Feed", "facilities": ["MD"], "scopes": ["journal:read"], "valid_days": 30}
    done = {"facility.create-key": administrator.post("facilities/MD/create-key/", **body, status=201)}
    key = done["facility.create-key"]
    done["facility.shut-out-key"] = administrator.post("facilities/MD/shut-out-key/", key=key["prefix"])
    done["key.revoke"] = administrator.post(f"{key['url']}revoke/", reason="Lost")

    assert key["token"].startswith(f"cck_{key['prefix']}_")
    assert (done["key.revoke"]["state"], done["key.revoke"]["facilities"]) == ("revoked", [])
    return done


@story
def a_round_played_in_breach_is_struck_out_and_its_violation_closed(floor: Floor) -> dict[str, Any]:
    table = floor.open_table()
    fail(floor, table.devices.get())
    round_ = in_breach(floor, table)
    finding = "The shoe was covered a round too late; the dealer was told."
    closed = Caller(floor.compliance_officer).post(f"{of(round_.violations.get())}close/", finding=finding)
    voided = Caller(floor.pit_boss).post(f"{of(round_)}void/", reason="Seat 2 had folded", signer=floor.shift_manager)

    assert (closed["closed_by"]["badge"], closed["finding"]) == (floor.compliance_officer.badge, finding)
    assert (voided["voided"], voided["voiding"]["reason"]) == (True, "Seat 2 had folded")
    assert voided["voiding"]["signed_by"]["badge"] == floor.shift_manager.badge
    assert "round.void" not in [act["name"] for act in voided["acts"]]
    return {"violation.close": closed, "round.void": voided}


@story
def an_alert_is_worked_to_its_end(floor: Floor) -> dict[str, Any]:
    table = floor.open_table()
    fail(floor, table.devices.get())
    scan(floor.at)
    alert = Alert.objects.get(check_name="device_neglected")
    floorperson, officer = Caller(floor.floorperson), Caller(floor.compliance_officer)
    taken = floorperson.post(f"{of(alert)}acknowledge/")
    noted = floorperson.post(f"{of(alert)}note/", note="The cover is on its way")
    passed = floorperson.post(f"{of(alert)}pass-on/", reason="No cover to be found")
    assigned = Caller(floor.pit_boss).post(f"{of(alert)}assign/", to=floor.shift_manager.badge)
    resolved = officer.post(f"{of(alert)}resolve/", reason="The table deals by hand under letter 12")
    floor.later(minutes=100)
    scan(floor.at)
    late = Alert.objects.get(check_name="dealer_too_long")
    snoozed = floorperson.post(f"{of(late)}snooze/", minutes=5)

    assert taken["acknowledged_by"]["badge"] == floor.floorperson.badge
    assert taken["ends_by"]["name"] == "device.handle"
    assert (passed["level"], assigned["in_charge"]["badge"]) == ("pit_boss", floor.shift_manager.badge)
    assert (resolved["closed_by"]["badge"], resolved["severity"]) == (floor.compliance_officer.badge, "critical")
    assert snoozed["snoozed_until"]
    return {
        "alert.acknowledge": taken,
        "alert.note": noted,
        "alert.pass-on": passed,
        "alert.assign": assigned,
        "alert.resolve": resolved,
        "alert.snooze": snoozed,
    }


@pytest.mark.parametrize("name", STORIES)
def test_a_story_of_acts(floor: Floor, name: str) -> None:
    assert all(answer["url"] for answer in STORIES[name](floor).values())


def test_every_act_is_in_a_story() -> None:
    source = set().union(*(_names(story) for story in STORIES.values()))

    assert source == ACTS.keys()


def _names(told: Story) -> set[str]:
    """Return the names of acts in the words of a story."""
    return {word for word in told.__code__.co_consts if isinstance(word, str) and word in ACTS} | {
        each for word in told.__code__.co_consts if isinstance(word, tuple) for each in word if each in ACTS
    }
