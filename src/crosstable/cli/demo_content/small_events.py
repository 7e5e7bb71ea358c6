"""One small event for each further game: table football, darts, cards, a team event on boards, crokinole.

Each is a line of data and the one loop that runs any event; two are in progress, three are finished.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.cli.demo_content.play import Clock
from crosstable.engine.results import ResultShape, Score
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.event.tournaments import advance, create_in_format
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.results import results, team_boards
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, Status, Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.places import desk_of

SEED = 7
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
MakeScore = Callable[[Random], Any]


def _goals(chance: Random) -> dict[str, int]:
    return {"first": chance.randint(2, 10), "second": chance.randint(2, 10)}


def _legs(chance: Random) -> dict[str, int]:
    return _either(chance, 3, chance.randint(0, 2))


def _cards(chance: Random) -> dict[str, int]:
    if chance.random() < 0.15:
        return {"first": 1, "second": 1, "drawn": 1}
    return _either(chance, 2, chance.randint(0, 1))


def _sheets(chance: Random) -> dict[str, dict[str, int]]:
    return {
        side: {"primary": chance.randint(15, 45), "secondary": chance.randint(10, 36), "painted": 10}
        for side in ("first", "second")
    }


def _discs(chance: Random) -> dict[str, int]:
    return {"first": 5 * chance.randint(8, 22), "second": 5 * chance.randint(8, 22)}


def _either(chance: Random, high: int, low: int) -> dict[str, int]:
    first, second = chance.sample((high, low), 2)
    return {"first": first, "second": second}


@dataclass(frozen=True)
class Small:
    """`played`: how many matches are decided; None for all of them, and the event is over."""

    game: str
    format: str
    name: str
    location: str
    description: str
    names: str
    score: MakeScore
    days_ago: int = 0
    rounds: int = 3
    played: int | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    members: int = 0


EVENTS = (
    Small(
        "goals",
        "round-robin",
        "Canteen Table Football League",
        "Canteen of the shipyard",
        "All play all in one lunch week. First to ten, or when the bell rings.",
        "Accounts, Dispatch, Paint Shop, Rigging, Stores",
        _goals,
        days_ago=12,
    ),
    Small(
        "sets",
        "pools-knockout",
        "Thursday Darts at the Anchor",
        "The Anchor, back room",
        "Two pools of four, best of five legs; the first two of each pool play on.",
        "Bridie Malone, Col Harper, Dot Ainsley, Geert Smit, Hugo Lindén, Joan Pryce, Mo Rahimi, Vi Tranter",
        _legs,
        played=13,
        choices={"variant": "darts"},
    ),
    Small(
        "cards",
        "swiss",
        "Friday Night Draft",
        "The Card Cellar",
        "Three rounds of best of three after the draft. Promo card for all who stay.",
        "Abel Noor, Cleo Varga, Dev Patel, Esme Winther, Ida Roos, Levi Stern, Nia Osei, Sol Moreno",
        _cards,
        days_ago=19,
    ),
    Small(
        "wtc",
        "swiss",
        "Three Rivers Team Challenge",
        "Town hall, Lyon",
        "Teams of three on three boards, a sheet for each; the difference becomes battle points.",
        "Confluence, Delta, Headwaters, Lock Keepers, Oxbow, Rapids",
        _sheets,
        played=4,
        members=3,
    ),
    Small(
        "other",
        "swiss",
        "Harvest Crokinole",
        "Village hall, Tavistock",
        "Three rounds on handmade boards, cider between them.",
        "Ada Finch, Ben Cobb, Clem Hoskin, Dora Yeo, Ern Luscombe, Flo Tapper",
        _discs,
        days_ago=26,
        choices={"name": "Crokinole", "table": "Board", "score": "points"},
    ),
)


def play_small_events(organiser: User) -> None:
    for number, small in enumerate(EVENTS):
        _tell(small, organiser, Random(SEED + number))


def _tell(small: Small, organiser: User, chance: Random) -> None:
    now = timezone.now()
    doors = now - small.days_ago * DAY - 2 * HOUR
    ends = now - 4 * MINUTE if small.played is not None else doors + 2 * HOUR - 4 * MINUTE
    tournament = create_in_format(
        details=_details(small, doors), format=small.format, by=organiser, game=small.game
    )
    clock = Clock(tournament)
    with clock.between(doors - 9 * DAY, doors - HOUR):
        advance(tournament=tournament, by=organiser)
        _enter(small, tournament, organiser)
    with clock.between(doors, ends):
        _play(small, tournament, organiser, chance)
    clock.set_back()


def _details(small: Small, doors: datetime) -> Details:
    return Details(
        name=small.name,
        date=timezone.localdate(doors),
        total_rounds=small.rounds,
        location=small.location,
        description=small.description,
        choices=dict(small.choices),
        team_size=small.members or None,
        team_boards=small.members or 1,
    )


def _enter(small: Small, tournament: Tournament, organiser: User) -> None:
    has_factions = any(ask.name == "faction" for ask in rules_of(tournament).game.asks)
    for name in small.names.split(", "):
        score = EntryDetails(name, faction="mixed" if has_factions else "")
        if small.members:
            people = [f"{name} {place}" for place in ("captain", "second", "third")]
            teams.add_team(tournament=tournament, details=score, members=people, by=organiser)
        else:
            entries.add_entry(tournament=tournament, details=score, by=organiser)


def _play(small: Small, tournament: Tournament, organiser: User, chance: Random) -> None:
    """The one loop of any event: a step, or the matches that are open."""
    left = small.played if small.played is not None else 1000
    while not _is_over(tournament):
        for match in [place.match for place in desk_of(tournament).places if not place.match.is_agreed]:
            if left == 0:
                return
            _decide(small.score, match, organiser, chance)
            left -= 1
        step = control_room(tournament, journal_length=0).step.value
        take_next_step(tournament=tournament, seen_step=step, by=organiser, check_in=True)


def _is_over(tournament: Tournament) -> bool:
    tournament.refresh_from_db()
    return tournament.status == Status.COMPLETE


def _decide(score: MakeScore, match: Match, organiser: User, chance: Random) -> None:
    shape, boards = shape_of_match(match), match.round.tournament.team_boards
    if boards > 1:
        board_scores = [_random_score(shape, score, chance) for _ in range(boards)]
        team_boards.enter_boards(match=match, boards=board_scores, by=organiser)
    else:
        results.enter_result(match=match, score=_random_score(shape, score, chance), by=organiser)


def _random_score(shape: ResultShape, score: MakeScore, chance: Random) -> Score:
    return shape.check_over(shape.read(score(chance)))
