"""A hole in a live round closed: one of the proposals, applied as a whole or not at all."""

from copy import copy

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.results import by_code
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.results.settling import settle
from crosstable.events.actions.rounds.rewriting import new_bye, new_match, rewrite
from crosstable.events.models import Match, ResultCode, Round, Settled, Tournament
from crosstable.events.play_errors import NoLiveRound, RepairOutdated
from crosstable.events.queries.rounds.live_rounds import Situation, live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import Offer, offers

LONGEST_SUBJECT = 160


def apply_repair(*, tournament: Tournament, key: str, by: User, number: int | None = None) -> Offer:
    """Make the proposal of this key true, and tell those it concerns. Raises RepairOutdated, NoLiveRound.

    The proposals are reckoned anew under the lock: a key that is not among them was made from another round.
    """
    with acting(tournament, by) as act:
        round_ = live_round_of(act.tournament, number)
        if round_ is None:
            raise NoLiveRound(action="Repairing")
        situation = situation_of(round_)
        offer = next((o for o in offers(situation) if o.key == key), None)
        if offer is None:
            raise RepairOutdated()
        made = _rows_after(act, situation, offer)
        done = rewrite(act, round_, offer.matches, made, recipients=offer.proposal.recipients)
        after = done.after | {"kind": offer.proposal.kind.value}
        act.record("round.repaired", _subject(round_, offer), done.before, after)
    return offer


def _rows_after(act: Act, situation: Situation, offer: Offer) -> list[Match]:
    round_, proposal = situation.round, offer.proposal
    at_place = {match.place: match for match in offer.matches if not match.is_bye}
    forfeits = [_forfeited(act, at_place[p.table], situation.absent) for p in proposal.forfeits]
    paired = [
        new_match(round_, p.first, p.second, p.table, like=at_place.get(p.table))
        for p in proposal.pairings
        if p.table is not None
    ]
    byes = [new_bye(round_, bye.entry, bye.kind.value) for bye in proposal.byes]
    return [*forfeits, *paired, *byes]


def _forfeited(act: Act, match: Match, absent: frozenset[EntryId]) -> Match:
    """A copy: the row as it was stays for the journal."""
    lost = copy(match)
    here = (match.first_id not in absent, match.second_id not in absent)
    code = forfeit_code(first_is_here=here[0], second_is_here=here[1])
    settle(act, lost, by_code(code), Settled.REPAIR)
    return lost


def forfeit_code(*, first_is_here: bool, second_is_here: bool) -> ResultCode:
    if first_is_here:
        return ResultCode.FIRST_WINS_BY_FORFEIT
    return ResultCode.SECOND_WINS_BY_FORFEIT if second_is_here else ResultCode.DOUBLE_FORFEIT


def _subject(round_: Round, offer: Offer) -> str:
    """'Round 2: Ann v Bo and Cy v Di': as many whole pairs as fit."""
    text = ""
    for pairing in (*offer.proposal.pairings, *offer.proposal.forfeits):
        pair = f"{offer.names[pairing.first]} v {offer.names[pairing.second]}"
        longer = f"{text} and {pair}" if text else f"{round_}: {pair}"
        if len(longer) > LONGEST_SUBJECT:
            break
        text = longer
    return text or str(round_)
