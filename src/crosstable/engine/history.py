"""One pass over the rounds: for every entry its games, with opponent, colour and outcome.

Everything computed about a tournament (standings, tie-breaks, pairings) starts here, so a match is read once and
counted the same way everywhere. Matches without a result are left out.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from crosstable.engine.model import (
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Points,
    Scoring,
    Tally,
    Tournament,
)
from crosstable.engine.scoring import bye_points, outcome_points

NOTHING = Points(0)


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one entry: a match seen from its side, or a bye (then `opponent` is None)."""

    round: int
    points: Points
    opponent: EntryId | None = None
    color: Color | None = None
    outcome: Outcome | None = None
    bye: ByeKind | None = None
    vp_for: int = 0
    vp_against: int = 0
    # Other counts, this side first: sets, games, points of sets.
    tallies: tuple[Tally, ...] = ()

    @property
    def was_played(self) -> bool:
        return self.outcome is not None and self.outcome.was_played

    @property
    def counts_as_win(self) -> bool:
        """A win at the table, by forfeit, or a bye worth a win (A10: a bye is a win)."""
        if self.bye is not None:
            return self.bye in (ByeKind.ALLOCATED, ByeKind.FULL)
        return self.outcome is not None and self.outcome.is_win

    @property
    def counts_as_draw(self) -> bool:
        return self.outcome is Outcome.DRAW or self.bye is ByeKind.HALF

    def tally(self, name: str) -> Tally | None:
        return next((tally for tally in self.tallies if tally.name == name), None)


@dataclass(frozen=True)
class EntryHistory:
    """`extra_points` and `extra_vp` are penalties and bonuses, which never count for opponents."""

    entry: Entry
    games: tuple[Game, ...]
    extra_points: Points = NOTHING
    extra_vp: int = 0

    @property
    def adjusted(self) -> Points | int:
        """Sum of penalties and bonuses, in points or in victory points: a game has one of them."""
        return self.extra_vp or self.extra_points

    @cached_property
    def score(self) -> Points:
        return sum((game.points for game in self.games), self.extra_points)

    @cached_property
    def met(self) -> Counter[EntryId]:
        """Number of games played against each opponent; a forfeit is not a meeting."""
        return Counter(g.opponent for g in self.games if g.opponent is not None and g.was_played)

    @cached_property
    def wins(self) -> int:
        return sum(g.counts_as_win for g in self.games)

    @cached_property
    def draws(self) -> int:
        return sum(g.counts_as_draw for g in self.games)

    @cached_property
    def losses(self) -> int:
        return sum(
            1 for g in self.games if (g.outcome is not None and g.outcome.is_loss) or g.bye is ByeKind.ZERO
        )

    @cached_property
    def vp(self) -> int:
        return sum((g.vp_for for g in self.games), self.extra_vp)

    @cached_property
    def vp_margin(self) -> int:
        return sum((g.vp_for - g.vp_against for g in self.games), self.extra_vp)

    @cached_property
    def played(self) -> tuple[Game, ...]:
        return tuple(g for g in self.games if g.was_played)


class History(dict[EntryId, EntryHistory]):
    """The history of every entry, in the order of the entries, with the facts that tie-breaks need.

    `rounds` is the number of rounds so far, `open_games` the (entry, round) still without a result.
    """

    def __init__(
        self,
        entries: Mapping[EntryId, EntryHistory],
        scoring: Scoring | None = None,
        rounds: int = 0,
        total_rounds: int = 0,
        open_games: frozenset[tuple[EntryId, int]] = frozenset(),
        is_round_robin: bool = False,
    ) -> None:
        super().__init__(entries)
        self.scoring = scoring or Scoring()
        self.rounds = rounds
        self.total_rounds = total_rounds
        self.open_games = open_games
        self.is_round_robin = is_round_robin


def history_of(tournament: Tournament) -> History:
    """The history of every entry, in the order of the entries."""
    games: dict[EntryId, list[Game]] = {entry.id: [] for entry in tournament.entries}
    for round_ in tournament.rounds:
        for match in round_.matches:
            _add_match(games, tournament, round_.number, match)
        for bye in round_.byes:
            points = bye_points(tournament.scoring, bye.kind)
            games[bye.entry].append(Game(round_.number, points, bye=bye.kind))
    histories = {entry.id: EntryHistory(entry, tuple(games[entry.id])) for entry in tournament.entries}
    return History(
        histories | _adjusted(histories, tournament),
        tournament.scoring,
        len(tournament.rounds),
        tournament.total_rounds,
        _open_games(tournament),
        tournament.is_round_robin,
    )


def _adjusted(
    histories: Mapping[EntryId, EntryHistory], tournament: Tournament
) -> dict[EntryId, EntryHistory]:
    """Return the entries with a penalty or a bonus; most events have none."""
    changed: dict[EntryId, EntryHistory] = {}
    for extra in tournament.adjustments:
        if extra.entry in histories:
            before = changed.get(extra.entry, histories[extra.entry])
            points, vp = before.extra_points + extra.points, before.extra_vp + extra.vp
            changed[extra.entry] = EntryHistory(before.entry, before.games, points, vp)
    return changed


def _open_games(tournament: Tournament) -> frozenset[tuple[EntryId, int]]:
    return frozenset(
        (entry, round_.number)
        for round_ in tournament.rounds
        for match in round_.matches
        if match.result is None
        for entry in match.pairing.entries
    )


def _add_match(games: dict[EntryId, list[Game]], tournament: Tournament, number: int, match: Match) -> None:
    result, pairing = match.result, match.pairing
    if result is None:
        return
    vp = result.first_vp or 0, result.second_vp or 0
    swapped = tuple(tally.swapped for tally in result.tallies) if result.tallies else ()
    for entry, opponent, color, outcome, (vp_for, vp_against), tallies in (
        (pairing.first, pairing.second, Color.WHITE, result.first, vp, result.tallies),
        (pairing.second, pairing.first, Color.BLACK, result.second, vp[::-1], swapped),
    ):
        points = outcome_points(tournament.scoring, outcome)
        games[entry].append(Game(number, points, opponent, color, outcome, None, vp_for, vp_against, tallies))
