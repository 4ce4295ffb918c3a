"""The Content-Security-Policy header: what the browser may load."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

DOCUMENTATION = "/api/v1/docs/"
REDOC = "/api/v1/redoc/"

POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

# Swagger UI and Redoc write styles into their page, and Redoc's search runs in a worker from a blob. Their scripts are
# files, so scripts stay as strict as everywhere.
DOCUMENTATION_POLICY = POLICY | {"style-src": "'self' 'unsafe-inline'", "worker-src": "'self' blob:"}


def written(policy: dict[str, str]) -> str:
    """Return a policy as the value of the header."""
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


class ContentSecurityPolicy:
    """Allow only our own files as scripts and styles, whatever gets into a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = written(POLICY)
        self.documentation_policy = written(DOCUMENTATION_POLICY)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        documentation = request.path.startswith((DOCUMENTATION, REDOC))
        response.headers.setdefault(
            "Content-Security-Policy", self.documentation_policy if documentation else self.policy
        )
        return response
