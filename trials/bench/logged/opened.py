"""Open a floor in an empty database: `python -m trials.bench.logged.opened`.

It prints the tables, each with its tablet's session.
"""

import json
import os
import sys
from datetime import timedelta
from typing import Any

# One table per connection, by use: single rounds, imports, or inserts without Django.
POSTS, IMPORTS, RAW = "posts", "imports", "raw"
CONNECTIONS = 8
# Imported rounds are played from this time on; a deck lasts longer.
OPENED_AGO = timedelta(hours=2)


def opened_floor(uses: dict[str, int]) -> list[dict[str, str]]:
    """Open the tables that each use needs, each with its own dealer and floorperson."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import timezone

    from compliance.staff.roles import Role
    from tests.floor import Floor

    call_command("migrate", verbosity=0)
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        floor = Floor("md", at=timezone.now() - OPENED_AGO)
        return [_opened(floor, use, Client(), Role.FLOORPERSON) for use, many in uses.items() for _ in range(many)]


def _opened(floor: Any, use: str, tablet: Any, role: Any) -> dict[str, str]:
    person = floor.hire(role)
    table = floor.open_table(dealer=floor.new_dealer(), floorperson=person)
    tablet.force_login(person)
    opened = floor.at.isoformat()
    return {"code": table.code, "use": use, "session": tablet.cookies["sessionid"].value, "opened_at": opened}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    print(json.dumps(opened_floor({POSTS: CONNECTIONS, IMPORTS: CONNECTIONS, RAW: int(sys.argv[1])})))
