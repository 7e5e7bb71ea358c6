"""The answers about an event: the same fields for every event, whichever body created it.

A row of a list leaves out the players and the matches. Names of document B (`tournamentName`, `players`, `matches`,
`byePlayerId`) are sent in addition to our own. Fields that a game does not have are left out, as everywhere.
"""

import datetime
from dataclasses import asdict
from typing import Any, Self

from pydantic import Field
from pydantic.alias_generators import to_camel

from crosstable.accounts.models import User
from crosstable.api.schemas import Out, of_game
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, Status, Tournament
from crosstable.events.queries.people.clubs import COARSE, ClubEvent, ClubPlayer, club_event
from crosstable.events.queries.people.public import with_counts
from crosstable.games import SCORES


class TournamentOut(Out):
    tournament_id: int
    name: str
    tournament_name: str = Field(description="The same as `name`.")
    slug: str
    game: str
    choices: dict[str, Any] = Field(description="The settings of the game for this event.")
    status: str = Field(
        description="draft, registration, check-in, in-progress or complete. Operations of a club's event "
        "return pending, in-progress or completed."
    )
    date: datetime.date
    event_date: datetime.date = Field(description="The same as `date`.")
    end_date: datetime.date | None
    time_zone: str = Field(description="The event's own time zone. Empty: that of the installation.")
    effective_time_zone: str = Field(
        description="The time zone of the event's local times, such as “Europe/Lisbon”."
    )
    max_players: int | None
    location: str
    format_text: str
    description: str
    total_rounds: int = Field(
        description="Rounds of the Swiss. Other stages have their own number; see /stages."
    )
    max_vp: int | None = Field(None, description="The highest score of one side, in games that have one.")
    current_round: int = Field(
        description="The newest published round, numbered across all stages. 0 before the first."
    )
    player_count: int = Field(
        description="The number of players (or teams): entries that have not withdrawn, and all that were in "
        "a published match or bye. After the start, entries that never checked in or are absent "
        "count only if they have been paired."
    )
    system: str = Field(
        description="The first stage: the pairing system of a Swiss, “round-robin” or “knockout”."
    )
    tie_breaks: list[str]
    scoring: dict[str, str] = Field(description="What a win, a draw and so on are worth, as text.")
    time_control: str = Field("", description="Only in games with a report file, like chiefArbiter.")
    chief_arbiter: str = ""
    round_minutes: int | None
    players_may_report: bool
    scores_without_account: bool
    one_device_for_both: bool
    players_see_reasons: bool
    round_flow: str = Field(description="one-click, steps, or empty for the default.")
    rated_here: str = Field(
        description="yes, no, or empty for the default, which is decided when the first round is closed."
    )
    lists_locked: bool = Field(False, description="Only in games with army lists.")
    is_rehearsal: bool = Field(description="A copy with invented players: unrated, deleted when it ends.")
    team_size: int | None = Field(description="null if single players take part.")
    team_boards: int
    club_id: int | None = Field(description="The club that the event belongs to.")
    owner_id: int
    owner: str
    revision: int = Field(description="Increases by one with every change.")
    completed_at: datetime.datetime | None

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(tournament, **_computed(tournament))))


class EventPlayerOut(Out):
    player_id: int
    member_id: int | None = Field(description="In an event of a club, the memberId.")
    name: str
    elo: int = Field(0, description="The rating at the start, in games with ratings.")
    score: float
    opponents_played: list[int | None] = Field(
        description="The memberIds of the opponents; null for an opponent who is not a member."
    )
    colors_played: list[str] = Field([], description="Only in games with colours.")

    @classmethod
    def of(cls, event: ClubEvent, player: ClubPlayer) -> Self:
        values = cls.values_of(player, opponents_played=player.opponents, colors_played=player.colors)
        return cls(**of_game(event.tournament, values))


class EventMatchOut(Out):
    match_id: int
    round_number: int
    board: int | None
    player1_id: int = Field(description="A playerId. In games with colours, the player with White.")
    player2_id: int
    white_player_id: int | None = Field(None, description="In games with colours, the memberId of White.")
    black_player_id: int | None = None
    result: str = Field(description="1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F or pending.")
    version: int

    @classmethod
    def of(cls, event: ClubEvent, match: Match) -> Self:
        assert match.second_id is not None
        values = cls.values_of(
            match,
            match_id=match.pk,
            round_number=match.round.number,
            board=match.table,
            player1_id=match.first_id,
            player2_id=match.second_id,
            white_player_id=event.member_of(match.first_id),
            black_player_id=event.member_of(match.second_id),
            result=match.result or "pending",
        )
        return cls(**of_game(event.tournament, values))


class WholeTournamentOut(TournamentOut):
    players: list[EventPlayerOut]
    matches: list[EventMatchOut] = Field(
        description="The matches of every published round, without the byes."
    )
    bye_player_id: int | None = Field(
        description="The memberId of the player with the bye in the current round. null if the player is not "
        "a member."
    )
    rounds_warning: str = Field(
        "",
        description="A warning after the number of rounds was raised during the event: too many rounds for so"
        " few players.",
    )

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        event = club_event(tournament)
        values = cls.values_of(
            tournament,
            **_computed(tournament),
            players=[EventPlayerOut.of(event, player) for player in event.players],
            matches=[EventMatchOut.of(event, match) for match in event.matches],
            bye_player_id=event.bye_member,
            rounds_warning="",
        )
        return cls(**of_game(tournament, values))


def _computed(tournament: Tournament) -> dict[str, Any]:
    rules = rules_of(tournament)
    return {
        "tournament_id": tournament.pk,
        "tournament_name": tournament.name,
        "event_date": tournament.date,
        "effective_time_zone": tournament.zone.key,
        "choices": _choices(tournament),
        "max_vp": rules.choices.most,
        "player_count": tournament.entry_count,  # type: ignore[attr-defined]
        "system": rules.system_in(tournament.first_kind),  # type: ignore[attr-defined]
        "tie_breaks": list(rules.chosen_tie_breaks),
        "scoring": points_out(tournament),
        "lists_locked": tournament.lists_are_locked,
        "owner": _name(tournament.owner),
    }


def points_out(tournament: Tournament) -> dict[str, str]:
    """Return the points of each outcome: the organiser's, or else the game's."""
    scoring = rules_of(tournament).scoring
    return {name: f"{getattr(scoring, name):f}" for name in SCORES}


def _choices(tournament: Tournament) -> dict[str, Any]:
    """Return the choices that were made; the others have the game's defaults."""
    made = {
        name: value
        for name, value in asdict(rules_of(tournament).choices).items()
        if value not in ("", None, ())
    }
    return {to_camel(name): value for name, value in made.items()}


def _name(user: User) -> str:
    """Return the display name of an organiser; a username is for logging in."""
    return user.player.name if hasattr(user, "player") else user.get_username()


def shown(tournament: Tournament) -> WholeTournamentOut:
    """Return the current tournament."""
    rows = with_counts(Tournament.objects.select_related("owner__player"))
    return WholeTournamentOut.of(rows.get(pk=tournament.pk))


def shown_to_club(tournament: Tournament) -> WholeTournamentOut:
    """Return the current tournament with the three statuses of document B."""
    out = shown(tournament)
    return out.model_copy(update={"status": COARSE[Status(out.status)]})
