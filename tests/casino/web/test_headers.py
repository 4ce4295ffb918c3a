"""Every response has the content security policy."""

import pytest
from django.test import Client

from casino.web.middleware import DOCUMENTATION


@pytest.mark.parametrize("path", ["/health/live/", "/there/is/nothing/here/", "/static/admin/css/base.css"])
def test_every_answer_carries_the_policy(client: Client, path: str) -> None:
    response = client.get(path)
    list(response)  # a style sheet's file stays open until it is read

    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_only_the_documentation_may_write_styles(client: Client) -> None:
    policy = client.get(DOCUMENTATION)["Content-Security-Policy"]

    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src 'self';" in policy
