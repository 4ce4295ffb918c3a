"""Rounds one after the other, where the database takes one writer at a time."""

from collections.abc import Callable

from django.core.exceptions import MiddlewareNotUsed, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from compliance.api.errors import PREFIX, incomplete
from compliance.db.write_batch import one_at_a_time, takes_one_statement

LOGGED = "/rounds/"


class TakeTurns:
    """Lets one round be made ready at a time, from its first step until only its writing is left.

    The threads of a process share one interpreter. Several that are busy with rounds, all for the same one writer, hand
    it to and fro with every statement, which costs more than a tenth of their speed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if takes_one_statement():
            raise MiddlewareNotUsed("Where several write at one time nobody waits")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not (request.path.startswith(PREFIX) and request.path.endswith(LOGGED)):
            return self.get_response(request)
        try:
            request.body  # noqa: B018 - read here, so that a slow tablet is waited for before its turn and not in it
        except RequestDataTooBig:
            return self.get_response(request)  # which says how large it may be
        except UnreadablePostError:
            return incomplete()
        with one_at_a_time():
            return self.get_response(request)
