"""Results without a form: typed at the desk, many at a time, each stored once; and by the code of a match, without an
account.
"""

from typing import Annotated, Literal, Self

from django.db import transaction
from django.http import Http404
from pydantic import Field

from crosstable.accounts import limits
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.api.scores import DESCRIPTION, ScoreValue, read
from crosstable.events.actions.results import by_code
from crosstable.events.actions.results.desk import DeskAnswer, DeskEntry, take_entries
from crosstable.events.bridge.match_codes import is_code_of, takes_codes
from crosstable.events.errors import BadValue
from crosstable.events.models import Match
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.desk.places import Desk, desk_of
from crosstable.text import tr

router = new_router("matches")

MOST_ENTRIES = 50
BY_CODE_PATH = "/{id:tournament_id}/matches/{id:match_id}/by-code"
# Wrong codes from one address in 15 minutes.
MOST_WRONG = 20


class DeskPlaceOut(Out):
    match_id: int
    round_number: int
    table: int | None = Field(
        description="The number to type: of the place whose card shows the match, otherwise of its table."
    )
    player1_id: int
    player1: str
    player2_id: int
    player2: str
    version: int
    agreed: bool
    games: int = Field(
        description="The number of games of the match: more than one for a series or a team match on boards."
    )
    by_table: bool = Field(
        description="Whether the table's number means this match; false for rounds left open earlier."
    )


class DeskOut(Out):
    round: str = Field(description="The name of the round in progress; empty if there is none.")
    example: str = Field(description="An example of a line to type: table and score.")
    places: list[DeskPlaceOut] = Field(
        description="Every match whose result can be entered, in the order of play."
    )

    @classmethod
    def of(cls, desk: Desk) -> Self:
        return cls(
            round=desk.title, example=desk.example, places=[_place(p) for p in desk.as_json()["places"]]
        )


class DeskEntryIn(In):
    key: Annotated[Text, Field(min_length=1, max_length=100)] = Field(
        description="A key that you choose, different for each entry. An entry sent again with its key is "
        "stored once."
    )
    match_id: Whole
    round_number: Whole
    player1_id: Whole
    player2_id: Whole
    score: Annotated[Text, Field(max_length=600)] = Field(
        "", description="As typed: 72 45, 1, =, 1f, or 1 0 1."
    )
    version: Whole | None = Field(None, description="The version of the match whose result may be replaced.")
    compare: bool = Field(False, description="Store nothing; return whether this is the stored score.")
    clear: bool = Field(False, description="Delete the result of this version.")


class DeskEntriesIn(In):
    entries: list[DeskEntryIn] = Field(min_length=1, max_length=MOST_ENTRIES)


class DeskStandingOut(Out):
    score: str
    sentence: str
    version: int


class DeskEntryOut(Out):
    key: str
    state: Literal["saved", "same", "conflict", "differs", "refused"]
    score: str = Field(description="The entry's own score, in words.")
    message: str
    version: int | None
    theirs: DeskStandingOut | None = Field(description="The score that is stored already, if the two differ.")

    @classmethod
    def of(cls, answer: DeskAnswer) -> Self:
        theirs = answer.theirs and DeskStandingOut.of_row(answer.theirs, score=answer.theirs.words)
        return cls.of_row(answer, score=answer.words, theirs=theirs)


class DeskEntriesOut(Out):
    answers: list[DeskEntryOut]


@router.get("/{id:tournament_id}/desk", response=DeskOut)
def get_desk(request: Request, tournament_id: int) -> DeskOut:
    """Get the matches whose results can be entered now, and what an entry has to name."""
    return DeskOut.of(desk_of(tournament_to_run(request, tournament_id, ENTER_RESULTS)))


@router.post("/{id:tournament_id}/desk", response=DeskEntriesOut)
def enter(request: Request, tournament_id: int, body: DeskEntriesIn) -> DeskEntriesOut:
    """Enter results as typed, in this order. Each is stored once, for the match it names, or the answer says
    why it was refused.
    """
    tournament = tournament_to_run(request, tournament_id, ENTER_RESULTS)
    entries = [_entry(one) for one in body.entries]
    with transaction.atomic():  # with the Idempotency-Key of the request, if it has one
        answers = take_entries(tournament=tournament, entries=entries, by=request.user)
    return DeskEntriesOut(answers=[DeskEntryOut.of(answer) for answer in answers])


def _entry(sent: DeskEntryIn) -> DeskEntry:
    return DeskEntry(
        key=sent.key,
        match=sent.match_id,
        round=sent.round_number,
        first=sent.player1_id,
        second=sent.player2_id,
        text=sent.score,
        version=sent.version,
        compare=sent.compare,
        clear=sent.clear,
    )


def _place(place: dict[str, object]) -> DeskPlaceOut:
    names = {
        "match": "match_id",
        "round": "round_number",
        "first": "player1",
        "second": "player2",
        "firstId": "player1_id",
        "secondId": "player2_id",
        "parts": "games",
        "typed": "by_table",
    }
    return DeskPlaceOut(**{names.get(name, name): value for name, value in place.items()})  # type: ignore[arg-type]


class ByCodeIn(In):
    code: Annotated[Text, Field(max_length=40)]
    side: Literal["first", "second"] = Field(description="The side that reports.")
    score: ScoreValue | None = Field(None, description=DESCRIPTION)
    board: Whole | None = Field(None, description="In a team match, the board of this score.")
    device: Annotated[Text, Field(max_length=80)] = Field(
        "",
        description="Any identifier of the device, chosen by your program. One device can report for one side"
        " only. Required unless the event has oneDeviceForBoth.",
    )
    confirm: bool = Field(False, description="Confirm the report of the other side, without a score.")
    version: Whole | None = Field(None, description="The version of the match you saw. Required to confirm.")


class CodeMatchOut(Out):
    """One match, and what each side has reported, the first side first."""

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
    takes_codes: bool = Field(description="false if the organiser has turned off scores by code.")

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


@router.get(BY_CODE_PATH + "/{code}", response=CodeMatchOut, **PUBLIC)
def get_by_code(request: VisitorRequest, tournament_id: int, match_id: int, code: str) -> CodeMatchOut:
    """Get the match that a code belongs to, and nothing else."""
    return CodeMatchOut.of(match_of_code(request, tournament_id, match_id, code))


@router.post(BY_CODE_PATH, response=CodeMatchOut, **PUBLIC)
def say_by_code(request: VisitorRequest, tournament_id: int, match_id: int, body: ByCodeIn) -> CodeMatchOut:
    """Report a result with the code of the match, or confirm the report of the other side; in a team match
    board by board. Needs no account.
    """
    match = match_of_code(request, tournament_id, match_id, body.code)
    _say(match, body)
    return CodeMatchOut.of(match_of_code(request, tournament_id, match_id, body.code))


def _say(match: Match, body: ByCodeIn) -> None:
    speaker = by_code.Speaker(body.code, body.side == "first", body.device)
    if body.confirm:
        by_code.confirm_by_code(match=match, speaker=speaker, seen_version=body.version)
        return
    if body.score is None:
        raise BadValue(tr("Send a score, or confirm the reported one."), "score")
    score = read(match, body.score)
    if isinstance(score, list):
        raise BadValue(tr("Report the games one by one; in a team match, with the board."), "score.games")
    if body.board is not None:
        by_code.report_board_by_code(match=match, speaker=speaker, board=body.board, score=score)
    else:
        by_code.report_by_code(match=match, speaker=speaker, score=score)


def match_of_code(request: VisitorRequest, tournament_id: int, match_id: int, code: str) -> Match:
    """Load the match; a right code always opens it.

    Raises TooManyTries after too many wrong ones from an address.
    """
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    ).prefetch_related("claims")
    rows = rows.exclude(round__status="draft").filter(round__tournament=tournament_id, second__isnull=False)
    match = rows.filter(pk=match_id).first()
    if match is None or not is_code_of(match, code):
        limits.take("match-code", limits.address_of(request), most=MOST_WRONG, within=limits.WINDOW)
        raise Http404
    return match
