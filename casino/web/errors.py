"""What fails before or outside of a view: a page that says so, and under /api/ a problem.

No page is made for the API and thrown away: Django's own handlers read the body for a token first, and fail with one
that cannot be read.
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
