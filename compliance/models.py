from .alerts.models import Alert, Heartbeat, Severity
from .api.models import Receipt
from .api_keys.models import Key, KeyGrant, KeyUse
from .facilities.models import Facility, Owned
from .journal.models import Entry, FeedHead, FeedItem, FeedMark, Patrol, Stream
from .signatures.models import Signature
from .staff.models import Attempt, Posting, Staff

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
