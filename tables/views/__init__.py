from .dealers import dealer, dealers, shift, shifts
from .decks import deck, decks
from .devices import device, devices
from .floor import facility, pit, pits, table, tables
from .submissions import document, layout, layouts, offer, offers

__all__ = [
    "dealer",
    "dealers",
    "deck",
    "decks",
    "device",
    "devices",
    "document",
    "facility",
    "layout",
    "layouts",
    "offer",
    "offers",
    "pit",
    "pits",
    "shift",
    "shifts",
    "table",
    "tables",
]
