"""Every id of one facility is used at another: in paths, queries, bodies, cursors and keys.

Nothing is read or written, and the response is the same as for an id that does not exist.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
import pytest
from django import forms
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from casino.access import AccessTable
from casino.api_docs.schema import schema
from compliance.acts.registry import SUBJECTS, Act, Subject
from compliance.api_keys.scopes import SCOPES
from compliance.models import Entry, Facility, Posting, Staff
from compliance.staff.roles import EVERYONE, Role
from compliance.staff.scope import Scope
from tables.models import Table
from tables.signs.services import post_sign
from tests.floor import PIN, Floor
from tests.games.sample_rounds import a_round
from tests.permissions import FILE, one_of_everything

from .caller import ROOT
from .test_keys import new_key

NOBODYS_NUMBER, NOBODYS_CODE = 2**40, "ZZ-99"
# Parameters of lists that name something of a facility, by what they name; the others ask of what one sees already.
NAMED = {
    "facility": "facilities",
    "table": "tables",
    "deck": "decks",
    "pit": "pits",
    "shift": "shifts",
    "round": "rounds",
    "badge": "staff",
    "dealer": "staff",
}


class Two(NamedTuple):
    """Someone with every role at one facility, a key with every scope there, and what the other facility has."""

    here: Floor
    there: Floor
    mine: dict[str, object]
    theirs: dict[str, object]
    person: Staff
    clients: dict[str, Client]

    def ask(self, who: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Return the status and what is said, without what was asked for itself."""
        headers = {"Idempotency-Key": str(uuid4()), "If-Match": "*"} if method == "post" else {}
        kind = "application/x-ndjson" if path.endswith("/import/") else "application/json"
        response = self.clients[who].generic(
            method.upper(), path, data=msgspec.json.encode(body or {}), content_type=kind, headers=headers
        )
        content = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
        return response.status_code, content.decode(errors="replace")

    def entries(self) -> list[int]:
        return [Entry.objects.filter(facility=floor.facility).count() for floor in (self.here, self.there)]


@pytest.fixture
def two(db: None) -> Two:
    here, there = Floor("nj", code="AAA"), Floor("nj", code="BBB")
    mine, theirs = one_of_everything(here), one_of_everything(there)
    post_sign(Table.objects.get(code=theirs["tables"]), by=there.floorperson, at=there.at)
    for things, floor in ((mine, here), (theirs, there)):
        things["keys"] = new_key(floor, *SCOPES).prefix
    person = here.hire(Role.PIT_BOSS)
    for role in EVERYONE - {Role.PIT_BOSS}:
        Posting.objects.create(staff=person, facility=here.facility, role=role, started_at=here.at)
    session, program = (
        Client(),
        Client(headers={"Authorization": f"Bearer {new_key(here, *SCOPES, rate=60_000).token}"}),
    )
    session.force_login(person)
    clients = {"person": session, "program": program}
    for client in clients.values():
        client.get(ROOT)  # a key's first use of the day is told in the journal
    return Two(here, there, mine, theirs, person, clients)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def kind_of(path: str) -> str:
    return path.removeprefix(ROOT).partition("/")[0]


def filled(path: str, key: object) -> str:
    return path.replace("{key}", str(key)).replace("{name}", FILE)


def like(key: object) -> object:
    """Return a key of the same kind that nobody has."""
    return NOBODYS_NUMBER if isinstance(key, int) else NOBODYS_CODE


@pytest.mark.parametrize("who", ["person", "program"])
def test_another_facilitys_key_in_a_path_is_unknown(two: Two, who: str) -> None:
    before, leaks = two.entries(), []
    for method, path, _ in operations():
        if "{key}" not in path:
            continue
        key = two.theirs[kind_of(path)]
        theirs, nobodys = (two.ask(who, method, filled(path, each)) for each in (key, like(key)))
        if theirs != nobodys or theirs[0] not in (403, 404):
            leaks.append((method, path, theirs, nobodys))

    assert leaks == []
    assert two.entries() == before


@pytest.mark.parametrize("who", ["person", "program"])
def test_another_facilitys_key_in_a_query_is_unknown(two: Two, who: str) -> None:
    before, leaks, asked = two.entries(), [], set()
    for method, path, operation in operations():
        names = {each["name"] for each in operation["parameters"] if each["in"] == "query"}
        for name in names & NAMED.keys():
            key = two.theirs[NAMED[name]]
            address = filled(path, two.mine.get(kind_of(path)))
            theirs, nobodys = (two.ask(who, method, f"{address}?{name}={each}") for each in (key, like(key)))
            asked.add(name)
            same = _without(theirs, key) == _without(nobodys, like(key))
            if not same or not (theirs[0] in (400, 403, 404) or _is_empty(theirs[1])):
                leaks.append((path, name, theirs, nobodys))

    assert leaks == []
    assert asked == NAMED.keys()
    assert two.entries() == before


def _without(answer: tuple[int, str], key: object) -> tuple[int, str]:
    return answer[0], re.sub(rf"\b{key}\b", "…", answer[1])


def _is_empty(content: str) -> bool:
    """Whether a list or export has nothing in it of anyone."""
    return '"results":[]' in content or '"rows":0' in content or "totals" in content


def test_another_facilitys_subjects_and_streams_return_no_entries(two: Two) -> None:
    for name, value in (
        ("stream", f"table:{two.theirs['tables']}"),
        ("subject", f"deck:{two.theirs['decks']}"),
        ("subject", f"facility:{two.there.facility.code}"),
    ):
        for query in ("", "&after=start"):
            status, content = two.ask("person", "get", f"{ROOT}journal/?{name}={value}{query}")
            assert (status, '"results":[]' in content) == (200, True), content


def test_another_facilitys_cursor_returns_none_of_its_rows(two: Two) -> None:
    """A page that begins where one of the other facility's ended holds nothing of it."""
    stranger = Client()
    stranger.force_login(two.there.pit_boss)
    lists = [
        path
        for method, path, operation in operations()
        if method == "get" and any(each["name"] == "cursor" for each in operation["parameters"])
    ]
    followed = 0
    for path in lists:
        page = stranger.get(f"{path}?page_size=1")
        if page.status_code != 200 or page.json()["next"] is None:
            continue
        query = page.json()["next"].partition("?")[2]
        status, content = two.ask("person", "get", f"{path}?{query.replace('page_size=1', 'page_size=200')}")
        followed += 1
        assert status == 200, content
        assert f'"facility":"{two.there.facility.code}"' not in content
    assert followed >= 3


# ── Bodies


def things_of(facility: Facility, model: type[Model]) -> list[Any]:
    """Return what a facility has of a kind of thing."""
    names = {field.name for field in model._meta.get_fields()}
    for path in ("facility", "staff__facility", "table__facility", "account__facility"):
        if path.partition("__")[0] in names:
            return list(model._default_manager.filter(**{path: facility}))
    raise AssertionError(f"{model}: how is one of a facility found?")


def references() -> Iterator[tuple[Subject, Act, str]]:
    """Yield every field of every act that names something on the floor."""
    for subject in SUBJECTS.values():
        for act in subject.acts:
            for name, field in act.form.base_fields.items():
                if isinstance(field, forms.ModelChoiceField):
                    yield subject, act, name


REFERENCES = [pytest.param(*each, id=f"{each[1].name}-{each[2]}") for each in references()]


@pytest.mark.parametrize(("subject", "act", "name"), REFERENCES)
def test_another_facilitys_key_in_a_body_is_unknown(two: Two, subject: Subject, act: Act, name: str) -> None:
    key = two.mine[subject.path.partition("/")[0]]
    scope = Scope(two.person, EVERYONE, AccessTable())
    thing = subject.find(scope, key)
    field = act.bind(thing, scope, timezone.now()).fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    several = isinstance(field, forms.ModelMultipleChoiceField)
    theirs = things_of(two.there.facility, field.queryset.model)  # type: ignore[union-attr]
    assert theirs, f"the other facility has none: {field.queryset.model}"  # type: ignore[union-attr]
    mine = things_of(two.here.facility, field.queryset.model)  # type: ignore[union-attr]
    by = field.to_field_name or "pk"
    # Codes of pits are one's own: both facilities have the same.
    keys = {getattr(other, by) for other in theirs} - {getattr(own, by) for own in mine}
    assert keys or by == "code"
    before = two.entries()

    for their_key in keys:
        told = []
        for each in (their_key, like(their_key)):
            body = {name: [each] if several else each, "second_badge": two.here.dealer.badge, "second_pin": PIN}
            body = body if act.signing else {name: body[name]}
            status, content = two.ask("person", "post", f"{ROOT}{_address(subject, key)}{act.slug}/", body)
            told.append(_without((status, content), each))
        assert told[0] == told[1]
        assert told[0][0] in (400, 409), told[0]
    assert two.entries() == before


def _address(subject: Subject, key: object) -> str:
    return subject.path.replace("<str:key>", str(key)).replace("<int:key>", str(key))


@pytest.mark.parametrize("field", ["deck", "failed_device", "replaces", "dealt_by"])
def test_another_facilitys_key_in_a_round_is_unknown(two: Two, field: str) -> None:
    theirs: Any = {"deck": "decks", "failed_device": "devices", "replaces": "rounds", "dealt_by": "staff"}[field]
    key = two.theirs[theirs]
    before = two.entries()
    for where in ("rounds/", "rounds/preview/"):
        told = []
        for each in (key, like(key)):
            body = a_round("nj") | {field: each}
            status, content = two.ask("program", "post", f"{ROOT}tables/{two.mine['tables']}/{where}", body)
            told.append(_without((status, content), each))
        assert told[0] == told[1]
    assert two.entries() == before


def test_someone_of_the_other_facility_signs_nothing(two: Two) -> None:
    told = []
    for badge in (two.there.dealer.badge, NOBODYS_CODE):
        body = {"second_badge": badge, "second_pin": PIN}
        told.append(two.ask("person", "post", f"{ROOT}tables/{two.mine['tables']}/close/", body))

    assert told[0] == told[1]
    assert told[0][0] == 400


def test_another_facilitys_code_in_a_body_is_unknown(two: Two) -> None:
    before = two.entries()
    for path, body in (
        (f"staff/{two.mine['staff']}/appoint/", lambda code: {"facility_code": code, "role": "dealer"}),
        (
            f"facilities/{two.here.facility.code}/create-key/",
            lambda code: {"name": "K", "facilities": [code], "scopes": ["tables:read"], "valid_days": 3},
        ),
    ):
        told = []
        for code in (two.there.facility.code, "ZZZ"):
            status, content = two.ask("person", "post", f"{ROOT}{path}", body(code))
            told.append(_without((status, content), code))
        assert told[0] == told[1]
        assert told[0][0] == 400
    assert two.entries() == before
