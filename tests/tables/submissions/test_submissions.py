"""Offers and layouts: submitted by one person, approved by another, superseded, withdrawn, never changed."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction

from compliance.facilities.policies import policy
from compliance.models import Entry, Staff
from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from games.engine.problems import Refused
from tables.floor import services as floor_services
from tables.models import Document, Layout, Offer
from tables.openings import services as opening
from tables.submissions import services as submissions
from tests.floor import EDITIONS, LIMITS, NOON, Floor, fresh, refused, signed_by

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def approve(
    floor: Floor, offer: Offer, *, by: Staff, second: Confirmation | None = None, effective_at: Any = None
) -> Offer:
    return submissions.approve(
        offer,
        reference="Letter 9",
        approved_on=floor.at.date(),
        effective_at=effective_at,
        by=by,
        at=floor.at,
        second=second,
    )


# ── Submitting


@pytest.mark.parametrize(
    "edition,document,code",
    [
        ("md", {"limits": {"ante": ["5.00", "1.00"]}}, "bad_offer"),
        ("md", {"limits": {"ante": ["-5.00", "1.00"]}}, "bad_amount"),
        ("md", {"wagers": ["bonus_spin"]}, "bad_offer"),
        ("md", {"colour": "green"}, "unknown_field"),
        ("ma", {"limits": LIMITS, "payout_limit": "59999.99"}, "bad_offer"),
        ("ma", {"limits": LIMITS, "odds": {"raise": {"two_pair": "1:1"}}}, "bad_offer"),
        ("nj", {"limits": LIMITS, "wagers": ["bonus_spin"]}, "bad_offer"),
    ],
)
def test_what_the_engine_refuses_is_not_submitted(edition: str, document: dict[str, Any], code: str) -> None:
    floor = Floor(edition)

    with pytest.raises(Refused) as caught:
        floor.submit_offer(document)

    assert [problem.code for problem in caught.value.problems] == [code]
    assert not Offer.objects.exists()
    assert not Entry.objects.filter(action="offer.submitted").exists()


def test_an_edition_of_another_jurisdiction_is_refused() -> None:
    floor = Floor("md")

    with refused("edition_elsewhere"):
        submissions.submit_offer(floor.facility, name="x", edition="nj", document={}, by=floor.pit_boss, at=floor.at)
    with refused("edition_elsewhere"):
        submissions.submit_layout(
            floor.facility,
            name="x",
            edition="nj",
            elements={},
            fixtures={},
            documents={},
            by=floor.pit_boss,
            at=floor.at,
        )


def test_a_name_that_was_used_before_makes_the_next_version_and_the_earlier_stays_as_it_was() -> None:
    floor = Floor("md")
    first = floor.new_offer()

    second = floor.submit_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []})

    assert (first.version, second.version) == (1, 2)
    assert fresh(first).document == {"limits": LIMITS, "wagers": []}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_layout_shows_all_that_every_layout_must_show(edition: str) -> None:
    floor = Floor(edition)
    always = [each for each in floor.book.layout.elements if not each.optional]
    needed = [each for each in always if each.when_offered is None and each.when_set is None]

    for element in needed:
        elements = {name: how for name, how in floor.elements().items() if name != element.id}
        with refused("layout_lacks", floor.book.cite(element)):
            floor.submit_layout(elements)


def test_a_sign_replaces_an_inscription_only_where_the_text_allows_it() -> None:
    floor = Floor("md")

    with refused("layout_no_sign", "MD Ch. 2 §B(1)"):
        floor.submit_layout(floor.elements() | {"operator_name": "sign"})
    layout = floor.submit_layout(floor.elements() | {"odds": "sign"})

    assert layout.needs_sign


def test_fixtures_stand_where_the_text_says_or_elsewhere_with_approval() -> None:
    floor = Floor("md")

    def submit(fixtures: dict[str, str]) -> Layout:
        return submissions.submit_layout(
            floor.facility,
            name="L",
            edition="md",
            elements=floor.elements(),
            fixtures=fixtures,
            documents={},
            by=floor.pit_boss,
            at=floor.at,
        )

    with refused("fixture_missing", "MD Ch. 2 §C(1)"):
        submit({"tip_box": "as required", "discard_rack": "as required"})
    with refused("fixture_elsewhere", "MD Ch. 2 §C(1)"):
        submit(floor.fixtures() | {"drop_box": "elsewhere"})
    submit(floor.fixtures() | {"tip_box": "elsewhere"})


def test_new_jersey_wants_rendering_and_photograph_and_keeps_their_hashes() -> None:
    floor = Floor("nj")
    picture = SimpleUploadedFile("plan.png", b"a rendering to scale", "image/png")

    with refused("document_missing", "NJ 13:69E-1.13Z(a)1"):
        submissions.submit_layout(
            floor.facility,
            name="L",
            edition="nj",
            elements=floor.elements(),
            fixtures=floor.fixtures(),
            documents={"rendering_to_scale": picture},
            by=floor.pit_boss,
            at=floor.at,
        )
    floor.submit_layout()

    filed = floor.documents()
    for document in Document.objects.all():
        with document.file.open("rb") as file, filed[document.kind] as original:
            content = file.read()
            assert content == original.read()
        assert document.sha256 == sha256(content).hexdigest()
    kept = Entry.objects.get(action="layout.submitted").facts["documents"]
    assert kept == {document.kind: document.sha256 for document in Document.objects.all()}
    assert sorted(kept) == ["colour_photograph", "rendering_to_scale"]


def test_massachusetts_wants_rendering_and_photograph() -> None:
    floor = Floor("ma")

    for missing in ("rendering_to_scale", "colour_photograph"):
        with refused("document_missing", "MA 205 CMR 146.33(1)"):
            submissions.submit_layout(
                floor.facility,
                name="L",
                edition="ma",
                elements=floor.elements(),
                fixtures=floor.fixtures(),
                documents={kind: file for kind, file in floor.documents().items() if kind != missing},
                by=floor.pit_boss,
                at=floor.at,
            )
    floor.submit_layout()

    assert {document.kind for document in Document.objects.all()} == {"rendering_to_scale", "colour_photograph"}


# ── Maker and checker


def test_a_compliance_officer_who_did_not_submit_it_approves_alone() -> None:
    floor = Floor("md")

    offer = approve(floor, floor.submit_offer(), by=floor.compliance_officer)

    assert (offer.approved_by, offer.effective_at) == (floor.compliance_officer, floor.at)
    assert Entry.objects.get(action="offer.approved").facts["checked_by"] == floor.compliance_officer.badge


def test_who_submitted_may_record_the_approval_that_an_officer_signs() -> None:
    floor = Floor("md")

    offer = approve(
        floor,
        floor.submit_offer(),
        by=floor.pit_boss,
        second=signed_by(floor.compliance_officer, Role.COMPLIANCE_OFFICER),
    )

    assert offer.approved_by == floor.compliance_officer
    assert Entry.objects.get(action="offer.approved").signature is not None


def test_the_person_who_submitted_cannot_approve() -> None:
    floor = Floor("md")
    by_pit_boss = floor.submit_offer()
    by_officer = submissions.submit_offer(
        floor.facility,
        name="Other",
        edition="md",
        document={"limits": LIMITS, "wagers": []},
        by=floor.compliance_officer,
        at=floor.at,
    )

    with refused("maker_is_checker", "COMAR 36.05.03.19"):
        approve(floor, by_pit_boss, by=floor.pit_boss)
    with refused("maker_is_checker"):
        approve(floor, by_pit_boss, by=floor.shift_manager)
    with refused("maker_is_checker"):
        approve(floor, by_officer, by=floor.compliance_officer)
    with refused("maker_is_checker"):
        approve(
            floor, by_officer, by=floor.pit_boss, second=signed_by(floor.compliance_officer, Role.COMPLIANCE_OFFICER)
        )


def test_an_officer_of_another_facility_cannot_approve() -> None:
    floor, elsewhere = Floor("md"), Floor("ma")

    with refused("maker_is_checker"):
        approve(floor, floor.submit_offer(), by=elsewhere.compliance_officer)


@pytest.mark.both_databases("constraints")
@pytest.mark.parametrize("model", [Offer, Layout])
def test_the_database_refuses_approval_by_the_person_who_submitted(model: type[Offer] | type[Layout]) -> None:
    floor = Floor("md")
    submission = floor.submit_offer() if model is Offer else floor.submit_layout()

    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(pk=submission.pk).update(
            approved_by=submission.submitted_by, approved_at=NOON, effective_at=NOON
        )


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_half_an_approval() -> None:
    floor = Floor("md")
    offer = floor.submit_offer()

    with pytest.raises(IntegrityError), transaction.atomic():
        Offer.objects.filter(pk=offer.pk).update(effective_at=NOON)


def test_an_offer_is_approved_once() -> None:
    floor = Floor("md")
    offer = floor.new_offer()

    with refused("not_submitted"):
        approve(floor, offer, by=floor.compliance_officer)


def test_nothing_takes_effect_before_it_is_approved() -> None:
    floor = Floor("md")

    with refused("effective_in_the_past"):
        approve(floor, floor.submit_offer(), by=floor.compliance_officer, effective_at=NOON - HOUR)


# ── In force, superseded, withdrawn


def test_a_version_is_in_force_from_its_moment_until_that_of_the_next() -> None:
    floor = Floor("md")
    first = floor.new_offer()
    second = floor.new_offer(effective_at=NOON + HOUR)
    first, instant = fresh(first), timedelta(microseconds=1)

    assert not first.in_force(NOON - instant)
    assert first.in_force(NOON)
    assert first.in_force(NOON + HOUR - instant)
    assert not first.in_force(NOON + HOUR)
    assert not second.in_force(NOON + HOUR - instant)
    assert second.in_force(NOON + HOUR)
    assert [first.standing(NOON), second.standing(NOON)] == ["in force", "approved"]
    assert [first.standing(NOON + HOUR), second.standing(NOON + HOUR)] == ["superseded", "in force"]


def test_a_submitted_offer_is_not_in_force_before_approval() -> None:
    floor = Floor("md")

    offer = floor.submit_offer()

    assert not offer.in_force(NOON + 1000 * HOUR)


def test_of_three_versions_one_is_in_force_at_any_moment_whatever_the_order_of_their_times() -> None:
    floor = Floor("md")
    floor.new_offer()
    floor.new_offer(effective_at=NOON + 5 * HOUR)
    floor.new_offer(effective_at=NOON + 2 * HOUR)

    for hours in range(8):
        versions = [offer.version for offer in Offer.objects.all() if offer.in_force(NOON + hours * HOUR)]
        assert versions == ([1] if hours < 2 else [3])


def test_an_older_version_is_not_approved_after_a_newer_one() -> None:
    floor = Floor("md")
    older = floor.submit_offer()
    floor.new_offer()

    with refused("newer_approved"):
        approve(floor, older, by=floor.compliance_officer)


def test_offers_of_other_names_and_facilities_are_not_superseded() -> None:
    floor, elsewhere = Floor("md"), Floor("md", code="MD2")
    mine, theirs = floor.new_offer(name="Low"), elsewhere.new_offer()

    floor.new_offer()

    assert fresh(mine).superseded_at is None
    assert fresh(theirs).superseded_at is None


def test_what_is_withdrawn_before_it_takes_effect_supersedes_nothing() -> None:
    floor = Floor("md")
    first = floor.new_offer()
    second = floor.new_offer(effective_at=NOON + HOUR)

    submissions.withdraw(second, reason="typing error", by=floor.compliance_officer, at=floor.at)

    assert fresh(first).in_force(NOON + 2 * HOUR)
    assert not fresh(second).in_force(NOON + 2 * HOUR)


def test_what_is_in_use_at_an_open_table_is_not_withdrawn() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("in_use", "COMAR 36.05.03.19"):
        submissions.withdraw(floor.offer, reason="x", by=floor.compliance_officer, at=floor.at)
    with refused("in_use", policy("layout_approved", "Maryland").cite):
        submissions.withdraw(floor.layout, reason="x", by=floor.compliance_officer, at=floor.at)
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))
    submissions.withdraw(floor.offer, reason="x", by=floor.compliance_officer, at=floor.at)
    submissions.withdraw(floor.layout, reason="x", by=floor.compliance_officer, at=floor.at)

    assert fresh(floor.offer).standing(floor.at) == "withdrawn"


def test_what_was_announced_at_an_open_table_is_not_withdrawn() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="High")
    floor_services.put_offer(table, offer=higher, sign=True, announced=True, by=floor.pit_boss, at=floor.at)

    with refused("in_use"):
        submissions.withdraw(higher, reason="x", by=floor.compliance_officer, at=floor.at)


def test_what_is_withdrawn_is_withdrawn_once_and_not_approved_afterwards() -> None:
    floor = Floor("md")
    offer = floor.submit_offer()
    submissions.withdraw(offer, reason="x", by=floor.compliance_officer, at=floor.at)

    with refused("withdrawn"):
        submissions.withdraw(offer, reason="x", by=floor.compliance_officer, at=floor.at)
    with refused("not_submitted"):
        approve(floor, offer, by=floor.compliance_officer)


def test_a_notice_given_in_time_leaves_no_moment_without_an_offer_in_force() -> None:
    floor = Floor("md")
    table = floor.open_table()
    limits = {"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}
    offer = floor.new_offer(limits, effective_at=floor.at + timedelta(minutes=40))
    floor.later(minutes=10)
    floor_services.put_offer(table, offer=offer, sign=True, announced=True, by=floor.pit_boss, at=floor.at)

    for minutes in (0, 29, 30, 31):
        at = floor.at + timedelta(minutes=minutes)
        in_force = fresh(table).offer_at(at)
        assert in_force is not None
        assert in_force.in_force(at), minutes


def test_an_offer_that_was_announced_is_not_superseded_under_its_notice() -> None:
    floor = Floor("md")
    table = floor.open_table()
    high = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="High")
    floor_services.put_offer(table, offer=high, sign=True, announced=True, by=floor.pit_boss, at=floor.at)

    with refused("no_time_left"):
        floor.new_offer({"limits": {"ante": ["20.00", "200.00"]}, "wagers": []}, name="High")


def test_of_versions_that_come_one_after_another_never_two_are_in_force() -> None:
    floor = Floor("md")
    first = floor.new_offer()
    second = floor.new_offer(effective_at=floor.at + timedelta(days=10))
    third = floor.new_offer(effective_at=floor.at + timedelta(days=5))

    submissions.withdraw(third, reason="A mistake", by=floor.compliance_officer, at=floor.at)

    in_force = {
        days: [
            each.version
            for each in map(fresh, (first, second, third))
            if each.in_force(floor.at + timedelta(days=days))
        ]
        for days in (1, 6, 10, 20)
    }
    assert in_force == {1: [1], 6: [1], 10: [2], 20: [2]}


def test_the_date_of_an_approval_is_kept() -> None:
    floor = Floor("md")

    assert fresh(floor.offer).approved_on == floor.at.date()


@pytest.mark.parametrize("kind,minutes", [("offer", 40), ("layout", 1)])
def test_what_is_in_use_at_an_open_table_is_not_superseded_at_once(kind: str, minutes: int) -> None:
    floor = Floor("md")
    floor.open_table()
    new = floor.new_offer if kind == "offer" else floor.new_layout
    in_time = floor.at + timedelta(minutes=minutes)

    with refused("no_time_left", "COMAR 36.05.03.21"):
        new(effective_at=in_time - timedelta(microseconds=1))
    new(effective_at=in_time)

    in_use = fresh(floor.offer if kind == "offer" else floor.layout)
    assert in_use.superseded_at == in_time
