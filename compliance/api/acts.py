"""Endpoints that do: one for each act, made from its form."""

from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from ..acts import Act, Subject
from ..scanning import hurry
from ..tablets import tablet_of
from .addresses import address_of
from .arguments import fill, form_serializer, takes_files
from .endpoints import Endpoint, check_has_length
from .lists import key_parameter
from .parsers import BoundedMultiPartParser, StrictJSONParser
from .problems import Invalid, field_errors
from .readings import READINGS, Reading
from .schema import Description


class ActEndpoint(Endpoint):
    """POST does the act and answers with the thing as it is then, or with what was made."""

    act: Act = None  # type: ignore[assignment]  # given by as_view
    subject: Subject = None  # type: ignore[assignment]
    thing: Any

    def get_parsers(self) -> list[BaseParser]:
        return [StrictJSONParser(), BoundedMultiPartParser()] if takes_files(self.act) else [StrictJSONParser()]

    def description(self) -> Description:
        act, reading = self.act, READINGS[self.subject.kind]
        signed = f"Signed by a {act.signing.who()}, with badge and PIN." if act.signing else ""
        summary = (act.run.__doc__ or "").strip().partition("\n")[0]
        return Description(
            operation=act.name.replace(".", "_").replace("-", "_"),
            tag=reading.plural,
            summary=act.label,
            says=" ".join(part for part in (summary, act.explains, signed) if part),
            answers=(_made_by(act) if act.creates else reading).detail,
            status=201 if act.creates else 200,
            takes=form_serializer(act),
            parameters=[key_parameter(reading)],
            refuses=(400, 401, 403, 404, 409),
        )

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_has_length(request)

    def post(self, request: Request, key: Any) -> Response:
        self.thing = self.subject.find(self.scope, key)
        form = self.act.bind(self.thing, self.scope, self.at, data={}, files={})
        fill(form, request.data, request.FILES)
        if not form.is_valid():
            found = form.errors.as_data().items()
            raise Invalid(error for name, errors in found for each in errors for error in field_errors(each, name))
        made = self.act.perform(form, tablet=tablet_of(request))
        hurry(self.thing.facility, self.at)
        return self._created(made) if self.act.creates else self._done(key)

    def _done(self, key: Any) -> Response:
        reading = READINGS[self.subject.kind]
        return Response(self.shown(reading.detail, reading.find(self.scope, key, self.at)))

    def _created(self, made: Any) -> Response:
        reading = READINGS[made._meta.model_name]
        key = reading.subject.key(made)
        body = self.shown(reading.detail, reading.find(self.scope, key, self.at))
        return Response(body, status=201, headers={"Location": address_of(reading.kind, key)})


def _made_by(act: Act) -> Reading:
    """Return how what an act makes is read; its service's return type tells what that is."""
    return READINGS[act.run.__annotations__["return"].__name__.lower()]
