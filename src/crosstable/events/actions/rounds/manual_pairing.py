"""Manual pairing: pair two players, separate a pair, give a bye. In a draft, before the start, and, with an extra
confirmation, during a round, at tables where play has not begun.

No player is lost: a player who loses their opponent takes the place the other one left (a table, the bye), or is set
aside and blocks publishing or starting until they have a place.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.repair.proposals import seat_pairs
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.rounds.repairs import new_bye, new_match, rewrite
from crosstable.events.bridge.rules import match_in_round, match_words, rules_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, EntryIsDropped, Stale
from crosstable.events.models import ByeCode, Entry, Match, Round, RoundStatus, Tournament, table_and_slot
from crosstable.events.play_errors import ByeTaken, NoSuchRound, RoundBeingPlayed, TableHasBegun
from crosstable.events.queries.rounds.live_rounds import Situation, has_begun, is_swiss, situation_of
from crosstable.text import tr

HIGHEST_TABLE = 9999


@dataclass(frozen=True, slots=True)
class SeenDraft:
    """What the organiser saw: the round, its version, and whether they know that it is in progress."""

    number: int | None = None
    although_played: bool = False
    seen_version: int | None = None


NOTHING_SEEN = SeenDraft()


def set_pairing(
    *,
    tournament: Tournament,
    first: Entry,
    second: Entry,
    by: User,
    table: int | None = None,
    seen_draft: SeenDraft = NOTHING_SEEN,
) -> None:
    """Pair these two, the first with White if there are colours. Their former opponents are paired with each other, or
    get the free bye. Raises TableHasBegun, RoundBeingPlayed, BadValue."""
    with action(tournament, by) as act:
        round_ = changeable_round(act, tr("Pair manually"), seen_draft)
        _check_two(act, first, second, table)
        situation = situation_of(round_, first, second)
        rows = _rows_of(act, situation, first, second)
        gone, made, aside = _with_pairing(act, situation, (first, second), rows, table)
        done = rewrite(act, round_, gone, made, aside)
        act.record(
            "pairing.set",
            match_words(made[0]),
            done.before,
            done.after,
            match=made[0],
        )


@dataclass(frozen=True, slots=True)
class PairingPreview:
    """What a manual pairing would change in the round; nothing is stored."""

    round: Round
    matches: tuple[Match, ...]
    aside: tuple[Entry, ...]


def preview_pairing(
    *,
    tournament: Tournament,
    first: Entry,
    second: Entry,
    by: User,
    table: int | None = None,
    number: int | None = None,
) -> PairingPreview:
    """Return the rows `set_pairing` would write now. Raises what it would raise, except for a round in progress."""
    with action(tournament, by) as act:
        round_ = changeable_round(act, tr("Pair manually"), SeenDraft(number, although_played=True))
        _check_two(act, first, second, table)
        situation = situation_of(round_, first, second)
        rows = _rows_of(act, situation, first, second)
        _, made, aside = _with_pairing(act, situation, (first, second), rows, table)
        act.leave_as_it_is()
    return PairingPreview(round_, tuple(made), tuple(aside))


def unpair(*, match: Match, by: User, seen_draft: SeenDraft = NOTHING_SEEN) -> None:
    """Set both players aside, or remove a bye; publishing and starting are blocked until they have a place."""
    with action(match.round.tournament, by) as act:
        round_ = changeable_round(act, tr("Remove the pairing"), seen_draft)
        fresh = next((m for m in situation_of(round_).matches if m.pk == match.pk), None)
        if fresh is None:
            raise BadValue(
                tr("This pairing is no longer in the round. Reload the page and try again."), "match"
            )
        check_untouched(act, fresh)
        sides = [entry for entry in (fresh.first, fresh.second) if entry is not None]
        here = [entry for entry in sides if entry.is_active]
        done = rewrite(act, round_, [fresh], [], aside=here)
        act.record("pairing.undone", match_in_round(fresh), done.before, done.after)


def give_bye(
    *,
    tournament: Tournament,
    entry: Entry,
    by: User,
    kind: str = ByeCode.ALLOCATED,
    seen_draft: SeenDraft = NOTHING_SEEN,
) -> None:
    """Give the player a bye in this round; an opponent is set aside. A round has one allocated bye. Raises ByeTaken."""
    if kind not in ByeCode.values:
        raise BadValue(tr("A bye is one of {values}.", values=", ".join(ByeCode.values)), "kind")
    with action(tournament, by) as act:
        round_ = changeable_round(act, tr("Give a bye"), seen_draft)
        situation = situation_of(round_, entry)
        row = situation.row_of(entry)
        _check_bye_is_free(situation, entry, kind)
        if row is not None:
            check_untouched(act, row)
        other = situation.other_side(row, entry) if row is not None else None
        aside = [other] if other is not None and other.is_active else []
        done = rewrite(
            act, round_, [row] if row else [], [new_bye(round_, entry.pk, kind, by_hand=True)], aside
        )
        act.record(
            "pairing.bye-given", entry.display_name, done.before, done.after | {"kind": kind}, entry=entry
        )


def changeable_round(act: Action, action: str, seen_draft: SeenDraft) -> Round:
    """Return the newest round that is not closed, as the user saw it. Raises NoSuchRound, RoundBeingPlayed, Stale."""
    rows = act.tournament.rounds.exclude(status=RoundStatus.CLOSED).select_related("stage", "tournament")
    round_ = next((r for r in rows.order_by("-number") if is_swiss(r)), None)
    if round_ is None or seen_draft.number not in (None, round_.number):
        raise NoSuchRound(action=action, why=tr("No Swiss round is open."))
    if round_.status == RoundStatus.STARTED and not seen_draft.although_played:
        raise RoundBeingPlayed(number=round_.number)
    check_draft_version(act, round_, seen_draft.seen_version)
    return round_


def check_draft_version(act: Action, round_: Round, seen_version: int | None) -> None:
    """Refuse to publish or change a round the user has not seen. Raises Stale with what was changed."""
    if seen_version is None or seen_version == round_.version:
        return
    last = act.tournament.journal.select_related("by").filter(number=round_.version).first()
    by = last.by.get_username() if last is not None and last.by is not None else ""
    now = describe(last) if last is not None else tr("paired again")
    what = tr("{round} (draft)", round=round_) if round_.status == RoundStatus.DRAFT else str(round_)
    raise Stale(what, now, by, last.at if last else None, version=round_.version)


def check_untouched(act: Action, match: Match) -> None:
    if not match.is_bye and has_begun(match):
        raise TableHasBegun(vocabulary=rules_of(act.tournament).vocabulary, number=match.table)


def _check_two(act: Action, first: Entry, second: Entry, table: int | None) -> None:
    if first.pk == second.pk:
        raise BadValue(tr("Choose two different players."), "second")
    for entry in (first, second):
        if not act.tournament.entries.filter(pk=entry.pk, dropped_at__isnull=True).exists():
            raise EntryIsDropped(name=entry.display_name)
        if not entry.is_active:
            raise BadValue(
                tr("{entry} is absent. Mark the player as present, or check in, first.", entry=entry), "first"
            )
    if table is not None and not 1 <= table <= HIGHEST_TABLE:
        raise no_such_table(act.tournament)


def no_such_table(tournament: Tournament) -> BadValue:
    sentence = rules_of(tournament).say("The number of a {table} is from 1 to {most}.", most=HIGHEST_TABLE)
    return BadValue(sentence, "table")


def _rows_of(act: Action, situation: Situation, *entries: Entry) -> list[Match]:
    """Return the players' matches, each once; none of them has begun."""
    rows = {row.pk: row for entry in entries if (row := situation.row_of(entry)) is not None}
    for row in rows.values():
        check_untouched(act, row)
    return list(rows.values())


def _with_pairing(
    act: Action, situation: Situation, pair: tuple[Entry, Entry], rows: list[Match], table: int | None
) -> tuple[list[Match], list[Match], list[Entry]]:
    """Return the rows to delete, those to add (the wanted pairing first), and players without a place."""
    at = {row.place: row for row in rows if row.place is not None}
    wanted = _table_for(situation, pair, rows, table)
    occupant = _occupant(act, situation, rows, wanted)
    gone = [*rows, *([occupant] if occupant is not None else [])]
    free = [number for number in sorted(at) if number != wanted]
    left = [e for row in rows for e in (row.first, row.second) if e is not None and e not in pair]
    made = [new_match(situation.round, pair[0].pk, pair[1].pk, wanted, like=at.get(wanted), by_hand=True)]
    if len(left) == 2:
        made.append(_remaining(situation, left, free[0], at[free.pop(0)]))
    elif left and any(row.bye_kind == ByeCode.ALLOCATED for row in rows):
        made.append(new_bye(situation.round, left[0].pk, ByeCode.ALLOCATED, by_hand=True))
    if occupant is not None:
        place = free[0] if free else _unused_table(situation, made)
        made.append(at_table(occupant, *table_and_slot(place)))
    paired = {pk for match in made for pk in (match.first_id, match.second_id)}
    return gone, made, [entry for entry in left if entry.pk not in paired and entry.is_active]


def _table_for(
    situation: Situation, pair: tuple[Entry, Entry], rows: Iterable[Match], table: int | None
) -> int:
    if table is not None:
        return table
    ids = (EntryId(pair[0].pk), EntryId(pair[1].pk))
    freed = {row.place for row in rows if row.place is not None}
    other_tables = {t.table for t in situation.live.tables} - freed
    return seat_pairs(situation.live, [ids], freed, other_tables)[0]


def _remaining(situation: Situation, left: list[Entry], table: int, like: Match) -> Match:
    """Pair the two who lost their opponents, with the colours of the system."""
    pairing = situation.rules.pairing(EntryId(left[0].pk), EntryId(left[1].pk), table)
    return new_match(situation.round, pairing.first, pairing.second, table, like=like, by_hand=True)


def _occupant(act: Action, situation: Situation, rows: list[Match], table: int) -> Match | None:
    """Return another match at the wanted table, which has to move to a table that becomes free."""
    taken = {row.pk for row in rows}
    match = next((m for m in situation.matches if m.place == table and m.pk not in taken), None)
    if match is not None:
        check_untouched(act, match)
    return match


def _unused_table(situation: Situation, matches: Iterable[Match]) -> int:
    used = {m.place for m in (*situation.matches, *matches)} | situation.live.blocked_tables
    return next(n for n in range(1, HIGHEST_TABLE) if n not in used)


def at_table(match: Match, table: int | None, slot: int) -> Match:
    """Return the match at another table."""
    moved = copy(match)
    moved.table, moved.slot, moved.version = table, slot, match.version + 1
    return moved


def _check_bye_is_free(situation: Situation, entry: Entry, kind: str) -> None:
    if kind != ByeCode.ALLOCATED:
        return
    for match in situation.matches:
        if match.is_bye and match.bye_kind == ByeCode.ALLOCATED and match.first_id != entry.pk:
            raise ByeTaken(name=match.first.display_name)
