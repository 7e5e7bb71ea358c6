"""The desk: where results can be entered, and entries as a person types them, many at a time, each done once.

What the entry line of the control room sends, for programs: a second desk, a scanner of slips, a bot.
"""

from typing import Annotated, Literal, Self

from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.events.actions.results.desk import DeskAnswer, DeskEntry, take_entries
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.desk.places import Desk, desk_of

router = new_router("matches")

MOST_ENTRIES = 50


class DeskPlaceOut(Out):
    match_id: int
    round_number: int
    table: int | None = Field(
        description="The number to type: of the place whose card shows the match, else of its table."
    )
    player1_id: int
    player1: str
    player2_id: int
    player2: str
    version: int
    agreed: bool
    games: int = Field(
        description="How many games the match consists of; more than one for a series or the boards of a team match."
    )
    by_table: bool = Field(
        description="Whether the table's number means this match; false for rounds left open earlier."
    )


class DeskOut(Out):
    round: str = Field(description="What is being played; empty when nothing is.")
    example: str = Field(description="A line as it is typed: table and score.")
    places: list[DeskPlaceOut] = Field(description="Every match that takes a result, in the order of play.")

    @classmethod
    def of(cls, desk: Desk) -> Self:
        return cls(
            round=desk.title, example=desk.example, places=[_place(p) for p in desk.as_json()["places"]]
        )


class DeskEntryIn(In):
    key: Annotated[Text, Field(min_length=1, max_length=100)] = Field(
        description="Yours, and another for each entry: the same entry sent again is stored once."
    )
    match_id: Whole
    round_number: Whole
    player1_id: Whole
    player2_id: Whole
    score: Annotated[Text, Field(max_length=600)] = Field(
        "", description="As typed: 72 45, 1, =, 1f, or 1 0 1."
    )
    version: Whole | None = Field(None, description="The version whose result may be replaced.")
    compare: bool = Field(False, description="Store nothing; say whether this is the score that stands.")
    clear: bool = Field(False, description="Take the result of this version back.")


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
    theirs: DeskStandingOut | None = Field(description="What stands there instead, where two scores meet.")

    @classmethod
    def of(cls, answer: DeskAnswer) -> Self:
        theirs = answer.theirs and DeskStandingOut.of_row(answer.theirs, score=answer.theirs.words)
        return cls.of_row(answer, score=answer.words, theirs=theirs)


class DeskEntriesOut(Out):
    answers: list[DeskEntryOut]


@router.get("/{id:tournament_id}/desk", response=DeskOut)
def get_desk(request: Request, tournament_id: int) -> DeskOut:
    """Where results can be entered now: every match being played, with what an entry must name."""
    return DeskOut.of(
        desk_of(tournament_to_run(request, tournament_id, "enter results at the desk", ENTER_RESULTS))
    )


@router.post("/{id:tournament_id}/desk", response=DeskEntriesOut)
def enter(request: Request, tournament_id: int, body: DeskEntriesIn) -> DeskEntriesOut:
    """Results as they are typed, in order; each is stored once, for exactly the match it names, or says why not."""
    tournament = tournament_to_run(request, tournament_id, "enter results at the desk", ENTER_RESULTS)
    entries = [_entry(one) for one in body.entries]
    answers = take_entries(tournament=tournament, entries=entries, by=request.user)
    return DeskEntriesOut(answers=[DeskEntryOut.of(answer) for answer in answers])


def _entry(said: DeskEntryIn) -> DeskEntry:
    return DeskEntry(
        key=said.key,
        match=said.match_id,
        round=said.round_number,
        first=said.player1_id,
        second=said.player2_id,
        text=said.score,
        version=said.version,
        compare=said.compare,
        clear=said.clear,
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
