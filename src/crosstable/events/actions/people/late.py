"""Late entries and players who arrive late: a match against a player without one, a half- or zero-point bye, or the
next round."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.repair.proposals import seat_pairs
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people import attendance, entries
from crosstable.events.actions.rounds.repairs import new_bye, new_match, rewrite
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import place_of, rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.errors import BadValue
from crosstable.events.models import (
    ByeCode,
    Entry,
    Match,
    MatchState,
    RoundStatus,
    StageKind,
    StageStatus,
    Tournament,
)
from crosstable.events.play_errors import AlreadyInRound, NoLiveRound, NoRoundToJoin, NotFree
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.rounds.live_rounds import Situation, live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import FreeOpponent, free_opponents
from crosstable.games import Use
from crosstable.text import tr

PLAY, NEXT = "play", "next"
BYES = {"half": ByeCode.HALF, "zero": ByeCode.ZERO}
HOW = (PLAY, *BYES, NEXT)


@transaction.atomic
def receive(
    *,
    tournament: Tournament,
    by: User,
    how: str,
    entry: Entry | None = None,
    details: EntryDetails | None = None,
    opponent: Entry | None = None,
    confirmed: Collection[str] = (),
) -> Entry:
    """Enter a new player, or bring in a registered one, and place them in the round: all of it or nothing.

    Raises BadValue, AlreadyInRound, NotFree, NoLiveRound, BracketIsPublished, NoRoundToJoin, and what adding a player
    raises.
    """
    if how not in HOW:
        raise BadValue(tr("Choose what becomes of the player: {how}.", how=", ".join(HOW)), "how")
    _check_rounds(tournament)
    here = enter_as_present(tournament, entry, details, by, confirmed)
    if how != NEXT:
        _give_place(here, how, opponent, by)
    here.refresh_from_db()
    return here


def _check_rounds(tournament: Tournament) -> None:
    """Refuse if the seats are published: a late entry would never be paired.

    Raises BracketIsPublished, NoRoundToJoin.
    """
    entries.check_bracket(tournament)
    stage = current_stage(stages_of(tournament))
    if stage.kind == StageKind.POOLS and stage.status in (StageStatus.PUBLISHED, StageStatus.STARTED):
        raise NoRoundToJoin(stage=stage.shown_name, number=stage.number)


def enter_as_present(
    tournament: Tournament,
    entry: Entry | None,
    details: EntryDetails | None,
    by: User,
    confirmed: Collection[str] = (),
) -> Entry:
    """Enter the player and mark them present. Each step has its own journal entry."""
    if entry is None:
        if details is None:
            raise BadValue(tr("Choose a player, or type the name of a new one."), "display_name")
        return entries.add_entry(
            tournament=tournament, details=details, checked_in=True, confirmed=confirmed, by=by
        )
    if entry.is_dropped:
        entries.rejoin(entry=entry, by=by)
    elif entry.is_absent:
        attendance.mark_back(entry=entry, by=by)
    if not entry.is_checked_in:
        entries.check_in(entry=entry, by=by)
    return entry


def _give_place(entry: Entry, how: str, opponent: Entry | None, by: User) -> None:
    with action(entry.tournament, by) as act:
        round_ = live_round_of(act.tournament)
        if round_ is None and how in BYES:
            _bye_in_missed_round(act, entry, BYES[how])
            return
        if round_ is None:
            raise NoLiveRound(action=tr("Late arrival"))
        late = act.tournament.entries.get(pk=entry.pk)
        situation = situation_of(round_, late)
        own = situation.row_of(late)
        if how == PLAY and own is not None and _sits_opposite(own, late, opponent):
            act.leave_as_it_is()  # their match is still open: they just start it
            return
        if how in BYES:
            gone, made = _sitting_out(situation, late, own, BYES[how])
        else:
            gone, made = _playing(situation, late, own, _chosen(situation, late, opponent))
        if not made:
            act.leave_as_it_is()
            return
        done = rewrite(act, round_, gone, made)
        names = [late.display_name]
        if how == PLAY and opponent is not None:
            names.append(opponent.display_name)
        subject = " v ".join(names)
        act.record("entry.late", subject, done.before, done.after | {"how": how}, entry=late)


def _bye_in_missed_round(act: Action, entry: Entry, kind: ByeCode) -> None:
    """Between two rounds, give a bye in the round closed last; half a point only if byes can be requested."""
    round_ = act.tournament.rounds.filter(OF_A_SWISS, status=RoundStatus.CLOSED).order_by("number").last()
    if round_ is None or Use.BYE_REQUESTS not in rules_of(act.tournament).uses:
        raise NoLiveRound(action=tr("Late arrival"))
    if kind == ByeCode.HALF and not act.tournament.most_requested_byes:
        raise BadValue(
            tr(
                "This event has no half-point byes. Choose no points, or allow requested byes in the settings."
            ),
            "how",
        )
    if round_.matches.filter(Q(first=entry) | Q(second=entry)).exists():
        raise AlreadyInRound(name=str(entry), where=str(round_))
    new_bye(round_, entry.pk, kind).save()
    after = {"round": round_.number, "how": kind.value}
    act.record("entry.late", entry.display_name, after=after, entry=entry, round_number=round_.number)


def _sits_opposite(own: Match, late: Entry, opponent: Entry | None) -> bool:
    both = {own.first_id, own.second_id}
    return own.state == MatchState.OPEN and opponent is not None and both == {late.pk, opponent.pk}


def _sitting_out(
    situation: Situation, late: Entry, own: Match | None, kind: ByeCode
) -> tuple[list[Match], list[Match]]:
    if own is not None and (not own.is_bye or own.bye_kind == ByeCode.ALLOCATED):
        raise AlreadyInRound(name=late.display_name, where=_where(situation, own, late))
    if own is not None and own.bye_kind == kind:
        return [], []
    return [own] if own else [], [new_bye(situation.round, late.pk, kind)]


def _chosen(situation: Situation, late: Entry, opponent: Entry | None) -> FreeOpponent:
    if opponent is None:
        raise BadValue(tr("Choose the opponent."), "how")
    free = next((f for f in free_opponents(situation, late) if f.entry.pk == opponent.pk), None)
    if free is None:
        raise NotFree(name=opponent.display_name)
    return free


def _playing(
    situation: Situation, late: Entry, own: Match | None, free: FreeOpponent
) -> tuple[list[Match], list[Match]]:
    """Replace the opponent's match; an absent player paired there gets a zero-point bye."""
    if own is not None and own != free.row and (not own.is_bye or own.bye_kind == ByeCode.ALLOCATED):
        raise AlreadyInRound(name=late.display_name, where=_where(situation, own, late))
    gone = list({m.pk: m for m in (free.row, own) if m is not None}.values())
    missing = situation.other_side(free.row, free.entry) if free.row and not free.row.is_bye else None
    like = free.row if free.row is not None and not free.row.is_bye else None
    place = like.place if like is not None else None
    place = place or _place(situation, late, free)
    pairing = situation.rules.pairing(EntryId(free.entry.pk), EntryId(late.pk), place)
    made = [new_match(situation.round, pairing.first, pairing.second, place, like=like)]
    if missing is not None and missing != late:
        made.append(new_bye(situation.round, missing.pk, ByeCode.ZERO))
    return gone, made


def _place(situation: Situation, late: Entry, free: FreeOpponent) -> int:
    pair = (EntryId(free.entry.pk), EntryId(late.pk))
    return seat_pairs(situation.live, [pair], (), {t.table for t in situation.live.tables})[0]


def _where(situation: Situation, match: Match, entry: Entry) -> str:
    if match.is_bye:
        return match.get_bye_kind_display()
    return tr(
        "{place} against {opponent}", place=place_of(match), opponent=situation.other_side(match, entry)
    )
