"""The rules of an event as one value (`rules_of`): its game and its organiser's choices. Also how fast the ratings of a
pool move, and which factions an event offers.

A rated game counts by the K-factors in force at its time, also when the ledger is replayed years later, unless the
administrator had all games recalculated: then the new factors apply from the first game on.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache

from django.db.models import Q

from crosstable.accounts.models import Club
from crosstable.engine.ratings import EloOptions
from crosstable.engine.starting_numbers import TITLES
from crosstable.events.models import (
    Match,
    OwnFactions,
    RatedHere,
    RatingRules,
    RoundFlow,
    Stage,
    StageKind,
    Tournament,
)
from crosstable.games import GAMES, NOTHING_CHOSEN, Choices, Rules, Use
from crosstable.games.factions import FACTION_LISTS, USUAL_FACTIONS, FactionList, key_of
from crosstable.text import Text, tr

USUAL = EloOptions()
CLUB_POOL = "club-"


@dataclass(frozen=True, slots=True)
class PoolRules:
    """`first` applies from the beginning, each of `later` from its time on."""

    first: EloOptions = USUAL
    later: tuple[tuple[datetime, EloOptions], ...] = ()

    def at(self, moment: datetime) -> EloOptions:
        rules = self.first
        for since, options in self.later:
            if since <= moment:
                rules = options
        return rules

    @property
    def now(self) -> EloOptions:
        return self.later[-1][1] if self.later else self.first


def rating_rules_of(pool: str) -> PoolRules:
    return rules_decided(RatingRules.objects.filter(pool=pool))


def rules_decided(rows: Iterable[RatingRules]) -> PoolRules:
    """Build the rules of a pool from its decisions, in order."""
    rules = PoolRules()
    for row in rows:
        options = EloOptions(USUAL.start, row.k_new, row.k_settled, row.settled_after)
        rules = (
            PoolRules(options) if row.replayed else PoolRules(rules.first, (*rules.later, (row.at, options)))
        )
    return rules


def pool_of_club(club_id: int) -> str:
    return f"{CLUB_POOL}{club_id}"


def club_id_of_pool(pool: str) -> int | None:
    number = re.fullmatch(rf"{CLUB_POOL}([0-9]{{1,18}})", pool)
    return int(number[1]) if number else None


def club_of_pool(pool: str) -> Club | None:
    number = club_id_of_pool(pool)
    return Club.objects.filter(pk=number).first() if number is not None else None


CHOICES = tuple(field.name for field in fields(Choices))
# A player with a rating and a FIDE ID or a FIDE title.
RATED_BY_FIDE = Q(rating__gt=0) & (~Q(fide_id="") | Q(title__in=[*TITLES, *map(str.lower, TITLES)]))
# Cached: every page and report needs them, and the same choices give the same rules. An event's choices can change on
# its row, so the values are the key, not the row.
_rules = lru_cache(maxsize=1000)(Rules)


def rules_of(tournament: Tournament, stage: Stage | None = None, best_of: int | None = None) -> Rules:
    """Return the rules of the event, or of one of its stages; `best_of` if a round of it has its own.

    A match of a knockout needs a winner, except on one of several boards. The number of sets is the event's, unless the
    stage, or the round, has more.
    """
    game, has_teams = GAMES[tournament.game], tournament.has_teams
    sets, may_be_drawn = None, True
    if stage is not None:
        wanted = best_of or stage.settings.get("best_of", 1)
        sets = wanted if wanted > 1 else None
        may_be_drawn = stage.kind != StageKind.KNOCKOUT or tournament.has_boards
    club = tournament.club_id
    return _rules(
        game,
        _choices(tournament),
        tournament.system,
        tuple(tournament.tie_breaks),
        tuple(tournament.scoring.items()),
        has_teams,
        tournament.team_boards,
        tuple(tournament.team_tie_breaks),
        game.rating_pool or "" if club is None else pool_of_club(club),
        sets,
        may_be_drawn,
    )


def _choices(tournament: Tournament) -> Choices:
    """Return the organiser's choices about the game."""
    stored = {name: value for name, value in tournament.choices.items() if name in CHOICES}
    if "faction_names" in stored:
        stored["faction_names"] = tuple(stored["faction_names"])
    return Choices(**stored) if stored else NOTHING_CHOSEN


def place_of(match: Match) -> Text:
    """Return where the match is played: Table 4."""
    place = rules_of(match.round.tournament).vocabulary.place
    return tr("{Table} {number}", Table=place.title, number=match.table)


def match_words(match: Match) -> Text:
    """Return the match's name in the journal: Round 3, table 4: Ann v Bo."""
    return tr(
        "{round}, {table} {number}: {match}",
        round=match.round,
        table=rules_of(match.round.tournament).vocabulary.place.word,
        number=match.table,
        match=match,
    )


def match_in_round(match: Match) -> Text:
    """Return the match's name without its table: Semi-finals: Ann v Bo."""
    return tr("{round}: {match}", round=match.round, match=match)


def kind_ranked(tournament: Tournament) -> str:
    """Return the kind of stage the event's tie-breaks apply to: pools if it has pools and no Swiss."""
    kinds = set(tournament.stages.values_list("kind", flat=True))
    return "pools" if StageKind.POOLS in kinds and StageKind.SWISS not in kinds else "swiss"


# More entries than this are paired step by step unless the organiser chose otherwise.
LARGE_EVENT = 64


def starts_rounds_in_one_click(tournament: Tournament, entries: int) -> bool:
    """Whether one click closes a round and starts the next, by the organiser's choice or the default."""
    if tournament.round_flow != RoundFlow.USUAL:
        return tournament.round_flow == RoundFlow.ONE_CLICK
    return entries <= LARGE_EVENT and not rules_of(tournament).pairing_system.is_looked_over


def can_be_rated(tournament: Tournament) -> bool:
    """Whether the event can be rated: ratings belong to people, so team events cannot, and neither can events without a
    pool."""
    return tournament.is_rated and not tournament.has_teams and bool(rules_of(tournament).rating_pool)


def moves_ratings(tournament: Tournament) -> bool:
    """Whether the event is rated, by the organiser's choice or the default."""
    if not can_be_rated(tournament):
        return False
    return tournament.rated_here == RatedHere.YES or (
        tournament.rated_here == RatedHere.USUAL and is_usually_rated(tournament)
    )


def is_usually_rated(tournament: Tournament) -> bool:
    """The default: not rated if FIDE rates players of the event, since a second rating would be misleading. A club's
    own rating is separate."""
    if tournament.club_id is not None or Use.TRF not in rules_of(tournament).uses:
        return True
    return not tournament.entries.filter(RATED_BY_FIDE).exists()


def factions_here(code: str) -> FactionList:
    """Return the factions of a game system that this installation offers."""
    shipped = FACTION_LISTS[code]
    own = OwnFactions.objects.filter(code=code).first()
    return shipped.with_names(own.names) if own is not None and own.names else shipped


def factions_of(tournament: Tournament) -> FactionList:
    chosen = rules_of(tournament).choices
    if chosen.faction_names:
        return FACTION_LISTS[chosen.factions or USUAL_FACTIONS].with_names(chosen.faction_names)
    return factions_here(chosen.factions or USUAL_FACTIONS)


def as_listed(tournament: Tournament, text: str) -> str:
    """Return the name in the list, however it was typed; a name not in the list stays unchanged."""
    typed = " ".join(text.split())
    if not typed or Use.FACTIONS not in rules_of(tournament).uses:
        return typed
    known = factions_of(tournament).find(typed)
    return known.name if known else typed


def faction_key(factions: FactionList, name: str) -> str:
    known = factions.find(name)
    return known.key if known else key_of(name)
