"""Every address. Who may open which stands in access.py."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from casino import api, board, health
from compliance import urls as compliance_urls
from tables import urls as tables_urls

urlpatterns = [
    path("", board.home, name="home"),
    path("board/<str:code>/", board.board, name="board"),
    *compliance_urls.pages,
    *tables_urls.pages,
    path("health/live/", health.live, name="live"),
    path("health/ready/", health.ready, name="ready"),
    path("api/v1/", include((api.urlpatterns, "api"))),
    # The owner signs in by the same door as everyone, where failures are counted.
    path(
        "admin/login/",
        RedirectView.as_view(url="/sign-in/?next=/admin/", http_method_names=["get", "head", "post"]),
        name="admin-login",
    ),
    path("admin/", admin.site.urls),
]
