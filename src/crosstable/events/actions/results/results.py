"""How a result comes about (A12, A13): one side reports, the other confirms or disputes, an organiser decides.

Each side's report is stored. Two equal reports make the result, two different ones a dispute.
"""

from datetime import datetime
from typing import Any

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may
from crosstable.database.compiled_sql import update
from crosstable.engine.results import Score
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.series import (
    Accepted,
    check_takes_game,
    claims_of,
    confirm_boards,
    correct_game,
    play_on,
    store_claim,
    stored_games,
)
from crosstable.events.actions.results.settling import (
    check_may_report,
    check_may_say,
    clear_boards,
    reopen,
    settle,
)
from crosstable.events.bridge.results.scores import for_journal, report_for_journal
from crosstable.events.bridge.rules import match_words, place_of, rules_of
from crosstable.events.errors import BadValue, BoardsNeeded, Stale
from crosstable.events.models import Claim, Entry, Match, MatchState, Settled
from crosstable.events.permissions import ENTER_RESULTS, may_see, side_of
from crosstable.events.play_errors import (
    AlreadyAgreed,
    MatchIsVoid,
    NothingToConfirm,
    NotYourMatch,
    OwnScore,
    ReportedLater,
    WouldOverwrite,
)
from crosstable.text import tr


def report(
    *,
    match: Match,
    score: Score,
    by: User,
    seen_version: int | None = None,
    reported_at: datetime | None = None,
) -> Match:
    """Report a result as a player.

    The opponent's equal report makes it the result, a different one a dispute. Repeating a report changes nothing.
    `reported_at` is when it was made, if a phone delayed it: it never replaces a later report.
    """
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = _side_in(act, match)
        take_report(act, fresh, side, score, seen_version, reported_at)
    return fresh


def take_report(
    act: Action,
    fresh: Match,
    side: Entry,
    score: Score,
    seen_version: int | None = None,
    reported_at: datetime | None = None,
) -> None:
    """Store a report for this side. Part of an action, which it records. Raises ReportedLater for an outdated
    report."""
    _check_says_enough(act, score)
    check_may_report(score)
    refuse_agreed(fresh, score)
    if seen_version is not None and seen_version != fresh.version:
        raise _stale(fresh, yours=score.words)
    mine, other = claims_of(fresh, side)
    if fresh.is_agreed or (mine is not None and mine.parsed_score == score):
        act.leave_as_it_is()
        return
    if mine is not None and reported_at is not None and mine.at > reported_at:
        raise ReportedLater(later=mine.own_words, at=mine.at, yours=score.words_for(first=mine.is_of_first))
    if fresh.bracket_number is not None:
        check_takes_game(fresh, score)
    store_claim(act, mine or Claim(match=fresh, entry=side), score)
    moves: dict[str, object] = {}
    if other is None:
        _set_state(fresh, MatchState.CLAIMED)
    elif other.parsed_score == score:
        moves = _agree(act, fresh, score, Settled.AGREED)
    else:
        fresh.disputed_at = fresh.disputed_at or act.now
        _set_state(fresh, MatchState.DISPUTED)
    after = {**for_journal(score), **report_for_journal(fresh, side, score), "state": fresh.state, **moves}
    act.record("result.reported", match_words(fresh), after=after, match=fresh)


def confirm(*, match: Match, by: User, seen_version: int | None = None) -> Match:
    """Confirm the report this side saw. Raises Stale if the report has changed since."""
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        take_confirmation(act, fresh, side, seen_version)
    return fresh


def take_confirmation(act: Action, fresh: Match, side: Entry, seen_version: int | None = None) -> None:
    """Store a confirmation for this side. Part of an action, which it records."""
    mine, other = _opponents_claim(fresh, side)
    _check_version(fresh, seen_version, other)
    score = other.parsed_score
    if other.boards:
        moves = confirm_boards(act, fresh, side, mine, other)
    else:
        store_claim(act, mine or Claim(match=fresh, entry=side), score)
        moves = _agree(act, fresh, score, Settled.AGREED)
    act.record("result.confirmed", match_words(fresh), after={**for_journal(score), **moves}, match=fresh)


def dispute(*, match: Match, by: User, reason: str = "", seen_version: int | None = None) -> Match:
    """Dispute the report this side saw; an organiser will decide."""
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        _, claimed = _opponents_claim(fresh, side)
        _check_version(fresh, seen_version, claimed)
        if len(reason) > 300:
            raise BadValue(tr("The reason has at most 300 characters."), "reason")
        fresh.dispute_reason = reason.strip()
        fresh.disputed_at = fresh.disputed_at or act.now
        _set_state(fresh, MatchState.DISPUTED)
        before = {
            **for_journal(claimed.parsed_score),
            **report_for_journal(fresh, claimed.entry, claimed.parsed_score),
        }
        act.record("result.disputed", match_words(fresh), before, reason=fresh.dispute_reason, match=fresh)
    return fresh


def enter_result(
    *,
    match: Match,
    score: Score,
    by: User,
    seen_version: int | None = None,
    overwrite: bool = False,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """Set the result as an organiser: entered at the desk, a decision on a dispute, or a correction.

    Another confirmed result is replaced only with `overwrite`; the version the user saw must still be the current one.
    In a knockout `accept` are the numbers of later matches that may be replaced. Raises TouchesLaterMatches.
    """
    with action(match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = fresh_match(act, match)
        _check_says_enough(act, score)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh, yours=score.words)
        if fresh.is_agreed and fresh.parsed_score == score:
            act.leave_as_it_is()
            return fresh
        if fresh.is_agreed and not overwrite:
            raise WouldOverwrite(
                vocabulary=rules_of(act.tournament).vocabulary, number=fresh.table, score=fresh.result_words
            )
        check_may_say(act, fresh, score, replaces=bool(accept))
        verb, before = _ruling_verb(fresh), _before_ruling(fresh)
        moves = _agree(act, fresh, score, ruling_of(fresh), accept)
        act.record(
            verb, match_words(fresh), before, {**for_journal(score), **moves}, reason[:300], match=fresh
        )
    return fresh


def clear_result(
    *, match: Match, by: User, seen_version: int | None = None, accept: Accepted = (), reason: str = ""
) -> Match:
    """Reset the result and delete all its reports: the match is open again."""
    with action(match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = fresh_match(act, match)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh)
        if fresh.state == MatchState.OPEN:
            act.leave_as_it_is()
            return fresh
        check_may_say(act, fresh, replaces=True)
        before = _before_ruling(fresh)
        moves = play_on(act, fresh, [], Settled.ENTERED, accept) if fresh.bracket_number is not None else {}
        fresh.claims.all().delete()
        clear_boards(fresh)
        fresh.dispute_reason, fresh.disputed_at = "", None
        reopen(fresh, act=act)
        act.record("result.cleared", match_words(fresh), before, moves, reason[:300], match=fresh)
    return fresh


def fresh_match(act: Action, match: Match) -> Match:
    """Return the current match, if its round is in progress."""
    fresh = act.fresh_match(match)
    if fresh.is_bye:
        raise BadValue(tr("A bye has no score to report."))
    if fresh.is_void:
        raise MatchIsVoid(match=str(fresh))
    return fresh


def playable(act: Action, match: Match) -> tuple[Match, Entry]:
    """Return the match, if it has no confirmed result, and the side this player reports for."""
    fresh, side = _side_in(act, match)
    refuse_agreed(fresh)
    return fresh, side


def _side_in(act: Action, match: Match) -> tuple[Match, Entry]:
    fresh = fresh_match(act, match)
    side = side_of(act.by, fresh)
    if side is None:
        raise NotYourMatch()
    check_may(
        act.tournament.players_may_report,
        tr("Players do not report results in this event. The organisers enter them."),
    )
    return fresh, side


def _check_says_enough(act: Action, score: Score) -> None:
    """Refuse one result for a match on several boards, unless nothing was played."""
    if act.tournament.has_boards and not score.is_forfeit:
        raise BoardsNeeded(boards=act.tournament.team_boards)


def refuse_agreed(match: Match, score: Score | None = None) -> None:
    """Refuse to change a confirmed match; repeating its result is allowed."""
    if match.is_agreed and match.parsed_score != score:
        raise AlreadyAgreed(
            vocabulary=rules_of(match.round.tournament).vocabulary,
            number=match.table,
            score=match.result_words,
        )


def _opponents_claim(match: Match, side: Entry) -> tuple[Claim | None, Claim]:
    """Return this side's report, if any, and the opponent's."""
    mine, other = claims_of(match, side)
    if other is None:
        raise OwnScore() if mine is not None else NothingToConfirm()
    return mine, other


def _agree(act: Action, match: Match, score: Score, how: Settled, accept: Accepted = ()) -> dict[str, Any]:
    """Confirm the result and advance the bracket of a knockout. Return the values for the journal."""
    if match.bracket_number is None:
        settle(act, match, score, how)
        return {}
    if match.is_agreed:
        return correct_game(act, match, score, how, accept)
    return play_on(act, match, [*stored_games(match), score], how)


def ruling_of(match: Match) -> Settled:
    """Return what an organiser's result is: a decision if the sides differ, else an entry."""
    return Settled.RULED if match.state == MatchState.DISPUTED else Settled.ENTERED


def _set_state(match: Match, state: MatchState) -> None:
    """Set a state before the result, which only `settle` sets."""
    match.state = state
    match.version += 1
    update(match, "state", "version", "dispute_reason", "disputed_at")


def _check_version(match: Match, seen: int | None, claim: Claim) -> None:
    if seen is not None and seen != match.version:
        raise Stale(
            place_of(match),
            claim.reported_words,
            claim.entry.display_name,
            claim.at,
            version=match.version,
        )


def _stale(match: Match, yours: str = "") -> Stale:
    now = match.result_words if match.is_agreed else MatchState(match.state).label
    by = match.decided_by.get_username() if match.decided_by else ""
    return Stale(place_of(match), now, by, match.decided_at, yours, match.version)


def _ruling_verb(match: Match) -> str:
    if match.is_agreed:
        return "result.changed"
    return "result.ruled" if match.state == MatchState.DISPUTED else "result.entered"


def _before_ruling(match: Match) -> dict[str, object]:
    if match.is_agreed:
        return for_journal(match.parsed_score)
    claims = match.claims.select_related("entry")
    return {"claims": [{"by": c.entry.display_name, **for_journal(c.parsed_score)} for c in claims]}
