"""The Dutch system for whole rounds: brackets from the top, then colours (C.04.3 art. 3 and 5)."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from crosstable.engine.model import Bye, Color, EntryId, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.fide.bitset_matching import lowest
from crosstable.engine.pairing.fide.bitset_method import pair_by_bitsets
from crosstable.engine.pairing.fide.bracket_graph import NotProven
from crosstable.engine.pairing.fide.criteria import Decision, PairingBracket
from crosstable.engine.pairing.fide.facts import RoundFacts, facts_of_round
from crosstable.engine.pairing.fide.options import DutchOptions, initial_color
from crosstable.engine.pairing.fide.player import PlayerFacts, allocate_colors
from crosstable.engine.pairing.fide.scorebook import Scorebook
from crosstable.engine.pairing.fide.weighted_method import pair_by_weights

logger = logging.getLogger(__name__)

Method = Callable[[PairingBracket], Decision]


@dataclass(frozen=True, slots=True)
class PairedBracket:
    bracket: PairingBracket
    decision: Decision


def pair_dutch(
    tournament: Tournament, byes: Iterable[Bye] = (), options: DutchOptions | None = None
) -> RoundPlan:
    """Pair the round after those in `tournament`; `byes` are known already, those entries are left out.

    Pairings come in board order with White first. Raises PairingImpossible.
    """
    options = options or DutchOptions()
    book = Scorebook(tournament, options)
    for round_ in tournament.rounds:
        book.add(round_)
    return plan_round(book, [bye.entry for bye in byes], initial_color(tournament, options))


def plan_round(book: Scorebook, absent: Iterable[EntryId], initial: Color) -> RoundPlan:
    """The plan of the round that follows what the scorebook holds."""
    number = book.rounds_played + 1
    forbidden = [group.entries for group in book.options.forbidden if group.applies_to(number)]
    facts = facts_of_round(book.players(absent), forbidden)
    brackets = pair_brackets(facts)
    pairs = [
        (facts.players[one], facts.players[two]) for made in brackets for one, two in made.decision.pairs
    ]
    pairings = tuple(_pairing(one, two, initial) for one, two in sorted(pairs, key=_board_order))
    return RoundPlan(number, pairings, _allocated_bye(facts, brackets))


def pair_brackets(facts: RoundFacts, method: Method | None = None) -> list[PairedBracket]:
    """Decide bracket by bracket; `method` replaces the usual choice of method (for tests)."""
    made: list[PairedBracket] = []
    floaters, below = 0, facts.all_players | facts.bye_vertex
    for place, residents in enumerate(facts.scoregroups):
        following = facts.scoregroups[place + 1] if place + 1 < len(facts.scoregroups) else 0
        below &= ~(residents | following)
        bracket = PairingBracket(facts, floaters, residents, following, below)
        decision = (method or pair_bracket)(bracket)
        floaters = decision.floaters
        made.append(PairedBracket(bracket, decision))
    return made


def pair_bracket(bracket: PairingBracket) -> Decision:
    """Pair by the fast method, or by the weighted one if the fast one cannot prove its answer.

    If the fast method fails with any other error, the round is paired anyway and the error is logged.
    """
    completion = bracket.facts.completion
    try:
        return pair_by_bitsets(bracket)
    except NotProven:
        pass
    except Exception:
        size = bracket.players.bit_count()
        logger.exception("The fast pairing method failed for %d players; the weighted one is used.", size)
        bracket.facts.completion = completion
    return pair_by_weights(bracket)


def _allocated_bye(facts: RoundFacts, brackets: Sequence[PairedBracket]) -> tuple[Bye, ...]:
    floaters = brackets[-1].decision.floaters if brackets else 0
    assert floaters.bit_count() == len(facts.players) % 2, "the last bracket leaves only the bye"
    return (Bye(facts.players[lowest(floaters)].id),) if floaters else ()


def _board_order(pair: tuple[PlayerFacts, PlayerFacts]) -> tuple[int, int, int]:
    """C.04.2 art. 3.6: score of the higher ranked, sum of the scores, number of the higher ranked."""
    higher, lower = sorted(pair, key=lambda player: player.rank)
    return -higher.score, -(higher.score + lower.score), higher.number


def _pairing(one: PlayerFacts, two: PlayerFacts, initial: Color) -> Pairing:
    colors = allocate_colors(one, two, initial)
    return Pairing(colors.white.id, colors.black.id)
