from .alerts import Alert, Severity
from .facilities import Facility, Owned
from .heartbeats import Heartbeat
from .journal import Entry, Stream
from .patrols import Patrol
from .receipts import Receipt
from .signatures import Attempt, Signature
from .staff import Posting, Staff

__all__ = [
    "Alert",
    "Attempt",
    "Entry",
    "Facility",
    "Heartbeat",
    "Owned",
    "Patrol",
    "Posting",
    "Receipt",
    "Severity",
    "Signature",
    "Staff",
    "Stream",
]
