"""Teams: registering and editing them with their members; matches over several boards, and line-ups (C7, I7)."""

from datetime import datetime
from typing import Annotated, Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts.models import Player
from crosstable.accounts.names import PersonName
from crosstable.accounts.permissions import check_may
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_change, tournament_to_read
from crosstable.api.matches import MatchOut, VersionIn, shown
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Name, Out, Text, WarningsIn, Whole, check_fields, of_game
from crosstable.api.scores import GameIn, read_games
from crosstable.events.actions.people import lineups, teams
from crosstable.events.actions.people.teams import Member
from crosstable.events.actions.results import team_boards
from crosstable.events.bridge.entries import EntryDetails, numbers_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match, TeamMember, Tournament
from crosstable.events.permissions import is_organiser, side_of
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.lineups import Seat, SideView, sides_for
from crosstable.text import tr

router = new_router("teams")
MATCH_PATH = "/{id:tournament_id}/matches/{id:match_id}"


class TeamMemberIn(In):
    name: Annotated[Text, Field(max_length=80)] = Field(
        "", description="A new name, or @username of an account."
    )
    given_name: Name = ""
    family_name: Name = Field("", description="With the given name instead of `name`.")
    directory_id: Whole | None = Field(None, description="Instead of a name: the directoryId of a player.")

    def member(self) -> Member:
        if self.directory_id is not None:
            player = Player.objects.filter(pk=self.directory_id).first()
            if player is None:
                raise BadValue(
                    tr("There is no player {directory_id} in the directory.", directory_id=self.directory_id),
                    "members.directoryId",
                )
            return player
        return self.name or PersonName.of_parts(self.given_name, self.family_name)


class TeamIn(In):
    display_name: Name
    faction: Name = ""
    members: list[TeamMemberIn] = Field(max_length=30, description="The members in the order of boards.")

    def details(self) -> EntryDetails:
        return EntryDetails(self.display_name, faction=self.faction)


class AddTeamIn(TeamIn, WarningsIn):
    checked_in: bool = False


class BoardsIn(VersionIn):
    boards: list[GameIn] = Field(
        max_length=20,
        description="The results of all boards of the team match, from the point of view of the first side.",
    )


class TeamMemberOut(Out):
    number: int
    name: str
    given_name: str = Field(description="Empty if unknown.")
    family_name: str
    directory_id: int

    @classmethod
    def of(cls, member: TeamMember) -> Self:
        return cls.of_row(member.player, number=member.number, directory_id=member.player_id)


class TeamOut(Out):
    player_id: int
    starting_number: int = Field(description="The starting number, as for a player.")
    display_name: str
    faction: str = Field("", description="Only in games with factions.")
    checked_in: bool = Field(True, description="Only in events with check-in.")
    dropped: bool = Field(description="Whether the entry has withdrawn.")
    members: list[TeamMemberOut]

    @classmethod
    def of(cls, entry: Entry, starting_number: int) -> Self:
        values = cls.values_of(
            entry,
            player_id=entry.pk,
            starting_number=starting_number,
            checked_in=entry.is_checked_in,
            dropped=entry.is_dropped,
            members=[TeamMemberOut.of(member) for member in entry.members.all()],
        )
        return cls(**of_game(entry.tournament, values))


class TeamsOut(Out):
    team_size: int | None
    team_boards: int
    teams: list[TeamOut]


def _shown(tournament: Tournament, entry: Entry) -> TeamOut:
    return TeamOut.of(entry_in(tournament, entry.pk), numbers_of(tournament)[entry.pk])


@router.get("/{id:tournament_id}/teams", response=TeamsOut, **PUBLIC)
def list_teams(request: VisitorRequest, tournament_id: int) -> TeamsOut:
    """List the teams and their members. Empty if single players take part."""
    tournament = tournament_to_read(request, tournament_id)
    rows = tournament.entries.filter(player__is_team=True).prefetch_related("members__player")
    numbers = numbers_of(tournament)
    return TeamsOut.of_row(tournament, teams=[TeamOut.of(entry, numbers[entry.pk]) for entry in rows])


@router.post("/{id:tournament_id}/teams", response={201: TeamOut})
def add_team(request: Request, tournament_id: int, body: AddTeamIn) -> Status[TeamOut]:
    """Add a team with its members. For organisers."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    entry = teams.add_team(
        tournament=tournament,
        details=body.details(),
        members=[m.member() for m in body.members],
        checked_in=body.checked_in,
        confirmed=body.confirm,
        by=request.user,
    )
    return Status(201, _shown(tournament, entry))


@router.post("/{id:tournament_id}/teams/register", response={201: TeamOut})
def register_team(request: Request, tournament_id: int, body: TeamIn) -> Status[TeamOut]:
    """Register a team of your own. You are its first member; `members` are the others."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    partners = [m.member() for m in body.members]
    entry = teams.register_team(
        tournament=tournament, details=body.details(), partners=partners, by=request.user
    )
    return Status(201, _shown(tournament, entry))


@router.put("/{id:tournament_id}/teams/{id:player_id}", response=TeamOut)
def edit_team(request: Request, tournament_id: int, player_id: int, body: TeamIn) -> TeamOut:
    """Replace the name and the members of a team: any member until the lists are locked or the event starts,
    organisers until it is finished.
    """
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    entry = entry_in(tournament, player_id)
    members = [m.member() for m in body.members]
    teams.edit_team(
        entry=entry, members=members, name=body.display_name, faction=body.faction, by=request.user
    )
    return _shown(tournament, entry)


@router.post(MATCH_PATH + "/boards", response=MatchOut)
def enter_boards(request: Request, tournament_id: int, match_id: int, body: BoardsIn) -> MatchOut:
    """Set the results of all boards of a team match as an organiser. The result of the match follows from
    them.
    """
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    boards = read_games(match, body.boards, "boards")
    team_boards.enter_boards(
        match=match, boards=boards, by=request.user, seen_version=body.version, overwrite=True
    )
    return shown(request, tournament, match_id)


@router.post(MATCH_PATH + "/boards/report", response=MatchOut)
def report_boards(request: Request, tournament_id: int, match_id: int, body: BoardsIn) -> MatchOut:
    """Report the boards of your team's match. If the other team's report is the same, it is confirmed."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    boards = read_games(match, body.boards, "boards")
    team_boards.report_boards(match=match, boards=boards, by=request.user, seen_version=body.version)
    return shown(request, tournament, match_id)


class LineUpIn(In):
    player_id: Whole = Field(description="The playerId of the team.")
    players: list[Whole] = Field(
        max_length=20, description="The directoryIds of the players of the team at boards 1, 2 …"
    )


class LineUpSeatOut(Out):
    board: int
    name: str
    directory_id: int | None
    color: str = Field("", description="In games with colours: the colour, in the words of the game.")

    @classmethod
    def of(cls, seat: Seat, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(seat, board=seat.number, directory_id=seat.player_id)))


class LineUpOut(Out):
    player_id: int
    team: str
    is_given: bool = Field(
        description="Whether the team has set it. Otherwise the first members of the team play."
    )
    boards: list[LineUpSeatOut] = Field(description="Empty for the other team until line-ups are due.")

    @classmethod
    def of(cls, side: SideView) -> Self:
        boards = [LineUpSeatOut.of(seat, side.entry.tournament) for seat in side.boards]
        return cls(
            player_id=side.entry.pk, team=side.entry.display_name, is_given=side.is_given, boards=boards
        )


class LineUpsOut(Out):
    due: datetime | None
    board_order: str
    line_ups: list[LineUpOut]


class DueIn(In):
    until: datetime | None = Field(None, description="null: until the first board is reported.")


class DueOut(Out):
    round: int
    until: datetime | None


class TeamRulesIn(In):
    board_order: Annotated[Text, Field(max_length=5)] = Field("fixed", description="fixed or free.")
    tie_breaks: list[Annotated[Text, Field(max_length=5)]] = Field(
        [],
        max_length=5,
        description="After match points and board points: those of C.07 12 and 13, such as BC, EDEBT, EMMSB/C1;"
        " SSSC counts in a Swiss only.",
    )


class TeamRulesOut(Out):
    board_order: str
    tie_breaks: list[str]


def _line_ups(request: Request, match: Match) -> LineUpsOut:
    tournament = match.round.tournament
    return LineUpsOut(
        due=match.round.lineups_until,
        board_order=tournament.board_order,
        line_ups=[LineUpOut.of(side) for side in sides_for(request.user, match)],
    )


@router.get(MATCH_PATH + "/line-ups", response=LineUpsOut)
def get_line_ups(request: Request, tournament_id: int, match_id: int) -> LineUpsOut:
    """Get the line-ups of a match: who plays on which board. For members of both teams and organisers."""
    tournament = tournament_to_read(request, tournament_id)
    match = match_in(request, tournament, match_id)
    concerned = side_of(request.user, match) is not None or is_organiser(request.user, tournament)
    check_may(concerned, tr("Only the two teams and the organisers of this event can do this."))
    if not tournament.has_boards or match.is_bye:
        raise BadValue(tr("This match has no boards to line up for."), "match_id")
    return _line_ups(request, match)


@router.put(MATCH_PATH + "/line-ups", response=LineUpsOut)
def set_line_up(request: Request, tournament_id: int, match_id: int, body: LineUpIn) -> LineUpsOut:
    """Set the line-up of a team: its members until line-ups are due, organisers until the round is closed."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    entry = entry_in(tournament, body.player_id)
    fresh = lineups.set_line_up(match=match, entry=entry, players=body.players, by=request.user)
    return _line_ups(request, fresh)


@router.put("/{id:tournament_id}/rounds/{id:number}/line-ups", response=DueOut)
def set_line_ups_due(request: Request, tournament_id: int, number: int, body: DueIn) -> DueOut:
    """Set when the line-ups of a round are due. They are secret until then."""
    tournament = tournament_to_change(request, tournament_id)
    round_ = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    if body.until is not None and body.until.tzinfo is None:
        raise BadValue(tr("Give the time with its zone: 2026-11-21T18:45:00Z."), "until")
    fresh = lineups.set_line_ups_due(round_=round_, until=body.until, by=request.user)
    return DueOut(round=fresh.number, until=fresh.lineups_until)


@router.put("/{id:tournament_id}/team-rules", response=TeamRulesOut)
def set_team_rules(request: Request, tournament_id: int, body: TeamRulesIn) -> TeamRulesOut:
    """Set the order of boards and the tie-breaks of teams."""
    tournament = tournament_to_change(request, tournament_id)
    fresh = lineups.set_team_rules(
        tournament=tournament, board_order=body.board_order, tie_breaks=body.tie_breaks, by=request.user
    )
    return TeamRulesOut(board_order=fresh.board_order, tie_breaks=list(fresh.team_tie_breaks))


class BoardIn(VersionIn):
    board: Whole = Field(description="Your own board, from 1.")
    game: GameIn = Field(description="The result, from the point of view of the first side.")


@router.post(MATCH_PATH + "/boards/report-one", response=MatchOut)
def report_board(request: Request, tournament_id: int, match_id: int, body: BoardIn) -> MatchOut:
    """Report your own board. The match is confirmed once the reports of both sides agree on all boards."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    score = read_games(match, [body.game], "game")[0]
    team_boards.report_board(
        match=match, board=body.board, score=score, by=request.user, seen_version=body.version
    )
    return shown(request, tournament, match_id)
