"""Replacing pairings: the same code for repairs and for manual pairing.

No player appears twice in a round; a player no longer paired is set aside and not lost; in a published round exactly
those whose place changed are notified.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.results import by_code
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.settling import settle
from crosstable.events.hooks import pairing_changed
from crosstable.events.models import (
    ChangedPairing,
    Entry,
    JournalEntry,
    Match,
    MatchState,
    ResultCode,
    Round,
    RoundStatus,
    SetAside,
    Settled,
    Tournament,
    table_and_slot,
)
from crosstable.events.play_errors import NoLiveRound, RepairOutdated
from crosstable.events.queries.rounds.live_rounds import Situation, live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import Offer, offers
from crosstable.text import Text, names_text, tr

Seating = tuple[int | None, int | None, str]
KEPT = ("table", "first_id", "second_id", "state", "bye_kind", "result", "by_hand", "mission")


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What the journal stores: the rows before and after, and who was notified."""

    before: dict[str, Any]
    after: dict[str, Any]


def rewrite(
    act: Action,
    round_: Round,
    old_rows: Sequence[Match],
    new_rows: Sequence[Match],
    aside: Iterable[Entry] = (),
    recipients: Iterable[int] = (),
) -> Rewrite:
    """Replace the old rows by the new ones."""
    was, now = _places(old_rows), _places(new_rows)
    before = {"round": round_.number, "matches": [as_json(match) for match in old_rows]}
    _write(old_rows, new_rows)
    _check_no_duplicates(round_)
    round_.version = act.revision
    round_.save(update_fields=["version"])
    waiting = [entry.pk for entry in aside]
    hear: list[int] = []
    if round_.status != RoundStatus.DRAFT:
        _put_aside(round_, waiting, now)
        hear = sorted({pk for pk in {*was, *now} if was.get(pk) != now.get(pk)} | set(recipients))
        tell(act, round_, hear)
    after = {"round": round_.number, "matches": [as_json(match) for match in new_rows]}
    return Rewrite(before, after | {"aside": waiting, "told": hear})


def _write(old_rows: Sequence[Match], new_rows: Sequence[Match]) -> None:
    """Delete and insert rows, since no player may appear twice even for a moment. A row whose players and table stay is
    only saved: related rows (extra time, corrections) stay with it."""
    there = {match.pk: _seat(match) for match in old_rows}
    same = [match for match in new_rows if match.pk is not None and there.get(match.pk) == _seat(match)]
    unchanged = {match.pk for match in same}
    _part_from_journal(old_rows, new_rows)
    Match.objects.filter(pk__in=there.keys() - unchanged).delete()
    Match.objects.bulk_create([match for match in new_rows if match.pk not in unchanged])
    for match in same:
        match.save()


def _part_from_journal(old_rows: Sequence[Match], new_rows: Sequence[Match]) -> None:
    """Unlink journal entries from matches that now have other players under the same key."""
    sides = {match.pk: {match.first_id, match.second_id} for match in old_rows}
    others = [m.pk for m in new_rows if m.pk in sides and sides[m.pk] != {m.first_id, m.second_id}]
    if others:
        JournalEntry.objects.filter(match__in=others).update(match=None)


def _seat(match: Match) -> tuple[int | None, ...]:
    return match.place, match.first_id, match.second_id


def tell(act: Action, round_: Round, entries: Collection[int]) -> None:
    """Mark the change on the players' own pages, and notify them after the commit."""
    for pk in entries:
        ChangedPairing.objects.update_or_create(round=round_, entry_id=pk, defaults={"at": act.now})
    if entries:
        known = {"tournament_id": act.tournament.pk, "round_number": round_.number}
        transaction.on_commit(lambda: pairing_changed.send(Round, entry_ids=sorted(entries), **known))


def as_json(match: Match) -> dict[str, Any]:
    """Return the row as keys and numbers: enough to restore it, without names."""
    return {"id": match.pk} | {name: getattr(match, name) for name in KEPT}


def new_match(
    round_: Round, first: int, second: int, place: int, *, like: Match | None = None, by_hand: bool = False
) -> Match:
    """Return a pairing at a place. `like` is the match it replaces: its key, time and mission stay with the table."""
    table, slot = table_and_slot(place)
    return Match(
        pk=like.pk if like else None,
        round=round_,
        table=table,
        slot=slot,
        planned_at=like.planned_at if like else None,
        first_id=first,
        second_id=second,
        mission=like.mission if like else "",
        version=like.version + 1 if like else 1,
        by_hand=by_hand,
    )


def new_bye(round_: Round, entry: int, kind: str, *, by_hand: bool = False) -> Match:
    return Match(round=round_, first_id=entry, state=MatchState.BYE, bye_kind=kind, by_hand=by_hand)


def _places(rows: Iterable[Match]) -> dict[int, Seating]:
    """Map each player to their place: opponent, table, kind of bye."""
    places: dict[int, Seating] = {}
    for match in rows:
        places[match.first_id] = (match.second_id, match.table, match.bye_kind)
        if match.second_id is not None:
            places[match.second_id] = (match.first_id, match.table, match.bye_kind)
    return places


def _put_aside(round_: Round, waiting: Sequence[int], players: Collection[int]) -> None:
    SetAside.objects.filter(round=round_, entry__in=list(players)).delete()
    SetAside.objects.bulk_create(
        [SetAside(round=round_, entry_id=pk) for pk in waiting], ignore_conflicts=True
    )


def _check_no_duplicates(round_: Round) -> None:
    sides = Match.objects.filter(round=round_).values_list("first_id", "second_id")
    count = Counter(pk for pair in sides for pk in pair if pk is not None)
    twice = [pk for pk, times in count.items() if times > 1]
    assert not twice, f"entries {twice} would stand twice in {round_}"


def apply_repair(*, tournament: Tournament, key: str, by: User, number: int | None = None) -> Offer:
    """Apply the proposal of this key and notify those affected. Raises RepairOutdated, NoLiveRound.

    The proposals are recalculated under the lock: a key that is not among them is from another state of the round.
    """
    with action(tournament, by) as act:
        round_ = live_round_of(act.tournament, number)
        if round_ is None:
            raise NoLiveRound(action=tr("Repair the round"))
        situation = situation_of(round_)
        offer = next((o for o in offers(situation) if o.key == key), None)
        if offer is None:
            raise RepairOutdated()
        made = _rows_after(act, situation, offer)
        done = rewrite(act, round_, offer.matches, made, recipients=offer.proposal.recipients)
        after = done.after | {"kind": offer.proposal.kind.value}
        act.record("round.repaired", _subject(round_, offer), done.before, after)
    return offer


def _rows_after(act: Action, situation: Situation, offer: Offer) -> list[Match]:
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


def _forfeited(act: Action, match: Match, absent: frozenset[EntryId]) -> Match:
    """Return a forfeited copy: the journal needs the row as it was."""
    lost = copy(match)
    here = (match.first_id not in absent, match.second_id not in absent)
    code = forfeit_code(first_is_here=here[0], second_is_here=here[1])
    settle(act, lost, by_code(code), Settled.REPAIR)
    return lost


def forfeit_code(*, first_is_here: bool, second_is_here: bool) -> ResultCode:
    if first_is_here:
        return ResultCode.FIRST_WINS_BY_FORFEIT
    return ResultCode.SECOND_WINS_BY_FORFEIT if second_is_here else ResultCode.DOUBLE_FORFEIT


def _subject(round_: Round, offer: Offer) -> Text:
    """'Round 2: Ann v Bo and Cy v Di'."""
    pairs = [
        tr("{first} v {second}", first=offer.names[one.first], second=offer.names[one.second])
        for one in (*offer.proposal.pairings, *offer.proposal.forfeits)
    ]
    if not pairs:
        return tr("{round}", round=round_)
    return tr("{round}: {matches}", round=round_, matches=names_text(pairs, most=3))
