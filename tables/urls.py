"""URLs of the floor: lists under their facility, and each object with its acts under its own path."""

from django.urls import path

from compliance.acts.registry import SUBJECTS
from compliance.urls import pages_of_acts

from .dealers.views import dealer, dealers
from .decks.views import deck, decks
from .devices.views import device, devices
from .floor.table_view import table
from .floor.views import facility, pit, pits, tables
from .guide.views import dealing_guide
from .shifts.views import shift, shifts
from .submissions.views import document, layout, layouts, offer, offers

pages = [
    path("facilities/<str:key>/", facility, name="facility"),
    path("facilities/<str:code>/tables/", tables, name="tables"),
    path("facilities/<str:code>/pits/", pits, name="pits"),
    path("facilities/<str:code>/decks/", decks, name="decks"),
    path("facilities/<str:code>/devices/", devices, name="devices"),
    path("facilities/<str:code>/layouts/", layouts, name="layouts"),
    path("facilities/<str:code>/offers/", offers, name="offers"),
    path("facilities/<str:code>/dealers/", dealers, name="dealers"),
    path("facilities/<str:code>/shifts/", shifts, name="shifts"),
    path("tables/<str:key>/", table, name="table"),
    path("tables/<str:key>/guide/", dealing_guide, name="dealing-guide"),
    path("pits/<int:key>/", pit, name="pit"),
    path("decks/<int:key>/", deck, name="deck"),
    path("devices/<int:key>/", device, name="device"),
    path("layouts/<int:key>/", layout, name="layout"),
    path("documents/<int:key>/", document, name="document"),
    path("offers/<int:key>/", offer, name="offer"),
    path("dealers/<int:key>/", dealer, name="dealer"),
    path("shifts/<int:key>/", shift, name="shift"),
]
for _kind in ("facility", "pit", "table", "deck", "device", "layout", "offer", "dealer", "shift"):
    pages += pages_of_acts(SUBJECTS[_kind])  # type: ignore[arg-type]
