"""Patrols: tours through the whole record, a part at a time, each going on where it stopped."""

import logging
from datetime import datetime

from compliance.journal.integrity_scan import walk_journal
from games.replay.integrity_scan import walk_settlements

logger = logging.getLogger(__name__)


def continue_scans(at: datetime) -> None:
    """Go on with every patrol for a moment. One that fails is tried again next time, and keeps no other from going."""
    for walk in (walk_journal, walk_settlements):
        try:
            walk(at)
        except Exception:
            logger.exception("A patrol came to a halt in %s", walk.__name__)
