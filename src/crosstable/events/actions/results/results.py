"""How a result comes about (A12, A13): a side reports, the other confirms or disputes, an organiser rules.

Each side's claim is kept. Two equal claims make the result, two different ones a dispute.
"""

from datetime import datetime
from typing import Any

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may
from crosstable.database.compiled_sql import CompiledQuery, insert, update
from crosstable.engine.results import Score
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.series import (
    Accepted,
    check_takes_game,
    confirm_boards,
    correct_game,
    play_on,
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


def report(
    *, match: Match, said: Score, by: User, seen_version: int | None = None, said_at: datetime | None = None
) -> Match:
    """A player claims how it ended.

    The opponent's equal claim makes it the result, a different one a dispute. Saying the same again changes
    nothing. `said_at` is when it was said, if a phone kept it until now: it never replaces a later word.
    """
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = _side_in(act, match)
        take_report(act, fresh, side, said, seen_version, said_at)
    return fresh


def take_report(
    act: Action,
    fresh: Match,
    side: Entry,
    said: Score,
    seen_version: int | None = None,
    said_at: datetime | None = None,
) -> None:
    """Whoever says it for this side. Part of an action, which it records. Raises ReportedLater for an old word."""
    _check_says_enough(act, said)
    check_may_report(said)
    refuse_agreed(fresh, said)
    if seen_version is not None and seen_version != fresh.version:
        raise _stale(fresh, yours=said.words)
    mine, other = _claims(fresh, side)
    if fresh.is_agreed or (mine is not None and mine.said == said):
        act.leave_as_it_is()
        return
    if mine is not None and said_at is not None and mine.at > said_at:
        raise ReportedLater(later=mine.own_words, at=mine.at, yours=said.words_for(first=mine.is_of_first))
    if fresh.bracket_number is not None:
        check_takes_game(fresh, said)
    _claim(act, mine or Claim(match=fresh, entry=side), said)
    moves: dict[str, object] = {}
    if other is None:
        _turn(fresh, MatchState.CLAIMED)
    elif other.said == said:
        moves = _agree(act, fresh, said, Settled.AGREED)
    else:
        fresh.disputed_at = fresh.disputed_at or act.now
        _turn(fresh, MatchState.DISPUTED)
    after = {**for_journal(said), **report_for_journal(fresh, side, said), "state": fresh.state, **moves}
    act.record("result.reported", match_words(fresh), after=after, match=fresh)


def confirm(*, match: Match, by: User, seen_version: int | None = None) -> Match:
    """The other side accepts the claim it saw. Raises Stale when the claim was changed meanwhile."""
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        take_confirmation(act, fresh, side, seen_version)
    return fresh


def take_confirmation(act: Action, fresh: Match, side: Entry, seen_version: int | None = None) -> None:
    """Whoever says it for this side. Part of an action, which it records."""
    mine, other = _opponents_claim(fresh, side)
    _check_version(fresh, seen_version, other)
    said = other.said
    if other.boards:
        moves = confirm_boards(act, fresh, side, mine, other)
    else:
        _claim(act, mine or Claim(match=fresh, entry=side), said)
        moves = _agree(act, fresh, said, Settled.AGREED)
    act.record("result.confirmed", match_words(fresh), after={**for_journal(said), **moves}, match=fresh)


def dispute(*, match: Match, by: User, reason: str = "", seen_version: int | None = None) -> Match:
    """The other side says the claim it saw is wrong; an organiser will decide."""
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        _, claimed = _opponents_claim(fresh, side)
        _check_version(fresh, seen_version, claimed)
        if len(reason) > 300:
            raise BadValue("The reason has at most 300 characters.", "reason")
        fresh.dispute_reason = reason.strip()
        fresh.disputed_at = fresh.disputed_at or act.now
        _turn(fresh, MatchState.DISPUTED)
        before = {
            **for_journal(claimed.said),
            **report_for_journal(fresh, claimed.entry, claimed.said),
        }
        act.record("result.disputed", match_words(fresh), before, reason=fresh.dispute_reason, match=fresh)
    return fresh


def enter_result(
    *,
    match: Match,
    said: Score,
    by: User,
    seen_version: int | None = None,
    overwrite: bool = False,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """An organiser sets the result: entered at the desk, a ruling on a dispute, or a correction.

    Another agreed result is replaced only with `overwrite`; a version the person saw must still be the current one.
    In a knockout `accept` are the numbers of later matches that may be replaced. Raises TouchesLaterMatches.
    """
    with action(match.round.tournament, by, ENTER_RESULTS, "enter results") as act:
        fresh = fresh_match(act, match)
        _check_says_enough(act, said)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh, yours=said.words)
        if fresh.is_agreed and fresh.said == said:
            act.leave_as_it_is()
            return fresh
        if fresh.is_agreed and not overwrite:
            raise WouldOverwrite(
                words=rules_of(act.tournament).words, number=fresh.table, score=fresh.result_words
            )
        check_may_say(act, fresh, said, replaces=bool(accept))
        verb, before = _ruling_verb(fresh), _before_ruling(fresh)
        moves = _agree(act, fresh, said, ruling_of(fresh), accept)
        act.record(
            verb, match_words(fresh), before, {**for_journal(said), **moves}, reason[:300], match=fresh
        )
    return fresh


def clear_result(
    *, match: Match, by: User, seen_version: int | None = None, accept: Accepted = (), reason: str = ""
) -> Match:
    """Take a result and every report of it back: the match is pending again, as if nothing had been said."""
    with action(match.round.tournament, by, ENTER_RESULTS, "enter results") as act:
        fresh = fresh_match(act, match)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh, yours="no result")
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
    """The match as it is now, if its round is being played."""
    fresh = act.fresh_match(match)
    if fresh.is_bye:
        raise BadValue("A bye has no score to report.")
    if fresh.is_void:
        raise MatchIsVoid(match=str(fresh))
    return fresh


def playable(act: Action, match: Match) -> tuple[Match, Entry]:
    """The match, while it has no agreed result, and the side this player reports for."""
    fresh, side = _side_in(act, match)
    refuse_agreed(fresh)
    return fresh, side


def _side_in(act: Action, match: Match) -> tuple[Match, Entry]:
    fresh = fresh_match(act, match)
    side = side_of(act.by, fresh)
    if side is None:
        raise NotYourMatch()
    check_may(act.tournament.players_may_report, "report results in this event: the organiser enters them")
    return fresh, side


def _check_says_enough(act: Action, said: Score) -> None:
    """One result for the whole of a match on several boards is enough only where nothing was played."""
    if act.tournament.has_boards and not said.is_forfeit:
        raise BoardsNeeded(boards=act.tournament.team_boards)


def refuse_agreed(match: Match, said: Score | None = None) -> None:
    """An agreed match takes only what it says already."""
    if match.is_agreed and match.said != said:
        raise AlreadyAgreed(
            words=rules_of(match.round.tournament).words, number=match.table, score=match.result_words
        )


_claims_of = CompiledQuery(lambda match: Claim.objects.filter(match_id=match).order_by("pk"), int)


def _claims(match: Match, side: Entry) -> tuple[Claim | None, Claim | None]:
    """Of this side and of the other. The event's row is locked: nobody else can add one meanwhile."""
    claims = {claim.entry_id: claim for claim in _claims_of(match.pk)}
    return claims.pop(side.pk, None), next(iter(claims.values()), None)


def _claim(act: Action, claim: Claim, said: Score) -> None:
    values = {"by": act.by, "at": act.now, "boards": [], **said.stored()}
    for name, value in values.items():
        setattr(claim, name, value)
    if claim.pk is None:
        insert(claim)
    else:
        update(claim, *values)


def _opponents_claim(match: Match, side: Entry) -> tuple[Claim | None, Claim]:
    """Beside one's own, if there is any."""
    mine, other = _claims(match, side)
    if other is None:
        raise OwnScore() if mine is not None else NothingToConfirm()
    return mine, other


def _agree(act: Action, match: Match, said: Score, how: Settled, accept: Accepted = ()) -> dict[str, Any]:
    """The result stands. In a knockout the bracket moves on with it; what the journal says about that."""
    if match.bracket_number is None:
        settle(act, match, said, how)
        return {}
    if match.is_agreed:
        return correct_game(act, match, said, how, accept)
    return play_on(act, match, [*match.parts_with_result, said], how)


def ruling_of(match: Match) -> Settled:
    """What an organiser's word is: a ruling where the sides differ, an entry where nobody waits for one."""
    return Settled.RULED if match.state == MatchState.DISPUTED else Settled.ENTERED


def _turn(match: Match, state: MatchState) -> None:
    """On the way to a result, which only `settle` gives."""
    match.state = state
    match.version += 1
    update(match, "state", "version", "dispute_reason", "disputed_at")


def _check_version(match: Match, seen: int | None, claim: Claim) -> None:
    if seen is not None and seen != match.version:
        raise Stale(
            f"The score of {place_of(match).lower()}",
            claim.reported_words,
            claim.entry.display_name,
            claim.at,
            version=match.version,
        )


def _stale(match: Match, yours: str) -> Stale:
    now = match.result_words if match.is_agreed else MatchState(match.state).label
    by = match.decided_by.get_username() if match.decided_by else ""
    return Stale(place_of(match), now, by, match.decided_at, yours, match.version)


def _ruling_verb(match: Match) -> str:
    if match.is_agreed:
        return "result.changed"
    return "result.ruled" if match.state == MatchState.DISPUTED else "result.entered"


def _before_ruling(match: Match) -> dict[str, object]:
    if match.is_agreed:
        return for_journal(match.said)
    claims = match.claims.select_related("entry")
    return {"claims": [{"by": c.entry.display_name, **for_journal(c.said)} for c in claims]}
