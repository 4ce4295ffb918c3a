"""Error responses outside of a view: a page, or under /api/ a problem.

Django's own handlers never run for the API: they read the body for a CSRF token first, and fail if it is unreadable.
"""

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from compliance.api.errors import is_of_api, plain_problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 400) or defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 403) or defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _problem(request, 404) or defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    return _problem(request, 500) or defaults.server_error(request)


def _problem(request: HttpRequest, status: int) -> HttpResponse | None:
    return plain_problem(status) if is_of_api(request) else None
