"""Integrity scans of the whole record, a part at a time; each resumes where it stopped."""

import logging
from datetime import datetime

from compliance.journal.integrity_scan import walk_journal
from games.replay.integrity_scan import walk_settlements

logger = logging.getLogger(__name__)


def continue_scans(at: datetime) -> None:
    """Continue every scan for a moment. One that fails is retried next time and does not stop the others."""
    for walk in (walk_journal, walk_settlements):
        try:
            walk(at)
        except Exception:
            logger.exception("An integrity scan failed in %s", walk.__name__)
