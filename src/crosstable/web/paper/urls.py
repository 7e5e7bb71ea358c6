"""URL patterns of printouts and files."""

from django.urls import path, re_path

from crosstable.events.files.printing import SHEETS
from crosstable.web.paper import event_files, printing

CONTROL = "t/<slug:slug>/control"

urlpatterns = [
    path("new/import", event_files.import_, name="import-event"),
    path("new/trf", event_files.import_trf, name="import-trf"),
    path(f"{CONTROL}/event-file", event_files.export, name="export-event"),
    path(f"{CONTROL}/web-pages.zip", event_files.pages, name="export-web-pages"),
    path("t/<slug:slug>/m/<int:match_id>", printing.match, name="match"),
    path(f"{CONTROL}/print", printing.choose, name="print"),
    path(f"{CONTROL}/pack.zip", printing.pack, name="pack"),
    path(f"{CONTROL}/pack", printing.write_now, name="write-pack"),
    path(f"{CONTROL}/report.trf", printing.trf, name="export-trf"),
    re_path(
        r"^t/(?P<slug>[-\w]+)/rounds/(?P<number>\d{1,4})\.(?P<kind>csv|xlsx)$",
        printing.pairings,
        name="export-pairings",
    ),
    re_path(
        r"^t/(?P<slug>[-\w]+)/crosstable\.(?P<kind>csv|xlsx)$", printing.crosstable, name="export-crosstable"
    ),
    re_path(
        rf"^t/(?P<slug>[-\w]+)/control/print/(?P<sheet>{'|'.join(SHEETS)})-(?P<paper>a4|letter)\.pdf$",
        printing.sheet,
        name="print-sheet",
    ),
]
