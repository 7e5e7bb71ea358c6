"""Proposals for a new event, and an event created from one of them."""

import datetime
from typing import Annotated, Literal, Self

from django.http import HttpResponse
from django.utils import timezone
from ninja import Status
from pydantic import Field

from crosstable.accounts import limits
from crosstable.api.identity import Request
from crosstable.api.router import new_router
from crosstable.api.schemas import In, LongText, Out, Text
from crosstable.api.tournament_answers import WholeTournamentOut, shown
from crosstable.api.tournaments import TournamentIn
from crosstable.engine.adviser import MOST_ENTRIES, Conditions
from crosstable.engine.adviser import Proposal as EngineProposal
from crosstable.events.actions.event.new_event import create_from_proposal
from crosstable.events.bridge.settings.hall_settings import LONGEST_MATCH, MOST_BOARDS
from crosstable.events.errors import BadValue
from crosstable.events.queries.stages import proposals
from crosstable.games import GAMES
from crosstable.text import tr

router = new_router("tournaments")
DAY_IN_MINUTES = 24 * 60


class ConditionsIn(In):
    entries: int = Field(ge=1, le=MOST_ENTRIES, description="The number of players, pairs or teams.")
    boards: int = Field(ge=1, le=MOST_BOARDS, description="The number of tables.")
    minutes: int = Field(ge=1, le=DAY_IN_MINUTES, description="Minutes from the start to the end.")
    match_minutes: int | None = Field(
        None,
        ge=1,
        le=LONGEST_MATCH,
        description="Minutes per match, including the change to the next one. Default: that of the game.",
    )

    def conditions(self, usual: int) -> Conditions:
        minutes = self.match_minutes or usual
        return Conditions(self.entries, self.boards, self.minutes, minutes, proposals.between(minutes))


class ProposalsIn(ConditionsIn):
    game: Text = Field(description="A code from GET /games.")


class ProposalOut(Out):
    proposal: str = Field(description="Its code, to create the event with.")
    title: str
    reason: str
    note: str
    format: str
    minutes: int = Field(description="The length in minutes, if no match takes longer than planned.")
    longest_wait: int = Field(
        description="The longest wait between two matches of a player in minutes, if matches take their full "
        "time."
    )
    least_games: int
    most_games: int
    matches: int
    rounds: int = Field(description="Rounds of the Swiss or of the pools.")
    knockout_rounds: int
    pools: list[int] = Field(description="The sizes of the pools.")

    @classmethod
    def of(cls, proposal: EngineProposal) -> Self:
        words = proposals.shown(proposal)
        return cls.of_row(
            proposal,
            proposal=words.code,
            title=words.title,
            reason=words.reason,
            note=words.note,
            least_games=proposal.games[0],
            most_games=proposal.games[1],
            pools=list(proposal.pools),
        )


class AdviceOut(Out):
    fitting: list[ProposalOut] = Field(description="Up to three formats that fit, best first.")
    too_long: list[ProposalOut] = Field(description="The shortest proposal of each format that does not fit.")


class FromProposalIn(TournamentIn):
    date: datetime.date = Field(default_factory=timezone.localdate, description="Default: today.")
    total_rounds: int = Field(1, description="Ignored: the proposal decides.")
    proposal: Annotated[Text, Field(max_length=60)] = Field(
        description="The `proposal` that POST …/proposals returned for the same conditions."
    )
    conditions: ConditionsIn
    players: LongText = Field(
        "", description="A list with one player per line. Lines that cannot be read are skipped."
    )
    rows: list[int] = Field([], max_length=5000, description="Numbers of doubtful lines to enter anyway.")
    then: Literal["draft", "registration", "start"] = Field(
        "draft",
        description="What to do next: leave the event a draft, open registration, or start now with all "
        "players checked in.",
    )


@router.post("/proposals", response=AdviceOut)
def propose_formats(request: Request, body: ProposalsIn) -> AdviceOut:
    """Propose formats that fit the players, the tables and the time. Each has its length, longest wait and a
    reason.
    """
    if body.game not in GAMES:
        raise BadValue(tr("The game is one of {known}.", known=", ".join(GAMES)), "game")
    game = GAMES[body.game]
    advice = proposals.advice_for(game, body.conditions(game.minutes))
    return AdviceOut(
        fitting=[ProposalOut.of(one) for one in advice.fitting],
        too_long=[ProposalOut.of(one) for one in advice.too_long],
    )


@router.post("/from-proposal", response={201: WholeTournamentOut})
def create_event_from_proposal(
    request: Request, response: HttpResponse, body: FromProposalIn
) -> Status[WholeTournamentOut]:
    """Create an event in a proposed format, with these players: a draft, open for registration or started."""
    game = GAMES.get(body.code)
    if game is None:
        raise BadValue(tr("The game is one of {known}.", known=", ".join(GAMES)), "game")
    advice = proposals.advice_for(game, body.conditions.conditions(game.minutes))
    more = {"proposal", "conditions", "players", "rows", "then"}
    with limits.one_at_a_time(request.user):
        tournament = create_from_proposal(
            details=body.details(leave_out=more),
            game=body.code,
            proposal=proposals.find_proposal(advice, body.proposal),
            boards=body.conditions.boards,
            lines=body.players,
            also=body.rows,
            start=body.then == "start",
            open_registration=body.then == "registration",
            by=request.user,
        )
    response["Location"] = f"/api/tournaments/{tournament.pk}"
    return Status(201, shown(tournament))
