"""Players across events: the leaderboard; one player's rating, games, places and events; FIDE IDs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import overload

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from crosstable.accounts.models import GIVEN_BY_CLUB, Player
from crosstable.accounts.names import name_in_a_list
from crosstable.engine.starting_numbers import name_key
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Adjustment, Entry, PlayerRating, RatingChange, Status, Tournament
from crosstable.events.queries.people.ratings import earned_ratings
from crosstable.events.queries.standings.ranking import final_ranks
from crosstable.events.queries.standings.standings import TableRow, Tile, standings_table
from crosstable.games import GAMES, USUAL_GAME, Column

RECENT_EVENTS = 20
CHARTED = 400
NAME_PARTS = ("name", "given_name", "family_name")
# The default pool.
POOL = GAMES[USUAL_GAME].rating_pool or ""


class Leaderboard(Sequence[PlayerRating]):
    """Every player with a rated game, best first; equal ratings in the order of printed lists.

    Only the rows of the current page are fully loaded.
    """

    def __init__(self, rows: QuerySet[PlayerRating]) -> None:
        self._rows = rows
        sorted_by = rows.order_by().values_list("pk", "value", *(f"player__{name}" for name in NAME_PARTS))
        keys = [(-value, name_key(name_in_a_list(*names)), pk) for pk, value, *names in sorted_by]
        self._keys = [pk for _, _, pk in sorted(keys)]

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> PlayerRating: ...

    @overload
    def __getitem__(self, place: slice) -> list[PlayerRating]: ...

    def __getitem__(self, place: int | slice) -> PlayerRating | list[PlayerRating]:
        if not isinstance(place, slice):
            return self._rows.get(pk=self._keys[place])
        rows = self._rows.in_bulk(self._keys[place])
        return [rows[pk] for pk in self._keys[place] if pk in rows]


def leaderboard(search: str = "", pool: str = POOL) -> Leaderboard:
    """Return the players whose name contains every word of the search.

    Each row has `rank` (shared by equal ratings) and `last_change`.
    """
    rows = _rated(pool)
    for word in search.split():
        rows = rows.filter(player__name__icontains=word)
    return Leaderboard(rows)


def _rated(pool: str) -> QuerySet[PlayerRating]:
    better = PlayerRating.objects.filter(pool=pool, games__gt=0, value__gt=OuterRef("value")).order_by()
    last = RatingChange.objects.filter(pool=pool, player=OuterRef("player")).order_by("-at", "-pk")
    return (
        PlayerRating.objects.filter(pool=pool, games__gt=0)
        .select_related("player")
        .annotate(
            rank=Coalesce(Subquery(better.values("pool").annotate(n=Count("pk")).values("n")), 0) + 1,
            last_change=Subquery(last.annotate(by=F("after") - F("before")).values("by")[:1]),
        )
    )


def public_players() -> QuerySet[Player]:
    """Return publicly visible players: with an account, in a club, or in an event that is not a draft."""
    shown = Entry.objects.filter(tournament__rehearsal_of=None).exclude(tournament__status=Status.DRAFT)
    known = Q(user__isnull=False) | Q(memberships__status__in=GIVEN_BY_CLUB) | Q(deleted_at__isnull=False)
    played = Q(entries__in=shown) | Q(rating_changes__isnull=False)
    in_team = Q(pk__in=shown.filter(members__isnull=False).values("members__player"))
    return Player.objects.filter(known | played | in_team).distinct()


def standing_of(player: Player, pool: str = POOL) -> PlayerRating | None:
    """Return this player's row of the leaderboard."""
    return _rated(pool).filter(player=player).first()


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player's entry in one event; `place` of `field` once it is finished."""

    entry: Entry
    place: int | None
    field: int


@dataclass(frozen=True, slots=True)
class Profile:
    player: Player
    rating: PlayerRating | None
    ledger: Sequence[RatingChange]
    appearances: Sequence[Appearance]

    @property
    def best(self) -> int | None:
        return max((change.after for change in self.ledger), default=None)


def profile(player: Player, pool: str = POOL) -> Profile:
    rating = PlayerRating.objects.filter(pool=pool, player=player, games__gt=0).first()
    newest = RatingChange.objects.filter(pool=pool, player=player).select_related(
        "opponent", "match__round__tournament"
    )
    ledger = list(newest.order_by("-at", "-pk")[:CHARTED])[::-1]
    return Profile(player, rating, ledger, _appearances(player))


def games(player: Player, pool: str = POOL) -> QuerySet[RatingChange]:
    """Return the rated games, newest first, with opponent, match and event."""
    return (
        RatingChange.objects.filter(pool=pool, player=player)
        .select_related("opponent", "match__round__tournament", "match__first")
        .defer("match__first__list_text")
        .order_by("-at", "-pk")
    )


def _appearances(player: Player) -> list[Appearance]:
    entries = (
        Entry.objects.filter(Q(player=player) | Q(members__player=player), tournament__rehearsal_of=None)
        .exclude(tournament__status=Status.DRAFT)
        .select_related("tournament")
        .defer("list_text")
        .order_by("-tournament__date", "-pk")[:RECENT_EVENTS]
    )
    done = [e.tournament for e in entries if e.tournament.status == Status.COMPLETE]
    ranks = final_ranks(done)
    in_event = [(entry, ranks.get(entry.tournament_id, {})) for entry in entries]
    return [Appearance(entry, places.get(entry.pk), len(places)) for entry, places in in_event]


@dataclass(slots=True)
class KnownPerson:
    """A player found by FIDE ID. `names`: the names they were entered with."""

    player: Player
    names: set[str] = field(default_factory=set)


def known_by_fide_id(fide_ids: Iterable[str]) -> Mapping[str, KnownPerson]:
    """FIDE ID → player. Of several with the same ID, one with an account is preferred, then the first."""
    wanted = {fide_id for fide_id in fide_ids if fide_id.strip("0")}
    if not wanted:
        return {}
    rows = Entry.objects.filter(fide_id__in=wanted, player__deleted_at=None, player__is_team=False)
    known: dict[str, KnownPerson] = {}
    for entry in rows.select_related("player").order_by(F("player__user").asc(nulls_last=True), "pk"):
        person = known.setdefault(entry.fide_id, KnownPerson(entry.player))
        if person.player == entry.player:
            person.names |= {entry.display_name, entry.player.name}
    return known


@dataclass(frozen=True, slots=True)
class CardRow:
    tile: Tile
    score: Decimal
    change: int | None


@dataclass(frozen=True, slots=True)
class PlayerCard:
    line: TableRow
    rows: Sequence[CardRow]
    adjustments: Sequence[Adjustment] = ()
    columns: Sequence[Column] = ()
    # Same value as in the list of players.
    rating: int | None = None

    @property
    def about(self) -> list[str]:
        """Team, faction, federation and FIDE ID, where known."""
        entry = self.line.entry
        fide = f"FIDE ID {entry.fide_id}" if entry.fide_id else ""
        return [known for known in (entry.team_name, entry.faction, entry.federation, fide) if known]

    @property
    def rating_change(self) -> int | None:
        changes = [row.change for row in self.rows if row.change is not None]
        return sum(changes) if changes else None


def card(tournament: Tournament, entry_id: int) -> PlayerCard | None:
    """Return the player's card in a fixed number of queries; None if the entry is not ranked here."""
    table = standings_table(tournament)
    line = next((line for line in table.lines if line.entry.pk == entry_id), None)
    if line is None:
        return None
    changes = RatingChange.objects.filter(match__round__tournament=tournament, player=line.entry.player_id)
    by_round: Counter[int] = Counter()
    for change in changes.select_related("match__round"):
        by_round[change.match.round.number] += change.change  # a later correction adds a second row
    rows, score = [], Decimal(0)
    for tile in line.tiles:
        score += tile.points or 0
        rows.append(CardRow(tile, score, by_round.get(tile.round)))
    earned = earned_ratings(tournament).get(line.entry.player_id)
    rating = rules_of(tournament).known_rating(line.entry.rating, earned)
    return PlayerCard(line, rows, list(line.entry.adjustments.all()), table.columns, rating)
