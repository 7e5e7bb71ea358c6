"""The boards of a team match: what is said of them, and that all of them are. Parts of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crosstable.engine.results import Said
from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.results.series import Accepted, play_on
from crosstable.events.actions.results.settling import overall, settle_boards, take_boards
from crosstable.events.errors import BoardsNeeded
from crosstable.events.models import Claim, Match, Settled, Tournament, said_in


def agree_on_boards(
    act: Act, match: Match, boards: Sequence[Said], how: Settled, accept: Accepted = ()
) -> dict[str, Any]:
    """The boards are decided, and with them the match. In a knockout the bracket moves on; what the journal says
    about that."""
    if match.bracket_number is None:
        settle_boards(act, match, boards, how)
        return {}
    take_boards(match, boards)
    return play_on(act, match, [overall(act.tournament, boards)], how, accept)


def check_says_enough(tournament: Tournament, said: Said) -> None:
    """One result for the whole of a match on several boards is enough only where nothing was played."""
    if tournament.team_boards > 1 and not said.is_forfeit:
        raise BoardsNeeded(tournament.team_boards)


def claimed_boards(claim: Claim) -> list[Said]:
    return [said_in(board) for board in claim.boards]
