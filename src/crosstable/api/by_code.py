"""A score at the board without an account: a program that has the code of a match speaks for one side of it."""

from typing import Annotated, Literal, Self

from django.http import Http404
from pydantic import Field

from crosstable.accounts import limits
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.api.scores import DESCRIPTION, ScoreSaid, read
from crosstable.events.actions.results import by_code
from crosstable.events.errors import BadValue
from crosstable.events.models import Match
from crosstable.events.records.match_codes import is_code_of, takes_codes

router = new_router("matches")
C = "/{id:tournament_id}/matches/{id:match_id}/by-code"
# Wrong codes from one address in a quarter of an hour.
MOST_WRONG = 20


class ByCodeIn(In):
    code: Annotated[Text, Field(max_length=40)]
    side: Literal["first", "second"] = Field(description="For whom this is said.")
    score: ScoreSaid | None = Field(None, description=DESCRIPTION)
    board: Whole | None = Field(None, description="Of a team match: the board the score is of.")
    device: Annotated[Text, Field(max_length=80)] = Field(
        "",
        description="A name the program makes up for the device that speaks. One device speaks for one side only; "
        "needed unless the event has oneDeviceForBoth.",
    )
    confirm: bool = Field(False, description="What the other side said is right; without a score.")
    version: Whole | None = Field(None, description="The version of the match you saw, for a confirmation.")


class CodeMatchOut(Out):
    """One match, and what each side has said of it, the first side first."""

    match_id: int
    first: str
    second: str
    table: int | None
    boards: int
    state: str
    result: str
    first_says: str
    second_says: str
    version: int
    takes_codes: bool = Field(description="False where the organiser has switched scores by code off.")

    @classmethod
    def of(cls, match: Match) -> Self:
        says = {claim.entry_id: claim.reported_words for claim in match.claims.all()}
        assert match.second_id is not None, "a bye has no code"
        return cls.of_row(
            match,
            match_id=match.pk,
            first=str(match.first),
            second=str(match.second),
            boards=match.round.tournament.team_boards,
            result=match.result_words if match.is_agreed else "",
            first_says=says.get(match.first_id, ""),
            second_says=says.get(match.second_id, ""),
            takes_codes=takes_codes(match.round.tournament),
        )


@router.get(C + "/{code}", response=CodeMatchOut, **PUBLIC)
def get_by_code(request: VisitorRequest, tournament_id: int, match_id: int, code: str) -> CodeMatchOut:
    """The match a code opens, and nothing else."""
    return CodeMatchOut.of(_match(request, tournament_id, match_id, code))


@router.post(C, response=CodeMatchOut, **PUBLIC)
def say_by_code(request: VisitorRequest, tournament_id: int, match_id: int, body: ByCodeIn) -> CodeMatchOut:
    """One side reports, or confirms what the other said; of a team match board by board. Needs no account."""
    match = _match(request, tournament_id, match_id, body.code)
    _say(match, body)
    return CodeMatchOut.of(_match(request, tournament_id, match_id, body.code))


def _say(match: Match, body: ByCodeIn) -> None:
    speaker = by_code.Speaker(body.code, body.side == "first", body.device)
    if body.confirm:
        by_code.confirm_by_code(match=match, speaker=speaker, seen_version=body.version)
        return
    if body.score is None:
        raise BadValue("Say how it ended, or that you confirm it.", "score")
    said = read(match, body.score)
    if isinstance(said, list):
        raise BadValue("Tell the games one by one; of a team match with its board.", "score.games")
    if body.board is not None:
        by_code.report_board_by_code(match=match, speaker=speaker, board=body.board, said=said)
    else:
        by_code.report_by_code(match=match, speaker=speaker, said=said)


def _match(request: VisitorRequest, tournament_id: int, match_id: int, code: str) -> Match:
    """A right code always opens its match. Raises TooManyTries after too many wrong ones from an address."""
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    ).prefetch_related("claims")
    rows = rows.exclude(round__status="draft").filter(round__tournament=tournament_id, second__isnull=False)
    match = rows.filter(pk=match_id).first()
    if match is None or not is_code_of(match, code):
        limits.take("match-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404
    return match
