"""Query tables with everything that cards, gates, and findings read, in a fixed number of queries."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from tables.dealers.roster import charges_of_open_tables, open_tables_count
from tables.models import Deck, DeckStep, LayoutInForce, OfferInForce, Sign, Stint, Supervision, Table
from tables.openings.sequence import SIGNED_STEPS

_VERIFIED = DeckStep.objects.filter(deck=OuterRef("pk"), step__in=SIGNED_STEPS)


def with_relations(tables: QuerySet[Table], at: datetime) -> QuerySet[Table]:
    """Prefetch everything a table card shows, in a fixed number of queries that read no history."""
    return tables.select_related("facility", "pit", "cover_card").prefetch_related(
        "devices",
        Prefetch("signs", Sign.objects.filter(taken_down_at=None).select_related("offer", "posted_by")),
        Prefetch("decks", Deck.objects.filter(state__in=Deck.AT_TABLE).annotate(was_verified=Exists(_VERIFIED))),
        *in_force(at),
        Prefetch("stints", Stint.objects.filter(ended_at=None).select_related("staff")),
        "stints__staff__licences",
        "stints__staff__table_tests",
        "stints__staff__postings",
        Prefetch(
            "supervisions",
            # `span`: how many open tables the floorperson supervises in total.
            Supervision.objects.filter(ended_at=None).select_related("staff").annotate(span=open_tables_count("staff")),
        ),
        "supervisions__staff__postings",
    )


def set_spans(supervisions: Sequence[Supervision]) -> None:
    """Set `span` of current supervisions as `with_relations` does."""
    people = {each.staff_id for each in supervisions}
    charges = charges_of_open_tables().filter(staff__in=people).order_by()
    spans = dict(charges.values_list("staff").annotate(Count("pk")))
    for each in supervisions:
        each.span = spans.get(each.staff_id, 0)  # type: ignore[attr-defined]  # an annotation


def in_force(at: datetime) -> "tuple[Prefetch[Any], ...]":
    """Return prefetches for the current and future offers and layouts of tables."""
    return (
        Prefetch("offers_in_force", _current(OfferInForce.objects.select_related("offer__facility"), at)),
        Prefetch("layouts_in_force", _current(LayoutInForce.objects.select_related("layout__facility"), at)),
    )


def _current(rows: QuerySet[OfferInForce] | QuerySet[LayoutInForce], at: datetime) -> QuerySet[OfferInForce]:
    """Keep the row in force at each table, and future ones."""
    latest = rows.model._default_manager.filter(table=OuterRef("table"), from_at__lte=at, cancelled_at=None)
    newest = Subquery(latest.order_by("-from_at", "-pk").values("pk")[:1])
    narrowed: QuerySet[OfferInForce] = rows.filter(Q(from_at__gt=at) | Q(pk=newest))  # type: ignore[assignment]
    return narrowed


def running_notice(table: Table, at: datetime) -> OfferInForce | None:
    """Return the notice of new limits that is still running, if any."""
    rows = table.known("offers_in_force", from_at__gt=at, cancelled_at=None)
    return next((row for row in rows if row.from_at > at and row.cancelled_at is None), None)
