"""A small event made by actions alone, for tests that only need one to be there."""

from __future__ import annotations

from datetime import date

from building import user
from crosstable.engine.model import Outcome
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.next_step import take_next_step
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.results import results
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.models import Match, StageKind, Status, Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.stage_formats import StagePlan
from crosstable.events.records.stages import shape_of_match
from crosstable.games import GAMES

KNOCKOUT = StagePlan(StageKind.KNOCKOUT, "Knockout")
FORMATS = {
    "swiss": [StagePlan(StageKind.SWISS, "Swiss")],
    "round-robin": [StagePlan(StageKind.POOLS, "Pools", {"boards": 2})],
    "pools-knockout": [
        StagePlan(StageKind.POOLS, "Pools", {"groups": 2, "per_pool": 1, "boards": 2}),
        KNOCKOUT,
    ],
    "knockout": [KNOCKOUT],
}
NAMES = ("Ann", "Bo", "Cy", "Di")


def event(game: str, format: str, kind: str, boards: int = 1, system: str = "") -> Tournament:
    """In registration, with four entries; the first is Ann's, who has an account."""
    olga = user("olga")
    team = {"team_size": 2, "team_boards": boards} if kind == "teams" else {}
    chosen = {"choices": {"name": "Boules"}} if game == "other" else {}
    details = Details("Crossing", date(2026, 11, 21), total_rounds=2, system=system, **team, **chosen)
    tournament = create_tournament(details=details, by=olga, profile=game)
    set_stages(tournament=tournament, plans=FORMATS[format], by=olga)
    take_next_step(tournament=tournament, seen=step_of(tournament), by=olga)
    tournament.refresh_from_db()
    for name in NAMES:
        said = EntryDetails(name, faction="Orks" if "faction" in asked(game) else "")
        if kind == "teams":
            register = teams.register_team if name == "Ann" else None
            if register is not None:
                register(tournament=tournament, details=said, partners=["Partner of Ann"], by=user("ann"))
            else:
                members = [name, f"Partner of {name}"]
                teams.add_team(tournament=tournament, details=said, members=members, by=olga)
        elif name == "Ann":
            entries.register(tournament=tournament, details=said, by=user("ann"))
        else:
            entries.add_entry(tournament=tournament, details=said, by=olga)
    return tournament


def asked(game: str) -> set[str]:
    return {ask.name for ask in GAMES[game].asks}


def step_of(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return str(control_room(tournament, journal_length=0).step.value)


def open_matches(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(round__tournament=tournament, round__status="started", second__isnull=False)
    rows = rows.exclude(state="agreed").select_related("round__tournament", "round__stage", "first", "second")
    return list(rows.order_by("round__number", "pk"))


def go_on(tournament: Tournament) -> bool:
    """One step, or every open match as a win of the first side; False at the end."""
    olga = user("olga")
    tournament.refresh_from_db()
    if tournament.status == Status.COMPLETE:
        return False
    if matches := open_matches(tournament):
        for match in matches:
            said = shape_of_match(match).example(Outcome.WIN)
            results.enter_result(match=match, said=said, by=olga)
    else:
        take_next_step(tournament=tournament, seen=step_of(tournament), by=olga, check_in=True)
    return True
