"""URLs of the coverage registers."""

from django.urls import path

from . import views

pages = [
    path("rules/", views.rules, name="rules"),
    path("rules/<str:edition>/", views.edition, name="edition"),
    path("rules/<str:edition>/<str:name>", views.edition_file, name="edition-file"),
]
