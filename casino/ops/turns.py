"""Handle rounds one at a time if the database allows only one writer."""

from collections.abc import Callable

from django.core.exceptions import MiddlewareNotUsed, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from compliance.api.errors import PREFIX, incomplete
from compliance.db.write_batch import one_at_a_time, takes_one_statement

LOGGED = "/rounds/"


class TakeTurns:
    """Prepare one round at a time, until only its write is left.

    The threads of a process share one interpreter. Several threads that prepare rounds for the same single writer would
    switch at every statement, which costs more than a tenth of their speed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if takes_one_statement():
            raise MiddlewareNotUsed("The database allows several writers")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or not (request.path.startswith(PREFIX) and request.path.endswith(LOGGED)):
            return self.get_response(request)
        try:
            request.body  # noqa: B018 - read now, to wait for a slow client before its turn, not during it
        except RequestDataTooBig:
            return self.get_response(request)  # which reports the limit
        except UnreadablePostError:
            return incomplete()
        with one_at_a_time():
            return self.get_response(request)
