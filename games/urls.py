"""URLs of rounds: the entry page, the lists, each round, violations and exposure."""

from django.urls import path

from compliance.acts.registry import SUBJECTS
from compliance.urls import pages_of_acts

from .exposure import views as exposure
from .replay.views import round_
from .rounds.entry import views as entry
from .rounds.views import rounds
from .violations import views as violations

pages: list[object] = [
    path("tables/<str:key>/round/", entry.round_entry, name="round-entry"),
    path("tables/<str:key>/round/preview/", entry.round_preview, name="round-preview"),
    path("facilities/<str:code>/rounds/", rounds, name="rounds"),
    path("rounds/<int:key>/", round_, name="round"),
    path("decks/<int:key>/exposure/", exposure.exposure, name="exposure"),
    path("decks/<int:key>/exposure.csv", exposure.exposure_csv, name="exposure-csv"),
    path("facilities/<str:code>/violations/", violations.violations, name="violations"),
    path("violations/<int:key>/", violations.violation, name="violation"),
]
for _kind in ("round", "violation"):
    pages += pages_of_acts(SUBJECTS[_kind])
