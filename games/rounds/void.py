"""Void a round, with a reason and a second signature. The round stays; totals and counts are corrected."""

from datetime import datetime

from django.db import transaction

from compliance.db.write_batch import WriteBatch
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import FLOOR, MANAGERS
from games.models import Round, RoundVoid
from games.totals import services as totals
from tables.floor.table_cache import COUNTERS

from .log.context import lock_context
from .stub_tally import recount

VOIDING = Signing("round_voided", FLOOR)


@transaction.atomic
def void_round(round_: Round, *, reason: str, by: Staff, at: datetime, second: Confirmation) -> Round:
    """Void a round that was logged wrongly. The corrected round is logged separately."""
    here = lock_context(round_.table.code, at)
    assert here is not None
    table = here.table
    found = Round.objects.select_related("facility", "table", "shift", "logged_by", "voiding").get(pk=round_.pk)
    cite = policy("round_voided", table.facility.jurisdiction).cite
    if found.is_voided:
        raise RuleViolation("voided_already", f"Round {found.number} is already voided: {found.voiding.reason}.", cite)
    if second.signer.pk == found.logged_by_id:
        raise RuleViolation(
            "signed_by_logger", f"{second.signer} logged round {found.number}. Another person must sign.", cite
        )
    if not is_of_this_shift(found) and not (
        (by.roles_at(table.facility) | second.signer.roles_at(table.facility)) & MANAGERS
    ):
        raise RuleViolation(
            "shift_over", f"The shift of round {found.number} is over. A shift manager must void it or sign.", cite
        )
    signature = sign(VOIDING, second, "round.voided", facility=table.facility, by=by, at=at)
    RoundVoid.objects.create(
        round=found, shift=found.shift, reason=reason, voided_by=by, signature=signature, voided_at=at
    )
    recount(table)
    batch = WriteBatch()
    totals.add(batch, totals.taken_back(found))
    batch.update(table, *COUNTERS)
    batch.send()
    journal(
        "round.voided",
        found,
        on=table,
        by=by,
        at=at,
        signature=signature,
        cite=cite,
        stream=here.stream,
        changes_floor=False,
        number=found.number,
        reason=reason,
        staked_cents=found.staked_cents,
        pays_cents=found.pays_cents,
        returned_cents=found.returned_cents,
    )
    return Round.objects.select_related("facility", "table", "voiding").get(pk=found.pk)


def is_of_this_shift(round_: Round) -> bool:
    """Tell whether a round was played in the shift on duty."""
    return round_.shift is not None and round_.shift.is_on_duty
