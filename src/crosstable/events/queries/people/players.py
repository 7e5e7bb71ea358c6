"""Players across events: the leaderboard, and one player's rating, games and places."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from crosstable.accounts.models import GIVEN, Player
from crosstable.accounts.names import name_in_a_list
from crosstable.engine.names import name_key
from crosstable.events.models import Entry, PlayerRating, RatingChange, Status
from crosstable.events.queries.standings.standings import final_ranks
from crosstable.games import GAMES, USUAL_GAME

RECENT_EVENTS = 20
CHARTED = 400
NAME_PARTS = ("name", "given_name", "family_name")
# Shown where none is asked for.
POOL = GAMES[USUAL_GAME].rating_pool or ""


class Leaderboard(Sequence[PlayerRating]):
    """Every player with a rated game, best first; equal ratings in the order of printed lists. Only the rows of a
    page are loaded whole."""

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
    """Those whose name has every word of the search; each row carries `rank` (equal ratings share it) and
    `last_change`."""
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
    """Those anybody may know of: with an account, in a club, or in an event that is no longer a draft."""
    shown = Entry.objects.exclude(tournament__status=Status.DRAFT)
    known = Q(user__isnull=False) | Q(memberships__status__in=GIVEN) | Q(deleted_at__isnull=False)
    played = Q(entries__in=shown) | Q(rating_changes__isnull=False)
    in_team = Q(pk__in=shown.filter(members__isnull=False).values("members__player"))
    return Player.objects.filter(known | played | in_team).distinct()


def standing_of(player: Player, pool: str = POOL) -> PlayerRating | None:
    """This player's row of the leaderboard."""
    return _rated(pool).filter(player=player).first()


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player's part in one event; `place` of `field` once it is complete."""

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
    """Rated games, newest first, with opponent, match and event."""
    return (
        RatingChange.objects.filter(pool=pool, player=player)
        .select_related("opponent", "match__round__tournament", "match__first")
        .defer("match__first__list_text")
        .order_by("-at", "-pk")
    )


def _appearances(player: Player) -> list[Appearance]:
    entries = (
        Entry.objects.filter(Q(player=player) | Q(members__player=player))
        .exclude(tournament__status=Status.DRAFT)
        .select_related("tournament")
        .defer("list_text")
        .order_by("-tournament__date", "-pk")[:RECENT_EVENTS]
    )
    done = [e.tournament for e in entries if e.tournament.status == Status.COMPLETE]
    ranks = final_ranks(done)
    return [_appearance(entry, ranks.get(entry.tournament_id, {})) for entry in entries]


def _appearance(entry: Entry, ranks: dict[int, int]) -> Appearance:
    return Appearance(entry, ranks.get(entry.pk), len(ranks))
