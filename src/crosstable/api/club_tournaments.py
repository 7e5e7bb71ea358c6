"""A club's tournament in the words of B8: start, pairings, results, complete-round, finish."""

import datetime
from typing import Annotated, Self

from django.shortcuts import get_object_or_404
from django.utils import timezone
from pydantic import Field

from crosstable.accounts.models import Club, Membership
from crosstable.api import scores
from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_after, tournament_to_run
from crosstable.api.matches import MatchOut, OverrideIn
from crosstable.api.matches import shown as shown_match
from crosstable.api.shapes import In, Out, Text, Whole
from crosstable.api.swiss_app.answers import AppTournamentOut
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.events.actions.event import flow, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.errors import BadValue
from crosstable.events.models import Dialect, Match, Tournament
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.people.club_event import ClubEvent, ClubPlayer, club_event
from crosstable.events.records.settings.choices import SCORES, scoring_of
from crosstable.games import CLUB_GAME, GAMES, points_said

router = new_router("club tournaments")

SYSTEM_NAMES = ", ".join(name for name in SYSTEMS if name in GAMES[CLUB_GAME].systems)


class ClubTournamentIn(In):
    tournament_name: Annotated[Text, Field(max_length=120)]
    club_id: Whole
    total_rounds: Whole
    member_ids: list[Whole] = Field(max_length=5000)
    date: datetime.date | None = Field(None, description="Today where it is left out.")
    end_date: datetime.date | None = None
    max_players: Whole | None = None
    scoring: dict[Text, Text] = Field(
        default_factory=dict, description=f"Points as text, for any of {', '.join(SCORES)}."
    )
    system: Text = Field("", description=f"One of {SYSTEM_NAMES}; the first where it is left out.")


class ResultIn(OverrideIn):
    result: Text | None = Field(
        None,
        description="Without a score: 1-0, 0-1, 1/2-1/2 where nothing is counted; 1-0F, 0-1F, 0-0F; or pending.",
    )


class ClubPlayerOut(Out):
    member_id: int | None
    name: str
    elo: int = Field(description="The rating at the start.")
    score: float
    opponents_played: list[int | None]
    colors_played: list[str]

    @classmethod
    def of(cls, player: ClubPlayer) -> Self:
        return cls.of_row(player, opponents_played=player.opponents, colors_played=player.colors)


class ClubMatchOut(Out):
    match_id: int
    round_number: int
    board: int | None
    white_player_id: int | None
    black_player_id: int | None
    result: str
    version: int

    @classmethod
    def of(cls, event: ClubEvent, match: Match) -> Self:
        assert match.second_id is not None
        return cls.of_row(
            match,
            match_id=match.pk,
            round_number=match.round.number,
            board=match.table,
            white_player_id=event.member_of(match.first_id),
            black_player_id=event.member_of(match.second_id),
            result=match.result or "pending",
        )


class ClubTournamentOut(Out):
    tournament_id: int
    tournament_name: str
    club_id: int | None
    players: list[ClubPlayerOut]
    current_round: int = Field(description="0 before the start.")
    total_rounds: int
    date: datetime.date
    end_date: datetime.date | None
    max_players: int | None
    scoring: dict[str, str] = Field(description="What a win, a draw and so on are worth.")
    matches: list[ClubMatchOut]
    status: str = Field(description="pending, in-progress or completed.")
    bye_player_id: int | None = Field(description="The memberId of who sits out the current round.")
    revision: int

    @classmethod
    def of(cls, event: ClubEvent) -> Self:
        tournament = event.tournament
        return cls.of_row(
            tournament,
            tournament_id=tournament.pk,
            tournament_name=tournament.name,
            players=[ClubPlayerOut.of(player) for player in event.players],
            current_round=event.current_round,
            scoring=points_out(tournament),
            matches=[ClubMatchOut.of(event, match) for match in event.matches],
            status=event.status,
            bye_player_id=event.bye_member,
        )


def points_out(tournament: Tournament) -> dict[str, str]:
    """What each outcome is worth: as the organiser said, else as the game says."""
    scoring = scoring_of(tournament)
    return {name: f"{getattr(scoring, name):f}" for name in SCORES}


def shown(tournament: Tournament) -> ClubTournamentOut:
    """The tournament as it is now."""
    return ClubTournamentOut.of(club_event(Tournament.objects.get(pk=tournament.pk)))


def create_club_tournament(request: Request, body: ClubTournamentIn) -> Tournament:
    """Created with all its members or not at all."""
    club = Club.objects.filter(pk=body.club_id).first()
    if club is None:
        raise BadValue(f"There is no club {body.club_id}.", "clubId")
    details = Details(
        name=body.tournament_name,
        date=body.date or timezone.localdate(),
        total_rounds=body.total_rounds,
        end_date=body.end_date,
        max_players=body.max_players,
        scoring=points_said(body.scoring),
        system=body.system,
    )
    chosen = _memberships(body.member_ids)
    return flow.create_for_members(details=details, club=club, memberships=chosen, by=request.user)


def _memberships(ids: list[int]) -> list[Membership]:
    known = {m.pk: m for m in Membership.objects.filter(pk__in=ids).select_related("player")}
    if unknown := [pk for pk in ids if pk not in known]:
        raise BadValue(f"There is no member {unknown[0]}.", "memberIds")
    return [known[pk] for pk in ids]


@router.post("/{id:tournament_id}/start", response=ClubTournamentOut)
def start_tournament(request: Request, tournament_id: int) -> ClubTournamentOut:
    """Registration ends and round 1 is paired, published and being played."""
    return shown(tournament_after(request, tournament_id, flow.start_tournament))


@router.post("/{id:tournament_id}/pairings", response=ClubTournamentOut)
def start_next_round(request: Request, tournament_id: int) -> ClubTournamentOut:
    """The next round is paired, published and being played; the one before must be complete."""
    return shown(tournament_after(request, tournament_id, flow.start_next_round))


@router.patch("/{id:tournament_id}/matches/{id:match_id}/result", response=ClubTournamentOut | MatchOut)
def set_result(
    request: Request, tournament_id: int, match_id: int, body: ResultIn
) -> ClubTournamentOut | MatchOut:
    """Set or change a result of the round being played; `pending` takes it back. Answers the match, in the words of a
    club its whole tournament."""
    tournament = tournament_to_run(request, tournament_id, "set a result", ENTER_RESULTS)
    match = match_in(request, tournament, match_id)
    if body.score is None and body.result == "pending":
        results.clear_result(match=match, by=request.user, seen_version=body.version, accept=body.replaces)
    else:
        scores.enter(match, body.said(match), request.user, body.version, body.replaces, body.reason)
    if tournament.dialect == Dialect.CLUB:
        return shown(tournament)
    return shown_match(request, tournament, match_id)


@router.post("/{id:tournament_id}/complete-round", response=ClubTournamentOut)
def complete_round(request: Request, tournament_id: int) -> ClubTournamentOut:
    """Every result is in: the ratings move and the next round can be paired."""
    return shown(tournament_after(request, tournament_id, rounds.close_round))


@router.post("/{id:tournament_id}/finish", response=ClubTournamentOut)
def finish_tournament(request: Request, tournament_id: int) -> ClubTournamentOut:
    """After the last round: the standings are final (read them at …/standings)."""
    return shown(tournament_after(request, tournament_id, tournaments.finish))


@router.get("/share/{token}", response=ClubTournamentOut | AppTournamentOut, **PUBLIC)
def get_shared_tournament(
    request: VisitorRequest, token: Annotated[str, Field(max_length=43)]
) -> ClubTournamentOut | AppTournamentOut:
    """A tournament by its share link."""
    rows = Tournament.objects.exclude(status="draft")
    tournament = get_object_or_404(rows, share_token=token)
    return AppTournamentOut.of(tournament) if tournament.dialect == Dialect.SWISS_APP else shown(tournament)
