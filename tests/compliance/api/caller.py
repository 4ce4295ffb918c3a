"""Call the API, and check every response against its description."""

import json
import re
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from casino.api_docs.schema import schema
from compliance.models import Staff
from tests.floor import PIN

ROOT = "/api/v1/"


def answers_of(operation: dict[str, Any], status: int) -> dict[str, Any] | None:
    """Return what an operation says that it answers with."""
    response = operation["responses"].get(str(status), {})
    if "$ref" in response:
        response = schema()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    for media_type in response.get("content", {}).values():
        found: dict[str, Any] = media_type["schema"]
        return found
    return None


def check(method: str, route: str, status: int, body: Any) -> None:
    """Hold an answer against what the description promises."""
    operation = schema()["paths"][route][method]
    promised = answers_of(operation, status)
    assert promised is not None, f"{method} {route} does not say that it answers {status}"
    whole = promised | {"components": schema()["components"]}
    Draft202012Validator(whole).validate(body)


class Caller:
    """Speaks JSON as someone who signed in; addresses are given from the root of the API."""

    def __init__(self, person: Staff | None = None) -> None:
        self.client = Client()
        if person:
            self.client.force_login(person)

    def get(self, address: str, **parameters: str | int) -> Any:
        """Return what a successful reading answers."""
        return self._checked(self.client.get(_whole(address), parameters), 200)

    def post(self, address: str, *, status: int = 200, signer: Staff | None = None, **body: Any) -> Any:
        """Do an act and return what it answers."""
        if signer:
            body |= {"second_badge": signer.badge, "second_pin": PIN}
        headers = self._headers(address)
        response = self.client.post(_whole(address), body, content_type="application/json", headers=headers)
        return self._checked(response, status)

    def upload(self, address: str, *, status: int = 201, **body: Any) -> Any:
        return self._checked(self.client.post(_whole(address), body, headers=self._headers(address)), status)

    def _headers(self, address: str) -> dict[str, str]:
        """Return what every POST brings: a key of its own, and the ETag of what it may overwrite."""
        headers = {"Idempotency-Key": str(uuid4())}
        thing = _whole(address).rstrip("/").rpartition("/")[0] + "/"
        read = self.client.get(thing)
        return headers | {"If-Match": read["ETag"]} if "ETag" in read else headers

    def refused(self, address: str, status: int, *, method: str = "get", **kwargs: Any) -> Any:
        """Return the problem with which something is refused."""
        if method == "post":
            kwargs["headers"] = self._headers(address) | kwargs.get("headers", {})
        response = self.client.generic(method.upper(), _whole(address), **kwargs)
        assert response["Content-Type"] == "application/problem+json", response.content[:300]
        return self._checked(response, status)

    def refused_body(self, address: str, body: Any, status: int = 400) -> Any:
        """Return the problem with which a body is refused."""
        content = json.dumps(body)
        return self.refused(address, status, method="post", data=content, content_type="application/json")

    @staticmethod
    def _checked(response: Any, status: int) -> Any:
        assert response.status_code == status, response.content
        body = response.json()
        method, route = response.request["REQUEST_METHOD"].lower(), _route(response)
        if route in schema()["paths"] and status not in (405, 406, 411, 413, 415, 500):
            check(method, route, status, body)
        return body


def _whole(address: str) -> str:
    return address if address.startswith("/") else ROOT + address


def _route(response: HttpResponse) -> str:
    """Return the address as the description has it."""
    try:
        route: str = response.resolver_match.route  # type: ignore[attr-defined]
    except Http404:
        return ""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)
