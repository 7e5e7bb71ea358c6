"""Calls for an organiser: a player calls from a table, an organiser takes the call by name and closes it.

A match has one open call. Players call with their account, or by the code of their table.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from crosstable.accounts import limits
from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, acting_without_account, action
from crosstable.events.actions.results.by_code import BY_CODE
from crosstable.events.bridge.match_codes import is_code_of, takes_codes
from crosstable.events.bridge.rules import place_of
from crosstable.events.errors import BadValue
from crosstable.events.models import CallReason, Entry, Match, OrganiserCall
from crosstable.events.permissions import ENTER_RESULTS, side_of
from crosstable.events.play_errors import CallClosed, CallTaken, NoTableToCallFrom, NotYourMatch
from crosstable.events.queries.addressed import match_with_sides
from crosstable.events.queries.desk.calls import may_call, open_call
from crosstable.fields import CALL_MESSAGE
from crosstable.text import tr

# Calls of one match in 15 minutes.
MOST_CALLS = 5


def call_organiser(*, match: Match, by: User, reason: str, message: str = "") -> OrganiserCall:
    """Call an organiser to a player's own match; the open call, if there is one. Raises NotAllowed, BadValue,
    NoTableToCallFrom, TooManyTries."""
    return _call(match, _of_player(match, by), side_of(by, match), reason, message)


def call_by_code(
    *, match: Match, code: str, reason: str, message: str = "", side: Entry | None = None
) -> OrganiserCall:
    """Call by the code of the table. Raises NotYourMatch for a wrong code, NotAllowed if the event takes no codes."""
    return _call(match, _of_code(match, code), side, reason, message)


def cancel_call(*, match: Match, by: User) -> None:
    """End the open call of a player's own match, or of any match for an organiser; nothing without one."""
    _cancel(match, _of_player(match, by))


def cancel_by_code(*, match: Match, code: str) -> None:
    _cancel(match, _of_code(match, code))


def take_call(*, call: OrganiserCall, by: User) -> OrganiserCall:
    """Take a call: the players see who comes. Raises CallTaken, CallClosed."""
    with action(call.match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = _fresh(call)
        if fresh.taken_by_id == by.pk:
            act.leave_as_it_is()
            return fresh
        if fresh.taken_at is not None:
            raise CallTaken(name=fresh.taker, at=fresh.taken_at)
        fresh.taken_by, fresh.taken_at = by, act.now
        fresh.save(update_fields=["taken_by", "taken_at"])
        _record(act, "call.taken", fresh)
    return fresh


def close_call(*, call: OrganiserCall, by: User) -> OrganiserCall:
    """Close a call, taken or not. Repeating it changes nothing."""
    with action(call.match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = OrganiserCall.objects.select_related("match__round").get(pk=call.pk)
        if fresh.closed_at is not None:
            act.leave_as_it_is()
            return fresh
        _close(act, fresh, "call.closed")
    return fresh


def _call(
    match: Match, in_action: AbstractContextManager[Action], side: Entry | None, reason: str, message: str
) -> OrganiserCall:
    message = " ".join(message.split())
    _check(reason, message)
    if open_call(match) is None:
        limits.take("call", match.pk, most=MOST_CALLS, within=limits.WINDOW)
    with in_action as act:
        fresh = match_with_sides(act.tournament, match.pk)
        if fresh is None or not may_call(fresh):
            raise NoTableToCallFrom()
        if (there := open_call(fresh)) is not None:
            act.leave_as_it_is()
            return there
        call = OrganiserCall.objects.create(
            match=fresh, entry=side, reason=reason, message=message, at=act.now
        )
        about = CallReason(reason).label
        act.record(
            "call.made", place_of(fresh), after={"about": about}, reason=message, match=fresh, entry=side
        )
    return call


def _cancel(match: Match, in_action: AbstractContextManager[Action]) -> None:
    with in_action as act:
        call = open_call(match)
        if call is None:
            act.leave_as_it_is()
            return
        _close(act, call, "call.cancelled")


@contextmanager
def _of_player(match: Match, by: User) -> Iterator[Action]:
    tournament = match.round.tournament
    with action(
        tournament,
        by,
        lambda user, row: side_of(user, match) is not None or ENTER_RESULTS(user, row),
        tr("Only the players of the match, the organisers, judges and desk helpers can call."),
    ) as act:
        yield act


@contextmanager
def _of_code(match: Match, code: str) -> Iterator[Action]:
    with acting_without_account(match.round.tournament, takes_codes, BY_CODE) as act:
        if not is_code_of(match, code):
            raise NotYourMatch()
        yield act


def _check(reason: str, message: str) -> None:
    if reason not in CallReason.values:
        raise BadValue(tr("Choose why you call an organiser."), "reason")
    if problem := CALL_MESSAGE.problem(message):
        raise BadValue(problem, "message")


def _fresh(call: OrganiserCall) -> OrganiserCall:
    rows = OrganiserCall.objects.select_related("match__round", "taken_by__player")
    fresh = rows.filter(pk=call.pk, closed_at__isnull=True).first()
    if fresh is None:
        raise CallClosed()
    return fresh


def _close(act: Action, call: OrganiserCall, verb: str) -> None:
    call.closed_at = act.now
    call.save(update_fields=["closed_at"])
    _record(act, verb, call)


def _record(act: Action, verb: str, call: OrganiserCall) -> None:
    match = match_with_sides(act.tournament, call.match_id)
    assert match is not None, "a call belongs to a match of the event"
    act.record(verb, place_of(match), after={"about": call.get_reason_display()}, match=match)
