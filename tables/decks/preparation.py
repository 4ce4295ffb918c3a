"""Record the steps of a deck on its way into play: who verifies it, how it is shuffled and cut."""

from collections.abc import Iterable
from datetime import datetime

from compliance.errors import RuleViolation
from compliance.models import Signature, Staff
from compliance.signatures.services import Confirmation
from games.engine import questions
from games.engine.rulebook import Rulebook
from tables.dealers.roster import floorperson_at
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, DeckStep, Opening, Table
from tables.openings.sequence import Step


def check_two_people(book: Rulebook, second: Confirmation, *, by: Staff) -> None:
    """Refuse an inspection that one person both does and verifies."""
    if second.signer.pk == by.pk:
        raise RuleViolation(
            "same_person",
            "The dealer inspects the cards and a floorperson verifies it: two people must sign.",
            questions.two_people(book).cite,
        )


def is_for_another(table: Table, book: Rulebook, person: Staff) -> bool:
    """Tell whether the rules leave the verification to the floorperson assigned to the table, who is someone else."""
    rule, assigned = questions.verification(book), floorperson_at(table)
    return rule is not None and rule.value.assigned and (assigned is None or assigned.pk != person.pk)


def check_verifier(table: Table, steps: Iterable[Step], reason: str, *, by: Staff) -> str:
    """Return the reason why someone other than the assigned floorperson verifies a deck; refuse if it is missing."""
    step = next((step for step in steps if step.value.assigned), None)
    assigned = floorperson_at(table)
    if step is None or (assigned is not None and assigned.pk == by.pk):
        return ""
    if not reason:
        who = f"{assigned} supervises {table}" if assigned else f"Nobody supervises {table}"
        raise RuleViolation(
            "verifier_not_assigned",
            f"{who}. The floorperson assigned to the table verifies the inspection. Give the reason why you do.",
            step.cite,
            remedy="table.supervise",
            remedy_on=table,
        )
    return reason


def shuffled_by_hand(table: Table, by_hand: bool | None) -> bool:
    """Return whether a deck was shuffled by hand: as told, and always without a shuffler."""
    return bool(by_hand) or dealing_method_at(table).shuffler == "none"


def check_cut_depth(book: Rulebook, depth: int | None) -> int | None:
    """Return how many cards deep a deck was cut; refuse a cut that is not deep enough."""
    least = questions.cut_depth(book)
    if depth is not None and not least.value <= depth < book.deck.cards:
        raise RuleViolation(
            "cut_too_shallow",
            f"A cut takes at least {least.value} and fewer than {book.deck.cards} cards, not {depth}. Cut again.",
            least.cite,
        )
    return depth


def record_step(
    deck: Deck,
    step: Step,
    *,
    opening: Opening | None,
    dealer: Staff,
    by: Staff,
    at: datetime,
    signature: Signature | None = None,
    by_hand: bool | None = None,
    depth: int | None = None,
) -> DeckStep:
    """Record a step as done by the dealer, or by the floorperson who records it."""
    return DeckStep.objects.create(
        opening=opening,
        deck=deck,
        step=step.value.id,
        done_by=dealer if step.value.by == "dealer" else by,
        recorded_by=by,
        signature=signature,
        by_hand=by_hand,
        depth=depth,
        done_at=at,
        cite=step.cite,
    )
