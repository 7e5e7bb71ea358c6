"""One pairing bracket, its decision (art. 1.3, 1.4, 3), and the quality criteria of article 2.

Each criterion is a small function, ranked by its place in CRITERIA. It returns what it counts: floaters of certain sets
and pairs of certain kinds, one `Violation` per digit, the most important digit first. A candidate is better if the
first count that differs is smaller. Both pairing methods, the explanations and the tests read this one list.

C1 to C3 decide which pairs are legal (facts.py), C4 and C5 which pairings can be completed (facts.py, lookahead.py);
they are never weighed against the others, so they are not in the list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crosstable.engine.pairing.fide.bitset_matching import lowest, members
from crosstable.engine.pairing.fide.facts import CompleteBlock, RoundFacts
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """Masks: players moved down, residents, the scoregroup that follows, and everything below that one.

    `below` includes the vertex of the bye.
    """

    facts: RoundFacts
    moved_down: int
    residents: int
    following: int
    below: int

    @property
    def players(self) -> int:
        return self.moved_down | self.residents

    @property
    def remaining(self) -> int:
        """All players to be paired after this bracket, without its floaters."""
        return self.following | self.below

    @property
    def is_last(self) -> bool:
        return not self.following

    @property
    def resident_score(self) -> int:
        return self.facts.score(lowest(self.residents))

    def next_bracket(self, floaters: int) -> PairingBracket:
        """The bracket that follows if these players float."""
        following = next((group for group in self.facts.scoregroups if group & self.below), 0)
        return PairingBracket(self.facts, floaters, self.following, following, self.below & ~following)

    def moved_down_by_score(self) -> list[int]:
        """The moved-down players in sets of equal score, highest first."""
        groups: dict[int, int] = {}
        for vertex in members(self.moved_down):
            score = self.facts.score(vertex)
            groups[score] = groups.get(score, 0) | 1 << vertex
        return list(groups.values())


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate for a bracket: its pairs, higher ranked player first, and its downfloaters."""

    pairs: list[tuple[int, int]]
    floaters: int


@dataclass(frozen=True, slots=True)
class Violation:
    """What one digit counts: floaters who belong to a set, and pairs that belong to a block."""

    floaters: int = 0
    pairs: tuple[CompleteBlock, ...] = ()

    def count(self, decision: Decision) -> int:
        floats = (decision.floaters & self.floaters).bit_count()
        return floats + sum(self.counts_pair(one, two) for one, two in decision.pairs)

    def counts_pair(self, one: int, two: int) -> bool:
        return any((a >> one & 1 and b >> two & 1) or (a >> two & 1 and b >> one & 1) for a, b in self.pairs)

    def partners(self) -> dict[int, int]:
        """For every player in a counted pair, the opponents that make it count."""
        partners: dict[int, int] = {}
        for one, two in self.pairs:
            for side, other in ((one, two), (two, one)):
                for vertex in members(side):
                    partners[vertex] = partners.get(vertex, 0) | other
        return partners


Violations = list[Violation]


def floaters(bracket: PairingBracket, floating: int) -> Violations:
    """C6: as few downfloaters as possible."""
    return [Violation(floaters=bracket.players)]


def floaters_scores(bracket: PairingBracket, floating: int) -> Violations:
    """C7: the downfloaters' scores, from the highest. Residents need no digit: their number follows."""
    return [Violation(floaters=group) for group in bracket.moved_down_by_score()]


def next_bracket(bracket: PairingBracket, floating: int) -> Violations:
    """C8: the next bracket should meet C1 to C7 as well as possible.

    It is not a count over this bracket's pairs; lookahead.py and the weighted method handle it in its place.
    """
    return []


def unplayed_games_of_bye(bracket: PairingBracket, floating: int) -> Violations:
    """C9: the bye goes to the player with the fewest unplayed games.

    It counts if this bracket's only floater takes the bye.

    That is so if no player below can: the score of C5 is at least the residents'. One digit per number of games, "more
    than 0", "more than 1" …: their sum is the number.
    """
    facts = bracket.facts
    if floating != 1 or facts.bye_score is None or facts.bye_score < bracket.resident_score:
        return []
    takers = [v for v in members(bracket.players) if facts.score(v) == facts.bye_score]
    most = max((facts.players[v].unplayed for v in takers), default=0)
    return [
        Violation(floaters=sum(1 << v for v in takers if facts.players[v].unplayed > games))
        for games in range(most)
    ]


def topscorers_wide_difference(bracket: PairingBracket, floating: int) -> Violations:
    """C10: topscorers or their opponents whose colour difference becomes more than two."""
    return _clashes(bracket, bracket.facts.wide_clashes)


def topscorers_third_color(bracket: PairingBracket, floating: int) -> Violations:
    """C11: topscorers or their opponents who get the same colour a third time in a row."""
    return _clashes(bracket, bracket.facts.repeat_clashes)


def refused_preferences(bracket: PairingBracket, floating: int) -> Violations:
    """C12: players who do not get their colour: one in every pair with equal preferences."""
    facts = bracket.facts
    return [Violation(pairs=tuple((same, same) for same in (facts.prefers_white, facts.prefers_black)))]


def refused_strong_preferences(bracket: PairingBracket, floating: int) -> Violations:
    """C13: players who do not get a strong preference: equal ones, at least strong, not both absolute."""
    facts = bracket.facts
    at_least_strong = facts.strong | facts.absolute
    sides = (facts.prefers_white, facts.prefers_black)
    return [Violation(pairs=tuple((same & facts.strong, same & at_least_strong) for same in sides))]


def resident_floats_again(rounds_ago: int) -> Callable[[PairingBracket, int], Violations]:
    def repeated_downfloats(bracket: PairingBracket, floating: int) -> Violations:
        """C14, C16: resident downfloaters who floated down one (two) rounds ago."""
        return [Violation(floaters=bracket.residents & bracket.facts.floated_down[rounds_ago - 1])]

    return repeated_downfloats


def opponent_floats_again(rounds_ago: int) -> Callable[[PairingBracket, int], Violations]:
    def repeated_upfloats(bracket: PairingBracket, floating: int) -> Violations:
        """C15, C17: opponents of moved-down players who floated up one (two) rounds ago."""
        again = bracket.residents & bracket.facts.floated_up[rounds_ago - 1]
        return [Violation(pairs=((bracket.moved_down, again),))]

    return repeated_upfloats


def differences_of_repeated_downfloats(rounds_ago: int) -> Callable[[PairingBracket, int], Violations]:
    def score_differences(bracket: PairingBracket, floating: int) -> Violations:
        """C18, C20: score differences of moved-down players who floated down one (two) rounds ago.

        Paired here, the difference depends on the player alone; left unpaired it is larger than any other.
        So of two candidates the one that leaves fewer of the highest score unpaired is better, and so on.
        """
        again = bracket.facts.floated_down[rounds_ago - 1]
        return [Violation(floaters=group & again) for group in bracket.moved_down_by_score()]

    return score_differences


def differences_of_repeated_upfloats(rounds_ago: int) -> Callable[[PairingBracket, int], Violations]:
    def score_differences(bracket: PairingBracket, floating: int) -> Violations:
        """C19, C21: score differences of moved-down players' opponents who floated up one (two) rounds ago.

        All residents have one score, so the difference is given by the moved-down player's.
        """
        again = bracket.residents & bracket.facts.floated_up[rounds_ago - 1]
        return [Violation(pairs=((group, again),)) for group in bracket.moved_down_by_score()]

    return score_differences


def _clashes(bracket: PairingBracket, blocks: list[CompleteBlock]) -> Violations:
    inside = tuple((a, b & bracket.players) for a, b in blocks if a & bracket.players and b & bracket.players)
    return [Violation(pairs=inside)] if inside else []


@dataclass(frozen=True, slots=True)
class Criterion:
    """`violations(bracket, number of floaters)` lists what it counts."""

    code: str
    meaning: str
    violations: Callable[[PairingBracket, int], Violations]


CRITERIA: tuple[Criterion, ...] = (
    Criterion("C6", tr("number of downfloaters"), floaters),
    Criterion("C7", tr("scores of the downfloaters"), floaters_scores),
    Criterion("C8", tr("downfloaters of the next bracket"), next_bracket),
    Criterion("C9", tr("unplayed games of the player with the bye"), unplayed_games_of_bye),
    Criterion("C10", tr("colour difference beyond two with a topscorer"), topscorers_wide_difference),
    Criterion("C11", tr("same colour a third time with a topscorer"), topscorers_third_color),
    Criterion("C12", tr("colour preferences refused"), refused_preferences),
    Criterion("C13", tr("strong colour preferences refused"), refused_strong_preferences),
    Criterion("C14", tr("residents floating down again, previous round"), resident_floats_again(1)),
    Criterion("C15", tr("opponents floating up again, previous round"), opponent_floats_again(1)),
    Criterion("C16", tr("residents floating down again, two rounds before"), resident_floats_again(2)),
    Criterion("C17", tr("opponents floating up again, two rounds before"), opponent_floats_again(2)),
    Criterion("C18", tr("differences of repeated downfloats"), differences_of_repeated_downfloats(1)),
    Criterion("C19", tr("differences of repeated upfloats"), differences_of_repeated_upfloats(1)),
    Criterion(
        "C20", tr("differences of downfloats two rounds before"), differences_of_repeated_downfloats(2)
    ),
    Criterion("C21", tr("differences of upfloats two rounds before"), differences_of_repeated_upfloats(2)),
)
"""In the order of the regulations; the rank of a criterion is its place here and nowhere else."""
