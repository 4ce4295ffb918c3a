from .dealers.models import Licence, Stint, Supervision, TableTest
from .decks.models import CardReplacement, CoverCard, Deck
from .devices.models import Device
from .floor.models import LayoutInForce, OfferInForce, Pit, Sign, Table
from .openings.models import DeckStep, Opening
from .shifts.models import PitDuty, Shift, ShiftTemplate
from .submissions.models import Document, Layout, Offer, Submission, document_label, in_force_at

__all__ = [
    "CardReplacement",
    "CoverCard",
    "Deck",
    "DeckStep",
    "Device",
    "Document",
    "Layout",
    "LayoutInForce",
    "Licence",
    "Offer",
    "OfferInForce",
    "Opening",
    "Pit",
    "PitDuty",
    "Shift",
    "ShiftTemplate",
    "Sign",
    "Stint",
    "Submission",
    "Supervision",
    "Table",
    "TableTest",
    "document_label",
    "in_force_at",
]
