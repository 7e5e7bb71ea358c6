"""Knockouts: the bracket for all visitors; for organisers the draw, its seats, publishing, games and walkovers."""

import datetime
from collections.abc import Callable
from typing import Self

from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_change, tournament_to_read, tournament_to_run
from crosstable.api.matches import MatchOut, ReplacingIn
from crosstable.api.matches import shown as shown_match
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Whole
from crosstable.api.scores import GameIn, enter, read_games
from crosstable.api.stage_schemas import StageVersionIn
from crosstable.events.actions.results import walkovers
from crosstable.events.actions.stages import knockout
from crosstable.events.bridge.settings.stage_settings import KnockoutSettings
from crosstable.events.models import Stage, Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.play_errors import NoKnockout
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.stages.bracket import Box, BracketView, Side, bracket_view, knockout_of
from crosstable.events.queries.standings.final_places import knockout_places

router = new_router("knockout")


class DrawIn(StageVersionIn):
    third_place: bool | None = Field(
        None, description="Whether there is a match for third place. Default: as in the settings."
    )
    draw_seed: Whole | None = Field(
        None,
        description="The number of an earlier draw by lot, 0 to 999999, to repeat it. Default: a new draw.",
    )


class SwapSeatsIn(StageVersionIn):
    first: Whole = Field(description="A seed.")
    second: Whole = Field(description="The seed to swap it with.")


class ReplaceIn(StageVersionIn):
    seed: Whole = Field(description="The seat of a withdrawn player.")


class WalkoverWithdrawalIn(In):
    player_id: Whole


class GamesIn(ReplacingIn):
    games: list[GameIn] = Field(max_length=20, description="All games, in order.")


class WalkoverIn(ReplacingIn):
    player_id: Whole = Field(description="The player who advances.")


class BracketSeatOut(Out):
    seed: int
    label: str = Field(
        description="Where the player comes from, such as “Winner of pool A”. Empty for a direct seed."
    )
    player_id: int | None = Field(description="null until it is known.")
    name: str


class BracketSideOut(Out):
    player_id: int | None
    name: str = Field(description="The name, or who it will be, such as “Winner of semi-final 1”.")
    seed: int | None
    score: str
    won: bool

    @classmethod
    def of(cls, side: Side) -> Self:
        return cls.of_row(side, player_id=side.entry.pk if side.entry else None)


class BracketMatchOut(Out):
    number: int
    name: str
    part: str = Field(description="main, losers, third place, consolation, grand final or reset.")
    round: int = Field(description="The round of the bracket it is played in, from 1.")
    best_place: int = Field(
        description="The best place that can be reached from it: 1, or 9 in a consolation."
    )
    best_of: int
    status: str = Field(description="waiting, ready, started, decided or unneeded.")
    match_id: int | None = Field(description="Set once both sides are known and the bracket is published.")
    table: int | None
    planned_at: datetime.datetime | None = Field(description="The planned time, if there is a schedule.")
    version: int | None = Field(description="The version of the match, to send with a result.")
    first: BracketSideOut
    second: BracketSideOut

    @classmethod
    def of(cls, box: Box) -> Self:
        return cls.of_row(
            box,
            part=box.match.part,
            best_place=box.match.best,
            best_of=box.match.best_of,
            match_id=box.row.pk if box.row else None,
            table=box.row.table if box.row else None,
            version=box.row.version if box.row else None,
            first=BracketSideOut.of(box.sides[0]),
            second=BracketSideOut.of(box.sides[1]),
        )


class BracketPlaceOut(Out):
    place: int
    player_id: int
    name: str
    still_in: str | None = Field(
        description="The progress while the place is not certain, such as “in the final”; otherwise null."
    )


class BracketOut(Out):
    stage: str | None = Field(description="The name of the knockout; null if there is none.")
    number: int | None = Field(description="Which stage of the event it is, from 1.")
    status: str | None = Field(description="planned, drawn, published, started or closed.")
    version: int | None
    champion: int | None = Field(description="A playerId, once there is one.")
    draw_seed: int | None = Field(
        description="The number of the draw by lot; null if seats follow the seeds."
    )
    seats: list[BracketSeatOut]
    matches: list[BracketMatchOut]
    places: list[BracketPlaceOut] = Field(
        description="Best first; players still in are above eliminated ones."
    )


NO_BRACKET = BracketOut(
    stage=None,
    number=None,
    status=None,
    version=None,
    champion=None,
    draw_seed=None,
    seats=[],
    matches=[],
    places=[],
)


def shown(tournament: Tournament, *, drafts: bool) -> BracketOut:
    """Return the current bracket; a draft for organisers only."""
    stage = knockout_of(Tournament.objects.get(pk=tournament.pk))
    if stage is None:
        return NO_BRACKET
    view = bracket_view(stage) if stage.is_public or drafts else None
    return BracketOut(
        stage=stage.name,
        number=stage.number,
        status=stage.status if stage.is_public or drafts else "planned",
        version=stage.version,
        champion=view.champion.pk if view and view.champion else None,
        draw_seed=KnockoutSettings.of(stage).draw_seed if view else None,
        seats=_seats(stage) if view else [],
        matches=[BracketMatchOut.of(box) for box in view.boxes] if view else [],
        places=_places(stage, view) if view and stage.is_public else [],
    )


def _seats(stage: Stage) -> list[BracketSeatOut]:
    rows = stage.bracket_seats.select_related("entry")
    return [
        BracketSeatOut(seed=s.seed, label=s.label, player_id=s.entry_id, name=str(s.entry or s.label))
        for s in rows
    ]


def _places(stage: Stage, view: BracketView) -> list[BracketPlaceOut]:
    names = {s.entry.pk: s.entry.display_name for box in view.boxes for s in box.sides if s.entry is not None}
    places, still_in = knockout_places(stage, ())
    return [
        BracketPlaceOut(
            place=place.best,
            player_id=place.entry,
            name=names[place.entry],
            still_in=still_in.get(place.entry),
        )
        for place in places
    ]


def _knockout(request: Request, tournament_id: int) -> Stage:
    """Load the event's knockout, for organisers."""
    tournament = tournament_to_run(request, tournament_id)
    stage = knockout_of(tournament)
    if stage is None:
        raise NoKnockout()
    return stage


def _moved(
    request: Request, tournament_id: int, move: Callable[..., object], body: StageVersionIn | None
) -> BracketOut:
    stage = _knockout(request, tournament_id)
    move(stage=stage, by=request.user, seen_version=body.version if body else None)
    return shown(stage.tournament, drafts=True)


@router.get("/{id:tournament_id}/bracket", response=BracketOut, **PUBLIC)
def get_bracket(request: VisitorRequest, tournament_id: int) -> BracketOut:
    """Get the knockout: seats, matches, champion, places. Only organisers see a draw that is not published."""
    tournament = tournament_to_read(request, tournament_id)
    return shown(tournament, drafts=LOOK(request.user, tournament))


@router.post("/{id:tournament_id}/knockout/draw", response=BracketOut)
def draw_knockout(request: Request, tournament_id: int, body: DrawIn | None = None) -> BracketOut:
    """Draw the bracket: by seed, by lot, or from the places of the stage before. It can be drawn again until
    it is published.
    """
    stage, sent = (
        _knockout(request, tournament_id),
        body or DrawIn(version=None, third_place=None, draw_seed=None),
    )
    knockout.draw_knockout(
        stage=stage,
        by=request.user,
        seen_version=sent.version,
        third_place=sent.third_place,
        draw_seed=sent.draw_seed,
    )
    return shown(stage.tournament, drafts=True)


@router.post("/{id:tournament_id}/knockout/discard", response=BracketOut)
def discard_knockout(request: Request, tournament_id: int) -> BracketOut:
    """Discard the draw of the knockout."""
    stage = _knockout(request, tournament_id)
    knockout.discard_knockout(stage=stage, by=request.user)
    return shown(stage.tournament, drafts=True)


@router.post("/{id:tournament_id}/knockout/swap", response=BracketOut)
def swap_seats(request: Request, tournament_id: int, body: SwapSeatsIn) -> BracketOut:
    """Swap two seats of the draw."""
    stage = _knockout(request, tournament_id)
    knockout.swap_seats(
        stage=stage, first=body.first, second=body.second, by=request.user, seen_version=body.version
    )
    return shown(stage.tournament, drafts=True)


@router.post("/{id:tournament_id}/knockout/replace", response=BracketOut)
def replace_seat(request: Request, tournament_id: int, body: ReplaceIn) -> BracketOut:
    """Replace a withdrawn player by the next one."""
    stage = _knockout(request, tournament_id)
    knockout.replace_withdrawn(stage=stage, seed=body.seed, by=request.user, seen_version=body.version)
    return shown(stage.tournament, drafts=True)


@router.post("/{id:tournament_id}/knockout/publish", response=BracketOut)
def publish_knockout(request: Request, tournament_id: int, body: StageVersionIn | None = None) -> BracketOut:
    """Publish the bracket and its tables."""
    return _moved(request, tournament_id, knockout.publish_knockout, body)


@router.post("/{id:tournament_id}/knockout/take-back", response=BracketOut)
def take_back_knockout(request: Request, tournament_id: int) -> BracketOut:
    """Make a published bracket a draft again, as long as it has not started."""
    stage = _knockout(request, tournament_id)
    knockout.unpublish_knockout(stage=stage, by=request.user)
    return shown(stage.tournament, drafts=True)


@router.post("/{id:tournament_id}/knockout/start", response=BracketOut)
def start_knockout(request: Request, tournament_id: int, body: StageVersionIn | None = None) -> BracketOut:
    """Start the knockout. Results can be reported, and winners advance with each."""
    return _moved(request, tournament_id, knockout.start_knockout, body)


@router.post("/{id:tournament_id}/knockout/close", response=BracketOut)
def close_knockout(request: Request, tournament_id: int, body: StageVersionIn | None = None) -> BracketOut:
    """Close the knockout once the champion is known: ratings change, and the places are final."""
    return _moved(request, tournament_id, knockout.close_knockout, body)


@router.post("/{id:tournament_id}/knockout/withdraw", response=BracketOut)
def withdraw_from_knockout(request: Request, tournament_id: int, body: WalkoverWithdrawalIn) -> BracketOut:
    """Withdraw a player who is in the draw. The opponent advances by a walkover."""
    stage = _knockout(request, tournament_id)
    entry = entry_in(stage.tournament, body.player_id)
    walkovers.withdraw_from_knockout(stage=stage, entry=entry, by=request.user)
    return shown(stage.tournament, drafts=True)


@router.put("/{id:tournament_id}/matches/{id:match_id}/games", response=MatchOut)
def enter_games(request: Request, tournament_id: int, match_id: int, body: GamesIn) -> MatchOut:
    """Replace the games of a series, or the boards of a team match. A series is decided when one side has the
    majority.
    """
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    games = read_games(match, body.games, "games")
    enter(match, games, request.user, body.version, body.replaces, body.reason)
    return shown_match(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/walkover", response=MatchOut)
def give_match(request: Request, tournament_id: int, match_id: int, body: WalkoverIn) -> MatchOut:
    """Award a knockout match to one side by a walkover."""
    tournament = tournament_to_change(request, tournament_id)
    walkovers.give_match(
        match=match_in(request, tournament, match_id),
        to=entry_in(tournament, body.player_id),
        by=request.user,
        seen_version=body.version,
        accept=body.replaces,
        reason=body.reason,
    )
    return shown_match(request, tournament, match_id)
