"""Addresses of people, keys, the journal and alerts."""

from django.urls import path

from . import key_pages, views
from .acts import SUBJECTS, Subject
from .alert_pages import bell, detail, inbox
from .doors import ActPage

pages = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("theme/", views.theme, name="theme"),
    path("account/", views.account, name="account"),
    path("facilities/", views.facilities, name="facilities"),
    path("facilities/<str:code>/staff/", views.staff_list, name="staff-list"),
    path("facilities/<str:code>/journal/", views.journal, name="journal"),
    path("staff/<str:key>/", views.staff, name="staff"),
    path("facilities/<str:code>/keys/", key_pages.keys, name="keys"),
    path("keys/<str:key>/", key_pages.key, name="key"),
    path("facilities/<str:code>/alerts/", inbox.alerts, name="alerts"),
    path("facilities/<str:code>/bell/", bell.bell, name="bell"),
    path("alerts/<int:key>/", detail.alert, name="alert"),
]


def pages_of_acts(subject: Subject) -> list[object]:
    """Return the address of each act of a subject."""
    return [
        path(f"{subject.path}{act.slug}/", ActPage.as_view(act=act, subject=subject), name=act.name)
        for act in subject.acts
    ]


pages += pages_of_acts(SUBJECTS["staff"])  # type: ignore[arg-type]
pages += pages_of_acts(SUBJECTS["alert"])  # type: ignore[arg-type]
pages += pages_of_acts(SUBJECTS["key"])  # type: ignore[arg-type]
