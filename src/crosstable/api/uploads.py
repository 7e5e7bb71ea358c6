"""Players from a file (D2): every row gets an answer, and the valid rows are stored; for teams all or none."""

from typing import Self

from ninja import File, Form, Query
from ninja.files import UploadedFile
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change
from crosstable.api.router import new_router
from crosstable.api.schemas import In, LongText, Out, WarningsIn
from crosstable.events.actions.people.uploads import take_valid_rows
from crosstable.events.errors import BadValue, NoTeams
from crosstable.events.files.uploads import JudgedRow, judge, read_upload
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.files.uploads.teams import judge_teams, read_teams
from crosstable.events.models import Tournament
from crosstable.events.permissions import check_can
from crosstable.text import tr

router = new_router("players")


class ChoiceIn(WarningsIn):
    rows: list[int] = Field(
        [], max_length=5000, description="Numbers of doubtful rows to enter anyway, after you checked them."
    )
    dry_run: bool = Field(
        False, description="Return what would happen to every row, without entering any player."
    )


class TextIn(In):
    text: LongText = Field(
        "", description="Instead of a file: the lines of a list, with or without headings."
    )


class TeamsChoiceIn(ChoiceIn):
    leave_out_bad: bool = Field(
        False,
        description="Enter the good teams without the bad ones. By default one bad row means that nothing is "
        "entered.",
    )


class RowOut(Out):
    row: int = Field(description="The row number in the sheet.")
    name: str
    verdict: str = Field(description="good, doubtful (the player may be entered already) or bad.")
    reason: str
    remark: str = Field(
        description="Which value of a good row is ignored, because it cannot be read and the game does not "
        "need it; otherwise empty."
    )

    @classmethod
    def of(cls, row: JudgedRow) -> Self:
        return cls.of_row(row, row=row.number)


class UploadOut(Out):
    taken: int = Field(description="How many players were entered.")
    rows: list[RowOut]


@router.post("/{id:tournament_id}/players/bulk-upload", response=UploadOut)
def upload_players(
    request: Request,
    tournament_id: int,
    choice: Query[ChoiceIn],
    form: Form[TextIn],
    file: File[UploadedFile | None] = None,
) -> UploadOut:
    """Upload a list of players: an .xlsx, .xls, .ods or .csv file with the columns Name, Rating and
    University, or `text` with one player per line, such as “Anna Berg 1650”. The good rows are entered.
    """
    tournament = tournament_to_change(request, tournament_id)
    return take_upload(request, tournament, file, choice, form.text, leave_out_bad=not tournament.has_teams)


def take_upload(
    request: Request,
    tournament: Tournament,
    file: UploadedFile | None,
    choice: ChoiceIn,
    text: str = "",
    *,
    leave_out_bad: bool = True,
) -> UploadOut:
    check_can(request.user, tournament)
    if file is None and not text:
        raise BadValue(tr("Send the list as a form field named “file”, or its lines as “text”."), "file")
    rows = _rows(tournament, file, text)
    taken = 0 if choice.dry_run else _take(request, tournament, rows, choice, leave_out_bad)
    return UploadOut(taken=taken, rows=[RowOut.of(row) for row in rows])


def _take(
    request: Request, tournament: Tournament, rows: list[JudgedRow], choice: ChoiceIn, leave_out_bad: bool
) -> int:
    taken = take_valid_rows(
        tournament=tournament,
        rows=rows,
        leave_out_bad=leave_out_bad,
        also=choice.rows,
        confirmed=choice.confirm,
        by=request.user,
    )
    return len(taken)


def _rows(tournament: Tournament, file: UploadedFile | None, text: str) -> list[JudgedRow]:
    if file is None:
        read = read_pasted(text, tournament)
    else:
        reader = read_teams if tournament.has_teams else read_upload
        read = reader(file.name or "", file.read())
    return judge_teams(read.rows, tournament) if tournament.has_teams else judge(read, tournament)


@router.post("/{id:tournament_id}/teams/bulk-upload", response=UploadOut)
def upload_teams(
    request: Request,
    tournament_id: int,
    choice: Query[TeamsChoiceIn],
    form: Form[TextIn],
    file: File[UploadedFile | None] = None,
) -> UploadOut:
    """Upload a list of teams with the columns Team, Member 1, Member 2 …, or with Team and Name and one row
    per member. If a row is bad, nothing is entered, unless `leaveOutBad` is set.
    """
    tournament = tournament_to_change(request, tournament_id)
    check_can(request.user, tournament)
    if not tournament.has_teams:
        raise NoTeams()
    return take_upload(request, tournament, file, choice, form.text, leave_out_bad=choice.leave_out_bad)
