"""An event in the terms of document D: players with points, opponents, colours; rounds with pairings.

Players also have the sum of their opponents' points. Opponents and colours count from the moment a round is
published. A round is completed with its last result, and the event with its last round: even if the result
was entered on a page or a phone and the organiser has yet to close the round there.
"""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import Entry, Match, Round, RoundStatus, SetAside, StageKind, Status, Tournament
from crosstable.events.permissions import Visitor
from crosstable.events.queries.people.tournaments import listed_tournaments
from crosstable.games import CLUB_GAME

UPCOMING, ONGOING, COMPLETED = "upcoming", "ongoing", "completed"


@dataclass(frozen=True, slots=True)
class AppPlayer:
    entry: Entry
    points: Decimal
    buchholz: Decimal
    opponents: list[int]
    colors: list[str]


@dataclass(frozen=True, slots=True)
class AppRound:
    number: int
    status: str
    matches: list[Match]


def app_events(user: Visitor) -> QuerySet[Tournament]:
    """Return the events this visitor may see, newest first."""
    other = Tournament.objects.filter(stages__kind__in=[StageKind.POOLS, StageKind.KNOCKOUT])
    rows = listed_tournaments(user).filter(game=CLUB_GAME, team_size__isnull=True)
    return rows.exclude(pk__in=other.values("pk")).prefetch_related(
        Prefetch("rounds", _completed_rounds(), to_attr="completed_rounds")
    )


def is_app_event(tournament: Tournament) -> bool:
    """Return whether document D covers the event: chess, single players, one Swiss."""
    if tournament.game != CLUB_GAME or tournament.has_teams:
        return False
    return list(tournament.stages.values_list("kind", flat=True)) == [StageKind.SWISS]


def app_players(tournament: Tournament) -> list[AppPlayer]:
    """Return the players by points, opponents' points and rating."""
    entries = {entry.pk: entry for entry in tournament.entries.defer("list_text").order_by("seed")}
    history = history_of(load_tournament(tournament))
    points = {pk: history[EntryId(pk)].score for pk in entries}
    opponents: dict[int, list[int]] = {pk: [] for pk in entries}
    colors: dict[int, list[str]] = {pk: [] for pk in entries}
    for match in _matches(tournament):
        if match.second_id is not None:
            opponents[match.first_id].append(match.second_id)
            opponents[match.second_id].append(match.first_id)
            colors[match.first_id].append("white")
            colors[match.second_id].append("black")
    players = [
        AppPlayer(
            entry,
            points[pk],
            sum((points[one] for one in opponents[pk]), Decimal(0)),
            opponents[pk],
            colors[pk],
        )
        for pk, entry in entries.items()
    ]
    return sorted(players, key=lambda player: (-player.points, -player.buchholz, -player.entry.rating))


def app_rounds(tournament: Tournament) -> list[AppRound]:
    """Return every round of the event, including future ones."""
    published = tournament.rounds.exclude(status=RoundStatus.DRAFT).values_list("number", flat=True)
    states = dict.fromkeys(published, ONGOING)
    states |= {round_.number: COMPLETED for round_ in _completed_rounds().filter(tournament=tournament)}
    matches: dict[int, list[Match]] = {}
    for match in _matches(tournament):
        matches.setdefault(match.round.number, []).append(match)
    numbers = range(1, max(tournament.total_rounds, *states, 0) + 1)
    return [AppRound(number, states.get(number, UPCOMING), matches.get(number, [])) for number in numbers]


def app_status(tournament: Tournament) -> str:
    if tournament.status not in (Status.IN_PROGRESS, Status.COMPLETE):
        return UPCOMING
    if tournament.status == Status.COMPLETE or _completed_count(tournament) >= tournament.total_rounds:
        return COMPLETED
    return ONGOING


def _completed_rounds() -> QuerySet[Round]:
    """Rounds that are closed, or in progress with every player paired and every result entered."""
    undecided = Match.objects.undecided().filter(round=OuterRef("pk"))
    aside = SetAside.objects.filter(round=OuterRef("pk"))
    decided = Q(status=RoundStatus.STARTED) & ~Exists(undecided) & ~Exists(aside)
    return Round.objects.filter(decided | Q(status=RoundStatus.CLOSED))


def _completed_count(tournament: Tournament) -> int:
    if hasattr(tournament, "completed_rounds"):
        return len(tournament.completed_rounds)
    return _completed_rounds().filter(tournament=tournament).count()


def current_round(tournament: Tournament) -> int:
    """Return the number of the newest published round; 0 before the first."""
    if hasattr(tournament, "current_round"):
        return int(tournament.current_round)
    shown = tournament.rounds.exclude(status=RoundStatus.DRAFT)
    return shown.aggregate(newest=Max("number"))["newest"] or 0


def app_pairings(tournament: Tournament, number: int) -> list[Match]:
    """Return the matches by board, the bye last."""
    return [match for match in _matches(tournament) if match.round.number == number]


def _matches(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(round__tournament=tournament).exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("round").order_by("round__number", "table", "pk")
    return sorted(rows, key=lambda match: (match.round.number, match.table is None, match.table or 0))
