"""Programs of the demo that hold an API key. Their tokens are random, and nobody knows them."""

from datetime import datetime

from compliance.api_keys import services as keys
from compliance.models import Key

from .place import ADMINISTRATOR, Place
from .story import DAY


class Programs(Place):
    def gives_key(self, ago: float, name: str, *scopes: str, valid_days: int) -> None:
        """Create a key for a program at this facility."""

        def give(at: datetime) -> None:
            keys.create_key(
                self.facility,
                name=name,
                facilities=[self.facility],
                scopes=scopes,
                valid_days=valid_days,
                by=self.who(ADMINISTRATOR),
                at=at,
            )

        self.story.tell(ago, give)

    def uses_key(self, name: str, address: str, *, days: int) -> None:
        """Use a key on each of the last days, most recently a few minutes ago."""
        for day in range(days):
            self.story.tell(day * DAY + 4, lambda at: keys.note_use(self._key(name), address=address, at=at))

    def revokes_key(self, ago: float, name: str, reason: str) -> None:
        def revoke(at: datetime) -> None:
            keys.revoke_key(self._key(name), reason=reason, by=self.who(ADMINISTRATOR), at=at)

        self.story.tell(ago, revoke)

    def _key(self, name: str) -> Key:
        return Key.objects.get(facility=self.facility, name=name)
