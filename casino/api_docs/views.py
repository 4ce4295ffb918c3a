"""The pages that show the API description, with local files only."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularRedocView

from compliance.api.reverse import api_url

_SCRIPT = "drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js"
_LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg"


class Redoc(SpectacularRedocView):
    url_name = "api:schema"
    template_name = "casino/api_docs/redoc.html"

    @staticmethod
    def _redoc_standalone() -> str:
        return api_url("redoc-script")


@require_safe
@cache_control(private=True, max_age=86400)
def redoc_script(request: HttpRequest) -> HttpResponse:
    """Serve Redoc from its package, without the logo that it loads from a CDN."""
    return HttpResponse(_script(), content_type="text/javascript")


@cache
def _script() -> str:
    found = finders.find(_SCRIPT)
    assert found is not None
    return Path(found).read_text(encoding="utf-8").replace(_LOGO, "data:,")
