"""Every check of the auditor passes on a correct floor, and finds its fault."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db.models import F

from compliance.models import Entry, Receipt
from games.models import HourlyTotal, Round, RoundVoid, Violation
from tables.models import Table
from tests.floor import signed_by
from trials.chaos.audit import CHECKS, Evidence, audit
from trials.chaos.audit.answers import answered_the_same, as_asked, expected, none_lost, none_twice
from trials.chaos.audit.followed import all_followed
from trials.chaos.audit.journalled import chains_whole, journalled, violations_opened
from trials.chaos.audit.settled import settled_whole
from trials.chaos.audit.standing import acts_done, tallied, totals_equal
from trials.chaos.audit.turns import in_turn, numbered
from trials.chaos.records import Record

from .played import Played, twelve_rounds, unguarded

pytestmark = pytest.mark.django_db

# Of the twelve rounds that are played: the fifth and the tenth are counted, the last was voided.
SOME, COUNTED = 3, 5


@pytest.fixture
def played() -> Played:
    found = twelve_rounds()
    unguarded()
    return found


def some(number: int = SOME) -> Any:
    return Round.objects.filter(number=number)


# ── Faults


def a_round_is_gone(played: Played) -> None:
    some().delete()


def a_settlement_is_another(played: Played) -> None:
    some().update(settlement=some(SOME + 1).get().settlement)


def a_receipt_is_gone(played: Played) -> None:
    Receipt.objects.filter(key=played.records[0].key).delete()


def a_number_is_another(played: Played) -> None:
    some().update(number=99)


def another_answer_is_given(played: Played) -> None:
    place = next(place for place, record in enumerate(played.records) if record.event == "again")
    played.records[place] = msgspec.structs.replace(played.records[place], text=played.records[place].text + " ")


def nobody_asks_again(played: Played) -> None:
    played.records = [record for record in played.records if record.event != "again"]


def a_retry_takes_a_new_key(played: Played) -> None:
    played.log(some().get().entered())


def a_round_has_two_receipts(played: Played) -> None:
    receipt = Receipt.objects.get(key=played.records[0].key)
    receipt.pk, receipt.key = None, "another-key"
    receipt.save(force_insert=True)


def a_receipt_tells_of_nothing(played: Played) -> None:
    some().delete()


def nobody_sent_it(played: Played) -> None:
    played.records = [each for each in played.records if each.event != "asked" or each.key != played.records[0].key]


def it_was_sent_otherwise(played: Played) -> None:
    some().update(input=some(SOME + 1).get().input)


def half_of_it_is_stored(played: Played) -> None:
    some().update(staked_cents=F("staked_cents") + 1)


def it_cannot_be_settled(played: Played) -> None:
    some().update(input='{"seats": []}')


def an_entry_is_gone(played: Played) -> None:
    Entry.objects.filter(subject=some().get().subject_key).delete()


def an_entry_tells_of_another_content(played: Played) -> None:
    some().update(settlement=some(SOME + 1).get().settlement)


def an_entry_of_a_void_is_gone(played: Played) -> None:
    Entry.objects.filter(action="round.voided").delete()


def a_void_is_gone(played: Played) -> None:
    RoundVoid.objects.all().delete()


def a_violation_is_of_no_breach(played: Played) -> None:
    Violation.objects.create(
        facility=played.floor.facility, round=some().get(), code="deck_overdue", message="-", opened_at=played.floor.at
    )


def a_breach_has_no_violation(played: Played) -> None:
    body = played.deal() | {"deck": Round.objects.get(number=11).deck_id, "breach_reason": "So it was"}
    body |= {"second_badge": "-", "second_pin": "-"}
    round_ = played.log(body, second=signed_by(played.floor.shift_manager, "shift_manager"))
    assert list(violations_opened(played.evidence())) == []
    Violation.objects.filter(round=round_).delete()


def an_entry_was_altered(played: Played) -> None:
    Entry.objects.filter(subject=some().get().subject_key).update(cite="another")


def a_table_counts_one_too_many(played: Played) -> None:
    Table.objects.update(round_number=F("round_number") + 1)


def a_deck_dealt_twice_running(played: Played) -> None:
    before = some(SOME - 1).get()
    some().update(position=before.position, deck=before.deck)


def a_deck_was_not_in_play(played: Played) -> None:
    some().update(deck=played.floor.deck("red"))


def a_due_count_is_missing(played: Played) -> None:
    some(COUNTED).update(stub=None)


def a_total_is_gone(played: Played) -> None:
    HourlyTotal.objects.filter(wager="middle").delete()


def a_total_is_off_by_a_cent(played: Played) -> None:
    HourlyTotal.objects.filter(wager="").update(pays_cents=F("pays_cents") + 1)


def a_table_forgot_a_round(played: Played) -> None:
    Table.objects.update(rounds_since_count=0)


def a_table_has_the_turn_wrong(played: Played) -> None:
    Table.objects.update(last_position="B" if Table.objects.get().last_position == "A" else "A")


def an_acknowledged_void_is_gone(played: Played) -> None:
    RoundVoid.objects.all().delete()


def an_acknowledged_change_is_gone(played: Played) -> None:
    played.say("told", "change", str(some().get().deck_id), 200)


def an_error_has_no_reason(played: Played) -> None:
    played.say("lost", "round", "key", text="status 500")


def a_request_is_never_answered(played: Played) -> None:
    played.say("unanswered", "round", "key")


def a_refusal_has_no_reason(played: Played) -> None:
    played.say("told", "round", "key", 409, '{"code": "table_not_open", "violations": [{"code": "table_not_open"}]}')


def a_round_is_called_wrong(played: Played) -> None:
    played.say("told", "round", "key", 400, '{"code": "invalid", "errors": [{"path": "seats[0]"}]}')


def a_session_has_ended(played: Played) -> None:
    played.say("told", "round", "key", 401, '{"code": "not_signed_in"}')


def a_round_is_refused_when_asked_again(played: Played) -> None:
    played.say("again", "round", "key", 409, '{"code": "stub_count_missing"}')


Fault = Callable[[Played], None]


def an_entry_never_came(played: Played) -> None:
    played.follow()
    played.followed.remove(next(each for each in played.followed if each.stream.startswith("table:")))


def an_entry_came_twice(played: Played) -> None:
    played.follow()
    played.followed.append(played.followed[-1])


def two_came_the_other_way_round(played: Played) -> None:
    played.follow()
    played.followed[-2:] = reversed(played.followed[-2:])


FAULTS: dict[Callable[..., Any], tuple[Fault, ...]] = {
    all_followed: (an_entry_never_came, an_entry_came_twice, two_came_the_other_way_round),
    none_lost: (a_round_is_gone, a_settlement_is_another, a_receipt_is_gone, a_number_is_another),
    answered_the_same: (another_answer_is_given, nobody_asks_again),
    none_twice: (a_retry_takes_a_new_key, a_round_has_two_receipts, a_receipt_tells_of_nothing, a_receipt_is_gone),
    as_asked: (nobody_sent_it, it_was_sent_otherwise),
    settled_whole: (a_settlement_is_another, half_of_it_is_stored, it_cannot_be_settled),
    journalled: (
        an_entry_is_gone,
        an_entry_tells_of_another_content,
        an_entry_of_a_void_is_gone,
        a_void_is_gone,
        a_round_is_gone,
    ),
    violations_opened: (a_violation_is_of_no_breach, a_breach_has_no_violation),
    chains_whole: (an_entry_was_altered, an_entry_is_gone),
    numbered: (a_round_is_gone, a_number_is_another, a_table_counts_one_too_many),
    in_turn: (a_deck_dealt_twice_running, a_deck_was_not_in_play, a_due_count_is_missing),
    totals_equal: (a_total_is_gone, a_total_is_off_by_a_cent, a_round_is_gone),
    tallied: (a_table_forgot_a_round, a_table_has_the_turn_wrong),
    acts_done: (an_acknowledged_void_is_gone, an_acknowledged_change_is_gone),
    expected: (
        an_error_has_no_reason,
        a_request_is_never_answered,
        a_refusal_has_no_reason,
        a_round_is_called_wrong,
        a_session_has_ended,
        a_round_is_refused_when_asked_again,
    ),
}
CASES = [
    pytest.param(look, fault, id=f"{look.__name__}-{fault.__name__}")
    for look, faults in FAULTS.items()
    for fault in faults
]


def test_a_correct_run_has_no_findings(played: Played) -> None:
    played.follow()
    assert [(finding.says, finding.shown) for finding in audit(played.evidence()) if finding.faults] == []


def test_every_check_has_a_fault_in_this_file() -> None:
    assert {check.look for check in CHECKS} == set(FAULTS)


@pytest.mark.parametrize(("look", "fault"), CASES)
def test_each_check_finds_its_faults(played: Played, look: Callable[..., Any], fault: Fault) -> None:
    before = list(look(played.evidence()))

    fault(played)

    assert before == []
    assert list(look(played.evidence())) != []


def test_server_errors_are_expected_during_a_database_outage(played: Played) -> None:
    played.records.append(Record("lost", "round", "-", "key", 0, "status 500", at=1000))

    assert list(expected(Evidence(played.records, [(990, 1001)]))) == []
    assert list(expected(Evidence(played.records, [(990, 991), (1001, 1002)]))) != []


def test_batch_lines_are_compared_without_their_repeated_mark(played: Played) -> None:
    first = next(record for record in played.records if record.event == "told")
    answer = msgspec.json.decode(first.text)
    totals = answer["settlement"]["totals"]
    line = {"id": answer["id"], "number": answer["number"], "status": "settled", "totals": totals, "line": 1}
    for event, more in (("told", {}), ("again", {"repeated": True})):
        text = msgspec.json.encode(line | more).decode()
        played.records.append(Record(event, "line", played.table.code, first.key + "-line", 201, text))  # type: ignore[arg-type]

    assert list(answered_the_same(played.evidence())) == []
