"""URLs of reports: shifts, and ranges of gaming days."""

from django.urls import path

from compliance.acts.registry import SUBJECTS
from compliance.urls import pages_of_acts

from .shift import views
from .span import views as range_views

pages = [
    path("facilities/<str:code>/reports/", views.reports, name="reports"),
    path("facilities/<str:code>/reports/range/", range_views.range_page, name="range"),
    path("facilities/<str:code>/reports/range/<str:name>", range_views.range_file, name="range-file"),
    path("reports/range/", range_views.range_page, name="ranges"),
    path("reports/range/<str:name>", range_views.range_file, name="ranges-file"),
    path("reports/<int:key>/", views.report, name="report"),
    path("reports/<int:key>/<str:name>", views.report_file, name="report-file"),
    *pages_of_acts(SUBJECTS["report"]),
]
