"""Everything on a page is in the API under the same name, or has a reason why not."""

from django.urls import get_resolver

from tests.permissions import routes

# Pages without an address of the API of the same name, and why there is none.
APART = {
    "home": "leads to the board; the root of the API tells where one works",
    "sign-in": "makes the session that both use; programs have keys",
    "sign-out": "ends that session",
    "theme": "a cookie of the browser's own",
    "admin-login": "leads to the page for signing in",
    "live": "is JSON for whoever watches the server, without signing in",
    "ready": "is JSON for whoever watches the server, without signing in",
    "range": "is `ranges` with the parameter `facility`",
    "range-file": "is `ranges-file` with the parameter `facility`",
}


def names(*, of_api: bool) -> set[str]:
    found = routes(get_resolver().url_patterns)
    return {name for route, name in found if route.startswith("api/") == of_api}


def test_every_page_and_every_act_has_an_address_in_the_api_or_a_reason_why_not() -> None:
    assert sorted(names(of_api=False) - names(of_api=True) - APART.keys()) == []


def test_no_reason_is_given_for_what_is_there_or_is_no_page() -> None:
    assert sorted(APART.keys() & names(of_api=True)) == []
    assert sorted(APART.keys() - names(of_api=False)) == []
