"""Addresses of printouts and files."""

from django.urls import path, re_path

from crosstable.events.printing import SHEETS
from crosstable.web.paper import printing

CONTROL = "t/<slug:slug>/control"

urlpatterns = [
    path("t/<slug:slug>/m/<int:match_id>", printing.match, name="match"),
    path(f"{CONTROL}/print", printing.choose, name="print"),
    re_path(
        rf"^t/(?P<slug>[-\w]+)/control/print/(?P<sheet>{'|'.join(SHEETS)})-(?P<paper>a4|letter)\.pdf$",
        printing.sheet,
        name="print-sheet",
    ),
]
