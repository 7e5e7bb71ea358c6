"""Withdrawal from a round robin: what happens to the games played and to those to come.

FIDE's rule for round robins (Handbook C.05): below half of the games the results do not count; from half on they count
and the rest is lost by forfeit. A sport may delete all results instead (BWF). The organiser may decide otherwise.
"""

from dataclasses import dataclass, replace
from enum import Enum

from crosstable.engine.model import EntryId, Match, Outcome, Result, Round, Tournament


class Withdrawal(Enum):
    """KEEP: played games count, the others are cancelled. FORFEIT: the others are lost. VOID: none count."""

    KEEP = "keep"
    FORFEIT = "forfeit"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class WithdrawalEffect:
    """The rounds as they count from now on, the decision, and the games played and total behind it."""

    tournament: Tournament
    how: Withdrawal
    by_rule: Withdrawal
    played: int
    total: int


def withdraw(
    tournament: Tournament, entry: EntryId, how: Withdrawal | None = None, *, voids_all: bool = False
) -> WithdrawalEffect:
    """Withdraw an entry from a round robin whose rounds, including future ones, are all given.

    The entry stays in the list of entries: the page decides whether a voided one is shown.
    """
    matches = [m for r in tournament.rounds for m in r.matches if entry in m.pairing.entries]
    played = sum(1 for m in matches if m.result is not None and m.result.first.was_played)
    by_rule = withdrawal_by_rule(played, len(matches), voids_all=voids_all)
    chosen = how or by_rule
    rounds = tuple(_without(r, entry, chosen) for r in tournament.rounds)
    return WithdrawalEffect(replace(tournament, rounds=rounds), chosen, by_rule, played, len(matches))


def withdrawal_by_rule(played: int, total: int, *, voids_all: bool = False) -> Withdrawal:
    """FIDE's 50% rule, or with `voids_all` that of a sport that deletes all results."""
    return Withdrawal.FORFEIT if 2 * played >= total and not voids_all else Withdrawal.VOID


def _without(round_: Round, entry: EntryId, how: Withdrawal) -> Round:
    matches = (_decided(match, entry, how) for match in round_.matches)
    byes = round_.byes if how is not Withdrawal.VOID else tuple(b for b in round_.byes if b.entry != entry)
    return replace(round_, matches=tuple(m for m in matches if m is not None), byes=byes)


def _decided(match: Match, entry: EntryId, how: Withdrawal) -> Match | None:
    if entry not in match.pairing.entries:
        return match
    if how is Withdrawal.VOID:
        return None
    if match.result is not None:
        return match
    return None if how is Withdrawal.KEEP else replace(match, result=_forfeit(match, entry))


def _forfeit(match: Match, loser: EntryId) -> Result:
    if match.pairing.first == loser:
        return Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN, rated=False)
    return Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, rated=False)
