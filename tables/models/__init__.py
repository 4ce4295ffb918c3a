from .dealers import Licence, Stint, Supervision, TableTest
from .decks import CardReplacement, Deck
from .devices import Device
from .openings import DeckStep, Opening
from .pits import LayoutInForce, OfferInForce, Pit, Table
from .shifts import PitDuty, Shift, ShiftTemplate
from .submissions import Document, Layout, Offer, Submission, in_force_at

__all__ = [
    "CardReplacement",
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
    "Stint",
    "Submission",
    "Supervision",
    "Table",
    "TableTest",
    "in_force_at",
]
