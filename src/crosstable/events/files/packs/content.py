"""What is in a pack: PDFs to print, CSV to work on with a spreadsheet, and the event itself."""

from django.conf import settings

from crosstable.events.files import exports
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.pairing_exports import pairings_by_name_rows, pairings_rows
from crosstable.events.files.printing import PAPERS, SHEETS, print_sheet
from crosstable.events.files.printing.addresses import public_address
from crosstable.events.models import Round, RoundStatus, Tournament
from crosstable.events.records.settings.game import say

README = """{event}, round {number}: the emergency pack.

Print the PDFs and play on by hand: pairings by name and by {table} for the wall, a result slip for every {table}.
The .csv files open in any spreadsheet. {slug}.event.zip is the whole event: import it into any
Crosstable ("New event", "Import", or "crosstable event import") and go on there.
"""


def round_to_pack(tournament: Tournament) -> Round | None:
    """The round that is on, or comes next: the first that is public and not closed, else the last one played."""
    public = tournament.rounds.exclude(status=RoundStatus.DRAFT)
    open_ = public.exclude(status=RoundStatus.CLOSED).order_by("number").first()
    return open_ or public.order_by("-number").first()


def pack_files(tournament: Tournament, round_: Round) -> dict[str, bytes]:
    """Name → content. Raises CannotPrint."""
    paper, address = PAPERS[settings.PAPER], public_address()
    files = {
        "README.txt": say(
            tournament, README, event=tournament, number=round_.number, slug=tournament.slug
        ).encode(),
        "pairings-by-table.csv": exports.as_csv(pairings_rows(round_)),
        "pairings-by-name.csv": exports.as_csv(pairings_by_name_rows(round_)),
        f"{tournament.slug}.event.zip": write_event(tournament),
    }
    sheets = ["pairings-by-table", "pairings-by-name", "result-slips"]
    if tournament.rounds.filter(status__in=[RoundStatus.STARTED, RoundStatus.CLOSED]).exists():
        sheets.append("standings")
        files["standings.csv"] = exports.as_csv(exports.standings_rows(tournament))
    for code in sheets:
        files[f"{code}.pdf"] = print_sheet(SHEETS[code].content(tournament, round_, address), paper)
    return files
