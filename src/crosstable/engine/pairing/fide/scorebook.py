"""The running totals of every player: add rounds one by one, read the facts for the next round.

It does the work of `engine.history` for this one purpose, because re-checking a tournament needs the facts before each
of its rounds and would otherwise read every game once per round.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Points,
    Round,
    Tournament,
)
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.pairing.fide.player import Float, PlayerFacts, color_preference
from crosstable.engine.scoring import bye_points, outcome_points


@dataclass(slots=True)
class _Sheet:
    entry: Entry
    virtual: tuple[int, ...]
    score: int = 0
    opponents: list[EntryId] = field(default_factory=list)
    colors: list[Color] = field(default_factory=list)
    color_difference: int = 0
    last_float: Float | None = None
    float_before: Float | None = None
    may_get_bye: bool = True
    was_paired: bool = False

    def pairing_score(self, round_number: int) -> int:
        return self.score + (self.virtual[round_number - 1] if round_number <= len(self.virtual) else 0)


class Scorebook:
    """Scores are stored as whole numbers, scaled to keep half a draw's worth exact."""

    def __init__(self, tournament: Tournament, options: DutchOptions) -> None:
        self.options = options
        self.total_rounds = tournament.total_rounds
        self.rounds_played = 0
        self._scale = _common_scale(tournament, options)
        scoring = tournament.scoring
        self._outcome_points = {o: self._scaled(outcome_points(scoring, o)) for o in Outcome}
        self._bye_points = {kind: self._scaled(bye_points(scoring, kind)) for kind in ByeKind}
        self._most_per_round = max(self._outcome_points[Outcome.WIN], self._outcome_points[Outcome.DRAW])
        ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
        self._sheets = {entry.id: _Sheet(entry, self._virtual(entry.id)) for entry in ordered}
        self._adjustments = tournament.adjustments
        self._adjust(0)

    def _scaled(self, points: Points) -> int:
        return int(points * self._scale)

    def _virtual(self, entry: EntryId) -> tuple[int, ...]:
        return tuple(map(self._scaled, self.options.acceleration.get(entry, ())))

    def unscaled(self, score: int) -> Points:
        return Points(score) / self._scale

    def add(self, round_: Round) -> None:
        """Add one round. A game without a result counts as a draw (C.04.2 art. 3.1)."""
        for sheet in self._sheets.values():
            sheet.float_before, sheet.last_float = sheet.last_float, None
        scores = {id: sheet.pairing_score(round_.number) for id, sheet in self._sheets.items()}
        for match in round_.matches:
            self._add_match(match, scores)
        for bye in round_.byes:
            self._add_bye(bye)
        self._adjust(round_.number)
        self.rounds_played = round_.number

    def _adjust(self, round_number: int) -> None:
        """Penalties and bonuses given in a round count from the next pairing on."""
        for extra in self._adjustments:
            if extra.round == round_number and extra.entry in self._sheets:
                self._sheets[extra.entry].score += self._scaled(extra.points)

    def _add_match(self, match: Match, scores: dict[EntryId, int]) -> None:
        first, second = self._sheets[match.pairing.first], self._sheets[match.pairing.second]
        one, two = (match.result.first, match.result.second) if match.result else (Outcome.DRAW, Outcome.DRAW)
        first.was_paired = second.was_paired = True
        if not one.was_played:
            self._add_unplayed(first, self._outcome_points[one])
            self._add_unplayed(second, self._outcome_points[two])
            return
        difference = scores[first.entry.id] - scores[second.entry.id]
        _add_game(first, second, Color.WHITE, difference, self._outcome_points[one])
        _add_game(second, first, Color.BLACK, -difference, self._outcome_points[two])

    def _add_bye(self, bye: Bye) -> None:
        sheet = self._sheets[bye.entry]
        self._add_unplayed(sheet, self._bye_points[bye.kind])
        if bye.kind is ByeKind.ALLOCATED:
            sheet.was_paired, sheet.may_get_bye, sheet.last_float = True, False, Float.DOWN

    def _add_unplayed(self, sheet: _Sheet, points: int) -> None:
        """Add an unplayed round.

        C.04.1 art. 4: a win's points without playing bar a player from the bye. Art. 1.4: more than a loss's points
        float.
        """
        sheet.score += points
        if points >= self._outcome_points[Outcome.WIN]:
            sheet.may_get_bye = False
        if points > self._outcome_points[Outcome.LOSS]:
            sheet.last_float = Float.DOWN

    def players(self, absent: Iterable[EntryId] = ()) -> list[PlayerFacts]:
        """Return the facts of all players to be paired in the next round, in order of their numbers.

        C.04.2 art. 2.4: a player who has never been paired and is not paired now has no number yet.
        """
        absentees = frozenset(absent)
        players: list[PlayerFacts] = []
        number = 0
        for id, sheet in self._sheets.items():
            present = id not in absentees
            if present or sheet.was_paired:
                number += 1
            if present:
                players.append(self._facts(sheet, number))
        return players

    def _facts(self, sheet: _Sheet, number: int) -> PlayerFacts:
        colors = tuple(sheet.colors)
        preference, strength = color_preference(colors, sheet.color_difference)
        score = sheet.pairing_score(self.rounds_played + 1)
        return PlayerFacts(
            id=sheet.entry.id,
            number=number,
            score=score,
            opponents=tuple(sheet.opponents),
            colors=colors,
            color_difference=sheet.color_difference,
            preference=preference,
            strength=strength,
            last_float=sheet.last_float,
            float_before=sheet.float_before,
            may_get_bye=sheet.may_get_bye,
            unplayed=self.rounds_played - len(colors),
            is_topscorer=self._is_topscorer(score),
        )

    def _is_topscorer(self, score: int) -> bool:
        """Art. 1.8: in the last round, a player with more than half of the maximum score so far."""
        is_last_round = 0 < self.total_rounds <= self.rounds_played + 1
        return is_last_round and 2 * score > self.rounds_played * self._most_per_round


def _add_game(sheet: _Sheet, opponent: _Sheet, color: Color, difference: int, points: int) -> None:
    sheet.score += points
    sheet.opponents.append(opponent.entry.id)
    sheet.colors.append(color)
    sheet.color_difference += 1 if color is Color.WHITE else -1
    if difference:
        sheet.last_float = Float.DOWN if difference > 0 else Float.UP


def _common_scale(tournament: Tournament, options: DutchOptions) -> int:
    scoring = tournament.scoring
    points = [outcome_points(scoring, o) for o in Outcome] + [bye_points(scoring, kind) for kind in ByeKind]
    points += {extra.points for extra in tournament.adjustments}
    points += {value for granted in options.acceleration.values() for value in granted}
    exponents = [value.as_tuple().exponent for value in points]
    decimals = max(-exponent if isinstance(exponent, int) else 0 for exponent in exponents)
    return int(10 ** max(decimals, 0))
