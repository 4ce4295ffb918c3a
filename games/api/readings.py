"""Rounds and violations, as they are read."""

from datetime import datetime

from django.db.models import QuerySet

from compliance.api.filters import Choice, Flag, OfFacility, Reference
from compliance.api.readings import Reading, register
from tables.models import Deck, Table

from ..models import Round, Violation
from ..serializers import RoundDetailSerializer, RoundSerializer, ViolationDetailSerializer, ViolationSerializer

TABLE = Reference("table", "The code of a table.", lambda: Table.objects.all(), key="code")
DECK = Reference("deck", "The number of a deck.", lambda: Deck.objects.all())


def _with_all(rounds: QuerySet[Round], at: datetime) -> QuerySet[Round]:
    return rounds.select_related("voiding__voided_by", "voiding__signature__signer")


def _with_people(violations: QuerySet[Violation], at: datetime) -> QuerySet[Violation]:
    return violations.select_related("closed_by")


register(
    Reading(
        "round",
        RoundSerializer,
        RoundDetailSerializer,
        says="Rounds of play, the newest first.",
        key="The round's number in this installation, its `id`.",
        name_of_list="rounds",
        order="-id",
        fetch=_with_all,
        filters=(
            OfFacility(),
            TABLE,
            DECK,
            Choice("status", tuple(Round.Status.values), "Settled or void, by the rules."),
            Flag("voided", "Whether it was struck out later.", "voiding__isnull", negated=True),
        ),
    )
)

register(
    Reading(
        "violation",
        ViolationSerializer,
        ViolationDetailSerializer,
        says="Rounds that were played against a gate, each gate by itself, the newest first.",
        key="The violation's number.",
        name_of_list="violations",
        order="-id",
        fetch=_with_people,
        filters=(OfFacility(), Flag("open", "Whether it is still open.", "closed_at__isnull")),
    )
)
