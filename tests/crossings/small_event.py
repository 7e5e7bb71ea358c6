"""A small event made by actions alone, for tests that only need one to be there."""

from __future__ import annotations

from datetime import date

from building import user
from crosstable.accounts.models import User
from crosstable.engine.model import Outcome
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.results import results
from crosstable.events.actions.results.team_boards import enter_boards
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Entry, Match, StageKind, Status, Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.games import GAMES

KNOCKOUT = StagePlan(StageKind.KNOCKOUT, "Knockout")
FORMATS = {
    "swiss": [StagePlan(StageKind.SWISS, "Swiss")],
    "round-robin": [StagePlan(StageKind.POOLS, "Pools", {"boards": 2})],
    "pools-knockout": [
        StagePlan(StageKind.POOLS, "Pools", {"groups": 2, "per_pool": 1, "boards": 2}),
        KNOCKOUT,
    ],
    "swiss-cut": [StagePlan(StageKind.SWISS, "Swiss", {"per_pool": 2}), KNOCKOUT],
    "knockout": [KNOCKOUT],
}
NAMES = ("Ann", "Bo", "Cy", "Di")


def event(game: str, format: str, kind: str, boards: int = 1, system: str = "") -> Tournament:
    """In registration, with four entries; the first is Ann's, who has an account."""
    olga = user("olga")
    team = {"team_size": 2, "team_boards": boards} if kind == "teams" else {}
    chosen = {"choices": {"name": "Boules"}} if game == "other" else {}
    details = Details("Crossing", date(2026, 11, 21), total_rounds=2, system=system, **team, **chosen)
    tournament = create_tournament(details=details, by=olga, game=game)
    set_stages(tournament=tournament, plans=FORMATS[format], by=olga)
    take_next_step(tournament=tournament, seen_step=step_of(tournament), by=olga)
    tournament.refresh_from_db()
    for name in NAMES:
        entered(tournament, name, by=user("ann") if name == "Ann" else olga)
    return tournament


def entered(tournament: Tournament, name: str, *, by: User) -> Entry:
    """By the one who plays, or by an organiser; a team has two members."""
    details = EntryDetails(name, faction="Orks" if "faction" in asked(tournament.game) else "")
    whose, partner = by.username == name.lower(), f"Partner of {name}"
    if tournament.has_teams and whose:
        return teams.register_team(tournament=tournament, details=details, partners=[partner], by=by)
    if tournament.has_teams:
        return teams.add_team(tournament=tournament, details=details, members=[name, partner], by=by)
    enter = entries.register if whose else entries.add_entry
    return enter(tournament=tournament, details=details, by=by)


def asked(game: str) -> set[str]:
    return {ask.name for ask in GAMES[game].asks}


def step_of(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return str(control_room(tournament, journal_length=0).step.value)


def open_matches(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(round__tournament=tournament, round__status="started", second__isnull=False)
    rows = rows.exclude(state="agreed").select_related("round__tournament", "round__stage", "first", "second")
    return list(rows.order_by("round__number", "pk"))


def next_step(tournament: Tournament) -> bool:
    """One step, or every open match as a win of the first side, on every board; False at the end."""
    olga = user("olga")
    tournament.refresh_from_db()
    if tournament.status == Status.COMPLETE:
        return False
    if matches := open_matches(tournament):
        for match in matches:
            score, boards = shape_of_match(match).example(Outcome.WIN), tournament.team_boards
            if boards > 1:
                enter_boards(match=match, boards=[score] * boards, by=olga)
            else:
                results.enter_result(match=match, score=score, by=olga)
    else:
        take_next_step(tournament=tournament, seen_step=step_of(tournament), by=olga, check_in=True)
    return True
