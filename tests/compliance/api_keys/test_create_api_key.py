"""manage.py create_api_key prints only the token to standard output."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from compliance.models import Key
from tests.floor import Floor

pytestmark = pytest.mark.django_db


def create(*arguments: str) -> tuple[str, str]:
    """Return what the command prints, and what it says beside it."""
    printed, said = StringIO(), StringIO()
    call_command("create_api_key", *arguments, stdout=printed, stderr=said)
    return printed.getvalue(), said.getvalue()


ASKED = ("--facility", "MD", "--name", "Slot accounting", "--scope", "rounds:read", "--days", "30")


def test_the_token_is_printed_alone_and_opens_what_it_was_made_for() -> None:
    Floor("md"), Floor("nj")

    printed, said = create(*ASKED, "--facility", "NJ", "--scope", "tables:read")

    token, key = printed.removesuffix("\n"), Key.objects.get()
    assert token.startswith(f"cck_{key.prefix}_")
    assert token not in said
    assert f"API key {key.prefix} for Slot accounting at MD, NJ, valid until" in said
    assert (key.facility.code, key.scopes, key.created_by) == ("MD", ["tables:read", "rounds:read"], None)
    assert (key.expires_at - key.created_at).days == 30
    program = Client(headers={"Authorization": f"Bearer {token}"})
    assert program.get("/api/v1/rounds/").status_code == 200
    assert program.get("/api/v1/journal/").status_code == 403


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--facility", "XX"], "--facility: there is no XX. There are: MD."),
        (["--scope", "rounds:delete"], "--scope: there is no rounds:delete. Known: tables:read,"),
        (["--days", "0"], "An API key may be valid for 1 to 366 days"),
        (["--days", "400"], "An API key may be valid for 1 to 366 days"),
        (["--rate", "0"], "requests per minute"),
        (["--name", " "], "--name: give a name"),
        (["--name", "x" * 81], "--name: give a name"),
    ],
)
def test_invalid_options_are_refused_with_a_remedy(more: list[str], says: str) -> None:
    Floor("md")

    with pytest.raises(CommandError) as refused:
        create(*ASKED, *more)

    assert says in str(refused.value)
    assert not Key.objects.exists()
