"""Present the status of a layout or offer."""

from datetime import datetime

from compliance.web.generic_views import StatusWord
from tables.models import Layout, Offer

_STATUS = {"in force": "fine", "approved": "soon", "submitted": "soon", "superseded": "rest", "withdrawn": "rest"}


def submission_status(thing: Layout | Offer, at: datetime) -> StatusWord:
    """Return a submission's status."""
    word = thing.standing(at)
    return StatusWord(_STATUS[word], "approved, not yet in effect" if word == "approved" else word)
