"""URLs of staff, API keys, the journal and alerts."""

from django.urls import path

from .acts.registry import SUBJECTS, Subject
from .acts.view import ActView
from .alerts.views import bell, detail, inbox
from .api_keys import views as key_pages
from .facilities.views import facilities
from .journal.views import journal
from .staff.views import account, sign_in, sign_out, staff, staff_list, theme

pages = [
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-out/", sign_out, name="sign-out"),
    path("theme/", theme, name="theme"),
    path("account/", account, name="account"),
    path("facilities/", facilities, name="facilities"),
    path("facilities/<str:code>/staff/", staff_list, name="staff-list"),
    path("facilities/<str:code>/journal/", journal, name="journal"),
    path("staff/<str:key>/", staff, name="staff"),
    path("facilities/<str:code>/keys/", key_pages.keys, name="keys"),
    path("keys/<str:key>/", key_pages.key, name="key"),
    path("facilities/<str:code>/alerts/", inbox.inbox, name="alerts"),
    path("facilities/<str:code>/bell/", bell.bell, name="bell"),
    path("alerts/<int:key>/", detail.alert, name="alert"),
]


def pages_of_acts(subject: Subject) -> list[object]:
    """Return the URL of each act of a subject."""
    return [
        path(f"{subject.path}{act.slug}/", ActView.as_view(act=act, subject=subject), name=act.name)
        for act in subject.acts
    ]


pages += pages_of_acts(SUBJECTS["staff"])  # type: ignore[arg-type]
pages += pages_of_acts(SUBJECTS["alert"])  # type: ignore[arg-type]
pages += pages_of_acts(SUBJECTS["key"])  # type: ignore[arg-type]
