"""How a result comes about (A12, A13): a side reports, the other confirms or disputes, an organiser rules.

Each side's claim is kept. Two equal claims make the result, two different ones a dispute.
"""

from __future__ import annotations

from crosstable.accounts.models import User
from crosstable.events.actions.acting import Act, acting
from crosstable.events.errors import (
    AlreadyAgreed,
    BadValue,
    MatchNotStarted,
    NothingToConfirm,
    NotYourMatch,
    Stale,
    WouldOverwrite,
)
from crosstable.events.models import Claim, Entry, Match, MatchState, RoundStatus, Tournament
from crosstable.events.permissions import may_see, side_of


def report(*, match: Match, first_vp: int, second_vp: int, by: User) -> Match:
    """A player claims a score. The opponent's equal claim makes it the result, a different one a dispute."""
    with acting(match.round.tournament, by, may_see) as act:
        fresh, side = _playable(act, match)
        _check_vp(act.tournament, first_vp, second_vp)
        claim = _claim(act, fresh, side, first_vp, second_vp)
        other = fresh.claims.exclude(entry=side).first()
        if other is None:
            _settle(fresh, MatchState.CLAIMED)
        elif _score(other) == _score(claim):
            _agree(act, fresh, first_vp, second_vp)
        else:
            fresh.disputed_at = fresh.disputed_at or act.now
            _settle(fresh, MatchState.DISPUTED)
        act.record(
            "result.reported", _subject(fresh), after={**_vp(first_vp, second_vp), "state": fresh.state}
        )
    return fresh


def confirm(*, match: Match, by: User, seen_version: int | None = None) -> Match:
    """The other side accepts the claim it saw. Raises Stale when the claim was changed meanwhile."""
    with acting(match.round.tournament, by, may_see) as act:
        fresh, side = _playable(act, match)
        other = _opponents_claim(fresh, side)
        _check_version(fresh, seen_version, other)
        _claim(act, fresh, side, other.first_vp, other.second_vp)
        _agree(act, fresh, other.first_vp, other.second_vp)
        act.record("result.confirmed", _subject(fresh), after=_vp(other.first_vp, other.second_vp))
    return fresh


def dispute(*, match: Match, by: User, reason: str = "", seen_version: int | None = None) -> Match:
    """The other side says the claim it saw is wrong; an organiser will decide."""
    with acting(match.round.tournament, by, may_see) as act:
        fresh, side = _playable(act, match)
        claimed = _opponents_claim(fresh, side)
        _check_version(fresh, seen_version, claimed)
        if len(reason) > 300:
            raise BadValue("The reason has at most 300 characters.", "reason")
        fresh.dispute_reason = reason.strip()
        fresh.disputed_at = fresh.disputed_at or act.now
        _settle(fresh, MatchState.DISPUTED)
        act.record(
            "result.disputed", _subject(fresh), before=_vp(*_score(claimed)), reason=fresh.dispute_reason
        )
    return fresh


def enter_result(
    *,
    match: Match,
    first_vp: int,
    second_vp: int,
    by: User,
    seen_version: int | None = None,
    overwrite: bool = False,
    reason: str = "",
) -> Match:
    """An organiser sets the result: entered at the desk, a ruling on a dispute, or a correction.

    Another agreed result is replaced only with `overwrite`; a version the person saw must still be the current one.
    """
    with acting(match.round.tournament, by) as act:
        fresh = _fresh(act, match)
        _check_vp(act.tournament, first_vp, second_vp)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh, yours=f"{first_vp}–{second_vp}")
        if fresh.is_agreed and fresh.score == (first_vp, second_vp):
            act.leave_as_it_is()
            return fresh
        if fresh.is_agreed and not overwrite:
            raise WouldOverwrite(fresh.table, *fresh.score)
        verb, before = _ruling_verb(fresh), _before_ruling(fresh)
        _agree(act, fresh, first_vp, second_vp)
        act.record(verb, _subject(fresh), before, _vp(first_vp, second_vp), reason[:300])
    return fresh


def _fresh(act: Act, match: Match) -> Match:
    """The match as it is now, if its round is being played."""
    rows = Match.objects.select_related("round", "first__player", "second__player", "decided_by")
    fresh = rows.filter(pk=match.pk, round__tournament=act.tournament).first()
    if fresh is None or fresh.round.status != RoundStatus.STARTED:
        raise MatchNotStarted(match.round.number)
    if fresh.is_bye:
        raise BadValue("A bye has no score to report.")
    return fresh


def _playable(act: Act, match: Match) -> tuple[Match, Entry]:
    """The match and the side this player reports for."""
    if side_of(act.by, match) is None:
        raise NotYourMatch()
    fresh = _fresh(act, match)
    side = side_of(act.by, fresh)
    if side is None:
        raise NotYourMatch()
    if fresh.is_agreed:
        raise AlreadyAgreed(fresh.table, *fresh.score)
    return fresh, side


def _claim(act: Act, match: Match, side: Entry, first_vp: int, second_vp: int) -> Claim:
    values = {"by": act.by, "first_vp": first_vp, "second_vp": second_vp, "at": act.now}
    return Claim.objects.update_or_create(match=match, entry=side, defaults=values)[0]


def _opponents_claim(match: Match, side: Entry) -> Claim:
    claims = {claim.entry_id: claim for claim in match.claims.select_related("entry")}
    mine = claims.pop(side.pk, None)
    if not claims:
        raise NothingToConfirm(own_claim=mine is not None)
    return next(iter(claims.values()))


def _agree(act: Act, match: Match, first_vp: int, second_vp: int) -> None:
    match.first_vp, match.second_vp = first_vp, second_vp
    match.decided_by, match.decided_at = act.by, act.now
    match.disputed_at, match.dispute_reason = None, ""
    _settle(match, MatchState.AGREED)


def _settle(match: Match, state: MatchState) -> None:
    match.state = state
    match.version += 1
    match.save()


def _check_vp(tournament: Tournament, first_vp: int, second_vp: int) -> None:
    for value, field in ((first_vp, "first_vp"), (second_vp, "second_vp")):
        if not 0 <= value <= tournament.max_vp:
            raise BadValue(
                f"{value} is not a possible score: victory points are whole numbers from 0 to {tournament.max_vp}.",
                field,
            )


def _check_version(match: Match, seen: int | None, claim: Claim) -> None:
    if seen is not None and seen != match.version:
        raise Stale(
            f"The score of table {match.table}",
            f"{claim.first_vp}–{claim.second_vp}",
            claim.entry.display_name,
            claim.at,
        )


def _stale(match: Match, yours: str) -> Stale:
    now = "–".join(map(str, match.score)) if match.is_agreed else MatchState(match.state).label
    by = match.decided_by.get_username() if match.decided_by else ""
    return Stale(f"Table {match.table}", now, by, match.decided_at, yours)


def _ruling_verb(match: Match) -> str:
    return {
        MatchState.DISPUTED: "result.ruled",
        MatchState.AGREED: "result.changed",
    }.get(MatchState(match.state), "result.entered")


def _before_ruling(match: Match) -> dict[str, object]:
    if match.is_agreed:
        return _vp(*match.score)
    claims = match.claims.select_related("entry")
    return {"claims": [{"by": c.entry.display_name, **_vp(c.first_vp, c.second_vp)} for c in claims]}


def _score(claim: Claim) -> tuple[int, int]:
    return claim.first_vp, claim.second_vp


def _vp(first_vp: int, second_vp: int) -> dict[str, object]:
    return {"first_vp": first_vp, "second_vp": second_vp}


def _subject(match: Match) -> str:
    return f"Round {match.round.number}, table {match.table}: {match.first} v {match.second}"
