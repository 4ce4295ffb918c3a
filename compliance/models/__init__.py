from .alerts import Alert, Severity
from .facilities import Facility, Owned
from .feed import FeedHead, FeedItem, FeedMark
from .heartbeats import Heartbeat
from .journal import Entry, Stream
from .keys import Key, KeyGrant, KeyUse
from .patrols import Patrol
from .receipts import Receipt
from .signatures import Attempt, Signature
from .staff import Posting, Staff

__all__ = [
    "Alert",
    "Attempt",
    "Entry",
    "Facility",
    "FeedHead",
    "FeedItem",
    "FeedMark",
    "Heartbeat",
    "Key",
    "KeyGrant",
    "KeyUse",
    "Owned",
    "Patrol",
    "Posting",
    "Receipt",
    "Severity",
    "Signature",
    "Staff",
    "Stream",
]
