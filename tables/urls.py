"""Addresses of the floor: lists under their facility, each thing and its acts at its own."""

from django.urls import path

from compliance.acts.registry import SUBJECTS
from compliance.urls import pages_of_acts

from . import views

pages = [
    path("facilities/<str:key>/", views.facility, name="facility"),
    path("facilities/<str:code>/tables/", views.tables, name="tables"),
    path("facilities/<str:code>/pits/", views.pits, name="pits"),
    path("facilities/<str:code>/decks/", views.decks, name="decks"),
    path("facilities/<str:code>/devices/", views.devices, name="devices"),
    path("facilities/<str:code>/layouts/", views.layouts, name="layouts"),
    path("facilities/<str:code>/offers/", views.offers, name="offers"),
    path("facilities/<str:code>/dealers/", views.dealers, name="dealers"),
    path("facilities/<str:code>/shifts/", views.shifts, name="shifts"),
    path("tables/<str:key>/", views.table, name="table"),
    path("pits/<int:key>/", views.pit, name="pit"),
    path("decks/<int:key>/", views.deck, name="deck"),
    path("devices/<int:key>/", views.device, name="device"),
    path("layouts/<int:key>/", views.layout, name="layout"),
    path("documents/<int:key>/", views.document, name="document"),
    path("offers/<int:key>/", views.offer, name="offer"),
    path("dealers/<int:key>/", views.dealer, name="dealer"),
    path("shifts/<int:key>/", views.shift, name="shift"),
]
for _kind in ("facility", "pit", "table", "deck", "device", "layout", "offer", "dealer", "shift"):
    pages += pages_of_acts(SUBJECTS[_kind])  # type: ignore[arg-type]
