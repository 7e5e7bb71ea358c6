"""The adviser's proposals for a new event of a game, in words and as settings of stages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from crosstable.engine.adviser import Advice, Conditions, Proposal, advise
from crosstable.engine.pairing.small_fields import usual_rounds
from crosstable.events.bridge.settings.stage_settings import FORMATS, format_refusal
from crosstable.events.errors import BadValue
from crosstable.games import Game, Rules
from crosstable.text import tr, trn

# A variant of a format; every other proposal is named like its format.
SAME_FORMAT = {"double-round-robin": "round-robin"}
HALF_HOUR, LONG_DAY = 30, 600


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal in words. `code` names it in forms and in the API."""

    proposal: Proposal
    code: str
    title: str
    reason: str
    note: str


def match_minutes(rules: Rules) -> int:
    """Return the usual minutes of a match with the change to the next one."""
    variant = rules.variant
    return variant.minutes if variant is not None and variant.minutes else rules.game.minutes


def usual_length(entries: int, minutes: int) -> int:
    """Return the minutes of a usual Swiss and one round more, each match with a table, in whole half hours: a first
    guess, at most a long day."""
    rounds = usual_rounds(max(2, entries))[1] + 1
    whole = rounds * (minutes + between(minutes))
    return min(LONG_DAY, -(-whole // HALF_HOUR) * HALF_HOUR)


def between(minutes: int) -> int:
    """Return the minutes between two rounds: the longer the matches, the longer the last ones take to report."""
    return min(15, max(2, minutes // 10))


def advice_for(game: Game, conditions: Conditions) -> Advice:
    """Return what fits, for the formats this game is played in."""
    offered = [name for name in game.proposed if not format_refusal(game, SAME_FORMAT.get(name, name))]
    return advise(conditions, offered)


def shown(proposal: Proposal) -> ShownProposal:
    words = WORDS[proposal.format]
    return ShownProposal(proposal, code_of(proposal), *words(proposal))


def code_of(proposal: Proposal) -> str:
    """Return a code that names it among those for the same conditions: “pools-knockout.3.4.2.0.0”."""
    numbers = (
        proposal.rounds,
        len(proposal.pools),
        proposal.per_pool,
        proposal.next_best,
        int(proposal.double),
    )
    return ".".join([proposal.format, *map(str, numbers)])


def find_proposal(advice: Advice, code: str) -> Proposal:
    """Return the proposal with this code. Raises BadValue."""
    for proposal in (*advice.fitting, *advice.too_long):
        if code_of(proposal) == code:
            return proposal
    raise BadValue(
        tr("This proposal belongs to other numbers of players or minutes. Choose again."),
        "proposal",
    )


def stage_settings(proposal: Proposal, boards: int) -> list[Mapping[str, Any]]:
    """Return the settings of the stages; boards of a Swiss and a knockout belong to the hall."""
    if not proposal.pools:
        return [{"per_pool": proposal.per_pool}] if proposal.per_pool else []
    groups = len(proposal.pools)
    own: dict[str, Any] = {"groups": groups, "boards": min(boards, proposal.tables)}
    if proposal.per_pool:
        own |= {"per_pool": proposal.per_pool, "next_best": proposal.next_best}
    return [{**own, "double": proposal.double}]


Words = Callable[[Proposal], tuple[str, str, str]]


def _swiss(proposal: Proposal) -> tuple[str, str, str]:
    title = trn("Swiss, {count} round", "Swiss, {count} rounds", proposal.rounds)
    reason = tr("No player is eliminated, and opponents get closer in strength every round.")
    return title, reason, _matches(proposal)


def _round_robin(proposal: Proposal) -> tuple[str, str, str]:
    title = tr("Double round robin") if proposal.double else tr("Round robin")
    reason = tr("Every player meets every other: the fairest standings.")
    if proposal.double:
        reason = tr("Every player meets every other twice: nothing is left to the draw.")
    return title, reason, _matches(proposal)


def _pools_knockout(proposal: Proposal) -> tuple[str, str, str]:
    reason = trn(
        "Every player has at least {count} match, and the event ends with a final.",
        "Every player has at least {count} matches, and the event ends with a final.",
        proposal.games[0],
    )
    low, high = min(proposal.pools), max(proposal.pools)
    sizes = {"groups": len(proposal.pools), "low": low, "high": high, "best": proposal.advancing}
    note = tr("{groups} groups of {low}. The best {best} advance.", **sizes)
    if low != high:
        note = tr("{groups} groups of {low} or {high}. The best {best} advance.", **sizes)
    return FORMATS["pools-knockout"].name, reason, f"{note} {_matches(proposal)}"


def _swiss_cut(proposal: Proposal) -> tuple[str, str, str]:
    reason = tr("No player is eliminated in the Swiss, and the event ends with a final.")
    note = trn(
        "{count} round, then the best {best} play a knockout.",
        "{count} rounds, then the best {best} play a knockout.",
        proposal.rounds,
        best=proposal.advancing,
    )
    return FORMATS["swiss-cut"].name, reason, f"{note} {_matches(proposal)}"


def _knockout(proposal: Proposal) -> tuple[str, str, str]:
    reason = tr("The quickest way to a winner, but about half of the players have only one match.")
    if proposal.matches == 1:
        reason = tr("One match decides the event.")
    return FORMATS["knockout"].name, reason, _matches(proposal)


def _matches(proposal: Proposal) -> str:
    return trn("{count} match in all.", "{count} matches in all.", proposal.matches)


WORDS: Mapping[str, Words] = {
    "swiss": _swiss,
    "round-robin": _round_robin,
    "pools-knockout": _pools_knockout,
    "swiss-cut": _swiss_cut,
    "knockout": _knockout,
}
