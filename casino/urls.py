"""Every URL. access.py says who may open which."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from casino.reports import urls as report_urls
from compliance import urls as compliance_urls
from games import urls as games_urls
from tables import urls as tables_urls

from . import api_urls
from .alert_history import views as alert_history
from .board import views as board
from .ops import health
from .rules import urls as rules_urls

urlpatterns = [
    # First, because it is requested most: Django tries URLs in order.
    path("api/v1/", include((api_urls.urlpatterns, "api"))),
    path("", board.home, name="home"),
    path("board/<str:code>/", board.board, name="board"),
    path("facilities/<str:code>/alerts/history/", alert_history.alert_history, name="alert-history"),
    *compliance_urls.pages,
    *tables_urls.pages,
    *games_urls.pages,
    *report_urls.pages,
    *rules_urls.pages,
    path("health/live/", health.live, name="live"),
    path("health/ready/", health.ready, name="ready"),
    # The owner uses the same sign-in page as everyone, where failures are counted.
    path(
        "admin/login/",
        RedirectView.as_view(url="/sign-in/?next=/admin/", http_method_names=["get", "head", "post"]),
        name="admin-login",
    ),
    path("admin/", admin.site.urls),
]

handler400 = "casino.web.errors.bad_request"
handler403 = "casino.web.errors.permission_denied"
handler404 = "casino.web.errors.page_not_found"
handler500 = "casino.web.errors.server_error"
