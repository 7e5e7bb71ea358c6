"""Facts about a round that no bracket can change: order, legal pairs, preferences, floats, the bye.

A vertex is a player's place in the order of article 1.2, highest first, so a scoregroup is a run of vertices and
"higher ranked" means "smaller". If the number of players is odd, the bye is one more vertex, which only its candidates
may meet; a complete pairing is then always a perfect matching.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.bitset_matching import (
    UNMATCHED,
    Deficiency,
    Matching,
    augment,
    highest,
    leave_out_stale,
    lowest,
    mask_of,
    mask_where,
    maximise,
    members,
)
from crosstable.engine.pairing.fide.player import Float, PlayerFacts, Strength

CompleteBlock = tuple[int, int]
"""All pairs with one player in each of two sets."""


@dataclass(slots=True)
class RoundFacts:
    """Masks are sets of vertices. `legal[v]`: those v may meet; `completion` pairs all players legally."""

    players: list[PlayerFacts]
    legal: list[int]
    scoregroups: list[int]
    prefers_white: int
    prefers_black: int
    absolute: int
    strong: int
    floated_down: tuple[int, int]
    floated_up: tuple[int, int]
    wide_clashes: list[CompleteBlock]
    repeat_clashes: list[CompleteBlock]
    bye_vertex: int = 0
    bye_candidates: int = 0
    bye_score: int | None = None
    completion: Matching = field(default_factory=list)

    @property
    def all_players(self) -> int:
        return (1 << len(self.players)) - 1

    def score(self, vertex: int) -> int:
        return self.players[vertex].score


def facts_of_round(players: Iterable[PlayerFacts], forbidden: Sequence[Sequence[EntryId]] = ()) -> RoundFacts:
    """Raises PairingImpossible if no complete pairing exists (C1 to C4)."""
    ordered = sorted(players, key=lambda player: player.rank)
    white = mask_where(p.preference is Color.WHITE for p in ordered)
    black = mask_where(p.preference is Color.BLACK for p in ordered)
    absolute = mask_where(p.strength is Strength.ABSOLUTE for p in ordered)
    topscorers = mask_where(p.is_topscorer for p in ordered)
    facts = RoundFacts(
        players=ordered,
        legal=_legal_opponents(ordered, (white & absolute, black & absolute), topscorers, forbidden),
        scoregroups=_scoregroups(ordered),
        prefers_white=white,
        prefers_black=black,
        absolute=absolute,
        strong=mask_where(p.strength is Strength.STRONG for p in ordered),
        floated_down=_floats(ordered, Float.DOWN),
        floated_up=_floats(ordered, Float.UP),
        wide_clashes=[],
        repeat_clashes=[],
    )
    if topscorers:
        _find_topscorer_clashes(facts)
    _find_completion(facts)
    return facts


def _floats(players: list[PlayerFacts], direction: Float) -> tuple[int, int]:
    """Who floated that way in the previous round, and in the one before it."""
    return (
        mask_where(p.last_float is direction for p in players),
        mask_where(p.float_before is direction for p in players),
    )


def _legal_opponents(
    players: list[PlayerFacts],
    absolute_by_color: tuple[int, int],
    topscorers: int,
    forbidden: Sequence[Sequence[EntryId]],
) -> list[int]:
    """C1: not met before, and not forbidden. C3: no two non-topscorers with the same absolute preference."""
    vertex_of = {player.id: vertex for vertex, player in enumerate(players)}
    all_players = (1 << len(players)) - 1
    legal: list[int] = []
    for vertex, player in enumerate(players):
        barred = 1 << vertex
        for opponent in player.opponents:
            if opponent in vertex_of:
                barred |= 1 << vertex_of[opponent]
        if player.strength is Strength.ABSOLUTE and not player.is_topscorer:
            barred |= absolute_by_color[player.preference is Color.BLACK] & ~topscorers
        legal.append(all_players & ~barred)
    for group in forbidden:
        barred = mask_of(vertex_of[id] for id in group if id in vertex_of)
        for vertex in members(barred):
            legal[vertex] &= ~barred
    return legal


def _scoregroups(players: list[PlayerFacts]) -> list[int]:
    groups: list[int] = []
    start = 0
    for vertex in range(1, len(players) + 1):
        if vertex == len(players) or players[vertex].score != players[start].score:
            groups.append((1 << vertex) - (1 << start))
            start = vertex
    return groups


def _find_topscorer_clashes(facts: RoundFacts) -> None:
    """Find the pairs C10 and C11 count.

    Both preferences are absolute and equal, so one of the players must lose theirs.
    """
    for vertex in members(facts.absolute):
        player = facts.players[vertex]
        alike = facts.prefers_white if player.preference is Color.WHITE else facts.prefers_black
        rivals = members(alike & facts.absolute & facts.legal[vertex])
        wide = mask_of(r for r in rivals if _widens_both(player, facts.players[r]))
        repeats = mask_of(r for r in rivals if _repeats_color(player, facts.players[r]))
        if wide:
            facts.wide_clashes.append((1 << vertex, wide))
        if repeats:
            facts.repeat_clashes.append((1 << vertex, repeats))


def _widens_both(one: PlayerFacts, two: PlayerFacts) -> bool:
    """C10: the player who loses their preference gets a colour difference beyond two."""
    return abs(one.color_difference) > 1 and abs(two.color_difference) > 1


def _repeats_color(one: PlayerFacts, two: PlayerFacts) -> bool:
    """C11: the player who loses their preference has that colour a third time in a row.

    With equal colour differences art. 5.2.3 decides, and it grants the preference of the only one who had the same
    colour twice: that player's sequence is the one to differ first on the unwanted side. So both must have had it.
    """
    wide, other = abs(one.color_difference), abs(two.color_difference)
    if wide == other:
        return one.repeated_color is not None and one.repeated_color is two.repeated_color
    loser = two if wide > other else one
    return loser.repeated_color is not None and loser.repeated_color is not one.preference


def _find_completion(facts: RoundFacts) -> None:
    """C4 once for the whole round; for an odd number also C5, which fixes the score the bye goes to."""
    size = len(facts.players)
    mate = [UNMATCHED] * (size + size % 2)
    deficiency = maximise(facts.legal, mate, facts.all_players, facts.all_players)
    if deficiency.exposed.bit_count() > size % 2:
        raise PairingImpossible(_blocking(facts, deficiency), "C1-C3")
    if size % 2:
        _allocate_bye_vertex(facts, mate, deficiency)
    facts.completion = mate


def _blocking(facts: RoundFacts, deficiency: Deficiency) -> list[EntryId]:
    """Return players with too few opponents among them: proof of impossibility (Tutte-Berge)."""
    return [facts.players[vertex].id for vertex in members(deficiency.even)]


def _allocate_bye_vertex(facts: RoundFacts, mate: Matching, deficiency: Deficiency) -> None:
    """C5: of the players some complete pairing leaves out (`found.even`), the lowest eligible score."""
    eligible = mask_where(p.may_get_bye for p in facts.players)
    if not deficiency.even & eligible:
        raise PairingImpossible(_blocking(facts, deficiency), "C2")
    receiver, left_out = highest(deficiency.even & eligible), lowest(deficiency.exposed)
    if receiver != left_out:
        partner = mate[receiver]
        mate[receiver] = mate[partner] = UNMATCHED
        augment(partner, facts.legal, mate, facts.all_players & ~(1 << receiver), 1 << left_out)
    bye = len(facts.players)
    mate[receiver], mate[bye] = bye, receiver
    facts.bye_score = facts.score(receiver)
    facts.bye_vertex = 1 << bye
    facts.bye_candidates = eligible & next(group for group in facts.scoregroups if group >> receiver & 1)
    for vertex in members(facts.bye_candidates):
        facts.legal[vertex] |= facts.bye_vertex
    facts.legal.append(facts.bye_candidates)


def repair(facts: RoundFacts, mate: Matching, group: int) -> bool:
    """Make `mate` a perfect matching of `group` with few changes.

    False if there is none; `mate` is then invalid.
    """
    exposed = leave_out_stale(mate, group)
    if exposed.bit_count() % 2:
        return False
    return not maximise(facts.legal, mate, group, exposed, give_up_after=0).exposed
