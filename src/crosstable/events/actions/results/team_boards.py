"""Team matches over several boards: results board by board, from which the match's own result follows (C7).

As with any match a side reports, the other confirms or disputes, and an organiser decides; only that what is said is
one result for each board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crosstable.accounts.models import User
from crosstable.engine.results import Said
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.results.board_results import (
    agree_on_boards,
    claimed_boards,
)
from crosstable.events.actions.results.results import fresh_match, playable, ruling_of
from crosstable.events.actions.results.series import Accepted
from crosstable.events.actions.results.settling import overall
from crosstable.events.errors import BadValue, BoardsNeeded, Stale, WouldOverwrite
from crosstable.events.models import Claim, Match, MatchState, Settled, columns_of
from crosstable.events.permissions import may_see
from crosstable.events.records.results.said import Told, understood
from crosstable.events.records.stages import shape_of_match

Board = Said | Told


def enter_boards(
    *,
    match: Match,
    boards: Sequence[Board],
    by: User,
    seen_version: int | None = None,
    overwrite: bool = False,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """An organiser sets the results of all boards. Another agreed result is replaced only with `overwrite`.

    In a knockout `accept` are the numbers of later matches that may be replaced. Raises TouchesLaterMatches.
    """
    with acting(match.round.tournament, by) as act:
        fresh = fresh_match(act, match)
        said = _understood(fresh, boards)
        if seen_version is not None and seen_version != fresh.version:
            raise Stale(f"{fresh.first} v {fresh.second}", fresh.result_words or fresh.get_state_display())
        before = fresh.told_parts
        if fresh.is_agreed and before == said:
            act.leave_as_it_is()
            return fresh
        if fresh.is_agreed and not overwrite:
            raise WouldOverwrite(fresh.table, fresh.result_words)
        told = agree_on_boards(act, fresh, said, ruling_of(fresh), accept)
        verb = "result.changed" if before else "boards.entered"
        act.record(verb, _subject(fresh), _json(before), {**_json(said), **told}, reason[:300], match=fresh)
    return fresh


def report_boards(
    *, match: Match, boards: Sequence[Board], by: User, seen_version: int | None = None
) -> Match:
    """A member claims how the boards ended; the other team's equal claim makes it the result."""
    with acting(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        said = _understood(fresh, boards)
        if seen_version is not None and seen_version != fresh.version:
            raise Stale(f"{fresh.first} v {fresh.second}", fresh.get_state_display())
        values = {
            "by": act.by,
            "at": act.now,
            "boards": [one.stored() for one in said],
            **columns_of(overall(act.tournament, said)),
        }
        Claim.objects.update_or_create(match=fresh, entry=side, defaults=values)
        other, told = fresh.claims.exclude(entry=side).first(), {}
        if other is not None and claimed_boards(other) == said:
            told = agree_on_boards(act, fresh, said, Settled.AGREED)
        else:
            fresh.state = MatchState.CLAIMED if other is None else MatchState.DISPUTED
            fresh.disputed_at = None if other is None else fresh.disputed_at or act.now
            fresh.version += 1
            fresh.save()
        act.record(
            "boards.reported",
            _subject(fresh),
            after={**_json(said), "state": str(fresh.state), **told},
            match=fresh,
        )
    return fresh


def _understood(match: Match, boards: Sequence[Board]) -> list[Said]:
    tournament = match.round.tournament
    if tournament.team_boards < 2:
        raise BadValue("In this event a match is one game; it has no boards.", "boards")
    if len(boards) != tournament.team_boards:
        raise BoardsNeeded(tournament.team_boards)
    return [understood(shape_of_match(match), board) for board in boards]


def _json(said: Sequence[Said]) -> dict[str, Any]:
    return {"boards": [one.words for one in said]} if said else {}


def _subject(match: Match) -> str:
    return f"Round {match.round.number}: {match.first} v {match.second}"
