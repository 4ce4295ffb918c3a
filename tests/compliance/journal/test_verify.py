"""`manage.py verify_journal` and `manage.py export_anchor` find tampering in the database."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from compliance.journal import triggers
from compliance.journal.verify import Anchor, Misfit, anchors, find_misfits
from compliance.journal.write import journal
from compliance.models import Entry, Signature, Staff, Stream
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("triggers, and rows read in chunks")]


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a test do what whoever owns the database could do."""
    triggers.remove(connection)
    yield
    triggers.install(connection)


@pytest.fixture
def floor(db: None) -> Floor:
    """A floor whose table has a stream of six entries."""
    floor = Floor("md")
    table = floor.new_table(number=1)
    for number in range(2, 7):
        journal("round.played", table, on=table, by=floor.dealer, at=floor.at, number=number)
    assert list(find_misfits([])) == []
    return floor


STREAM = "table:MD-01"


def entries() -> Any:
    return Entry.objects.filter(stream__key=STREAM).order_by("sequence")


def rechain(from_sequence: int) -> None:
    """Make every hash from a place on fit again, as a careful forger would."""
    previous = Entry.objects.get(stream__key=STREAM, sequence=from_sequence - 1).hash if from_sequence > 1 else ""
    for entry in entries().filter(sequence__gte=from_sequence):
        entry.previous = previous
        entry.hash = previous = sha256(entry.content()).hexdigest()
        entry.save()
    last = entries().last()
    Stream.objects.filter(key=STREAM).update(length=last.sequence, head=last.hash)


def found(kept: list[Anchor] | None = None) -> list[tuple[str, int]]:
    return [(misfit.stream, misfit.sequence) for misfit in find_misfits(kept or [])]


# ── What is found


@pytest.mark.parametrize(
    "changes",
    [
        {"action": "round.voided"},
        {"subject": "table:MD-02"},
        {"facts": {"number": 40}},
        {"cite": "elsewhere"},
        {"actor": None},
        {"at": "2026-03-02T18:00:00Z"},
        {"recorded_at": "2026-03-02T18:00:00Z"},
        {"hash": "0" * 64},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_an_entry_whose_content_was_changed_does_not_fit(floor: Floor, changes: dict[str, object]) -> None:
    with unguarded():
        entries().filter(sequence=4).update(**changes)

    assert found() == [(STREAM, 4)]


def test_an_entry_that_was_given_to_another_facility_does_not_fit(floor: Floor) -> None:
    other = Floor("ma")
    with unguarded():
        entries().filter(sequence=4).update(facility=other.facility)

    assert found() == [(STREAM, 4)]


@pytest.mark.parametrize("field", ["signer", "requested_by", "role", "cite", "act", "signed_at"])
def test_a_signature_that_was_changed_no_longer_fits_the_entry_that_it_signed(floor: Floor, field: str) -> None:
    (deck,) = floor.new_decks()
    stranger: Staff = floor.auditor
    value = {"signer": stranger, "requested_by": stranger, "signed_at": "2026-03-02T18:00:00Z"}.get(field, "other")
    with unguarded():
        Signature.objects.update(**{field: value})

    entry = Entry.objects.get(action="deck.received", subject=deck.subject_key)
    assert found() == [(floor.facility.stream_key, entry.sequence)]


def test_a_person_who_was_given_another_badge_no_longer_fits(floor: Floor) -> None:
    Staff.objects.filter(pk=floor.dealer.pk).update(badge="MD-XXX")

    assert (STREAM, 2) in found()


def test_an_entry_deleted_in_the_middle_is_found(floor: Floor) -> None:
    with unguarded():
        entries().filter(sequence=4).delete()

    assert list(find_misfits([])) == [Misfit(STREAM, 4, "missing: entry 5 follows entry 3")]


def test_an_entry_deleted_at_the_beginning_is_found(floor: Floor) -> None:
    with unguarded():
        entries().filter(sequence=1).delete()

    assert found() == [(STREAM, 1)]


def test_an_entry_deleted_at_the_end_is_found(floor: Floor) -> None:
    with unguarded():
        entries().filter(sequence=6).delete()

    assert list(find_misfits([])) == [Misfit(STREAM, 6, "missing: the stream's last entry is 6")]


def test_an_entry_moved_to_another_place_does_not_fit(floor: Floor) -> None:
    with unguarded():
        entries().filter(sequence=6).update(sequence=60)
        entries().filter(sequence=5).update(sequence=6)
        entries().filter(sequence=60).update(sequence=5)

    assert found() == [(STREAM, 5)]


def test_an_entry_replaced_by_one_that_hashes_right_breaks_the_next(floor: Floor) -> None:
    with unguarded():
        forged = entries().get(sequence=4)
        forged.action = "round.voided"
        forged.hash = sha256(forged.content()).hexdigest()
        forged.save()

    assert list(find_misfits([])) == [Misfit(STREAM, 5, "does not continue the entry before it")]


def test_the_last_entry_replaced_by_one_that_hashes_right_is_not_the_last_link(floor: Floor) -> None:
    with unguarded():
        forged = entries().get(sequence=6)
        forged.action = "round.voided"
        forged.hash = sha256(forged.content()).hexdigest()
        forged.save()

    assert list(find_misfits([])) == [Misfit(STREAM, 6, "does not match the stream's last hash")]


def test_an_entry_slipped_in_after_the_last_link_is_found(floor: Floor) -> None:
    with unguarded():
        forged = entries().get(sequence=6)
        forged.pk, forged.sequence, forged.previous = None, 7, forged.hash
        forged.hash = sha256(forged.content()).hexdigest()
        forged.save()

    assert list(find_misfits([])) == [Misfit(STREAM, 7, "comes after the stream's last entry")]


def test_a_link_that_was_set_back_is_found(floor: Floor) -> None:
    fourth = entries().get(sequence=4)
    with unguarded():
        Stream.objects.filter(key=STREAM).update(length=4, head=fourth.hash)

    assert found() == [(STREAM, 5)]


# ── What only an anchor finds


def test_a_chain_that_was_forged_whole_fits_itself_but_not_the_anchor(floor: Floor) -> None:
    kept = anchors()
    with unguarded():
        entries().filter(sequence=4).update(action="round.voided")
        rechain(4)

    assert found() == []
    assert list(find_misfits(kept)) == [Misfit(STREAM, 6, "does not match the anchor")]


def test_a_chain_that_was_cut_short_fits_itself_but_not_the_anchor(floor: Floor) -> None:
    kept = anchors()
    with unguarded():
        entries().filter(sequence__gte=5).delete()
        rechain(4)

    assert found() == []
    assert list(find_misfits(kept)) == [Misfit(STREAM, 5, "missing: the anchor has 6 entries")]


def test_a_missing_stream_is_found_by_its_anchor(floor: Floor) -> None:
    kept = anchors()
    with unguarded():
        entries().delete()
        Stream.objects.filter(key=STREAM).delete()

    assert found() == []
    assert list(find_misfits(kept)) == [Misfit(STREAM, 1, "the whole stream of 6 entries is missing")]


def test_an_older_anchor_tells_sooner_where_a_forgery_begins(floor: Floor) -> None:
    table = entries().first().stream
    earlier = Anchor(STREAM, 4, entries().get(sequence=4).hash)
    kept = [earlier, *anchors()]
    with unguarded():
        entries().filter(sequence=2).update(action="round.voided")
        rechain(2)

    assert found(kept) == [(table.key, 4)]


def test_a_journal_that_has_grown_still_fits_its_anchor(floor: Floor) -> None:
    kept = anchors()

    floor.new_table(number=2)
    floor.new_decks(3)

    assert found(kept) == []


def test_each_stream_that_does_not_fit_is_named(floor: Floor) -> None:
    floor.new_table(number=2)
    with unguarded():
        Entry.objects.filter(action="table.added").update(cite="x")

    assert found() == [("table:MD-01", 1), ("table:MD-02", 1)]


# ── The commands


def test_the_command_says_that_everything_fits(floor: Floor, tmp_path: Path) -> None:
    exported, said = StringIO(), StringIO()
    call_command("export_anchor", stdout=exported)
    (tmp_path / "anchor").write_text(exported.getvalue() * 2)

    call_command("verify_journal", "--anchor", str(tmp_path / "anchor"), stdout=said)

    lines = [json.loads(line) for line in exported.getvalue().splitlines()]
    assert [line["stream"] for line in lines] == ["facility:MD", STREAM]
    assert lines[1] == {"stream": STREAM, "length": 6, "hash": entries().last().hash}
    assert said.getvalue() == f"{Entry.objects.count()} entries in 2 streams match their chains and 4 anchors.\n"


def test_the_command_names_the_first_misfit_of_each_stream_and_fails(floor: Floor) -> None:
    floor.new_table(number=2)
    with unguarded():
        entries().filter(sequence__gte=3).update(cite="x")
        Entry.objects.filter(stream__key="table:MD-02").update(cite="x")
    said = StringIO()

    with pytest.raises(CommandError, match=r"2 streams are broken") as caught:
        call_command("verify_journal", stderr=said)

    assert caught.value.returncode == 1
    assert said.getvalue().splitlines() == [
        "table:MD-01: entry 3: its content does not match its hash",
        "table:MD-02: entry 1: its content does not match its hash",
    ]


def test_on_a_terminal_the_command_shows_how_far_it_is(floor: Floor) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    seen = Terminal()

    call_command("verify_journal", stderr=seen, stdout=StringIO(), no_color=True)

    total = Entry.objects.count()
    assert f"\r{total} of {total} entries\n" in seen.getvalue()


@pytest.mark.parametrize("content", ["nonsense", '{"stream": 1}', "[]", None])
def test_a_file_that_is_no_anchor_is_refused(floor: Floor, tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "anchor").write_text(content)

    with pytest.raises(CommandError) as caught:
        call_command("verify_journal", "--anchor", str(tmp_path / "anchor"))

    assert caught.value.returncode == 2
