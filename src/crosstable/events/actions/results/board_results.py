"""The boards of a team match: what is said of them, and that all of them are. Parts of actions."""

from collections.abc import Sequence
from typing import Any

from crosstable.engine.results import Said
from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.results.series import Accepted, play_on
from crosstable.events.actions.results.settling import overall, settle_boards, take_boards
from crosstable.events.errors import BoardsNeeded
from crosstable.events.models import Claim, Entry, Match, MatchState, Settled, Tournament, columns_of, said_in


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


def claimed_boards(claim: Claim) -> list[Said | None]:
    """Board by board; None for one this side has not told yet."""
    return [said_in(board) if board else None for board in claim.boards]


def claim_boards(act: Act, match: Match, side: Entry, boards: Sequence[Said | None]) -> dict[str, Any]:
    """This side says so of its boards. The match is agreed once both sides say the same of all of them, disputed as
    soon as they differ about one. Returns what the journal says of a bracket that moves on."""
    reported = [said for said in boards if said is not None]
    values = {
        "by": act.by,
        "at": act.now,
        "boards": [said.stored() if said else None for said in boards],
        **columns_of(overall(act.tournament, reported)),
    }
    Claim.objects.update_or_create(match=match, entry=side, defaults=values)
    other = match.claims.exclude(entry=side).first()
    theirs = claimed_boards(other) if other is not None else []
    if len(reported) == len(boards) and theirs == list(boards):
        return agree_on_boards(act, match, reported, Settled.AGREED)
    differ = other is not None and _differ(boards, theirs)
    match.state = MatchState.DISPUTED if differ else MatchState.CLAIMED
    match.disputed_at = (match.disputed_at or act.now) if differ else None
    match.version += 1
    match.save()
    return {}


def _differ(mine: Sequence[Said | None], theirs: Sequence[Said | None]) -> bool:
    """About a board both have told; or the other side says that nothing was played."""
    return not theirs or any(a and b and a != b for a, b in zip(mine, theirs, strict=True))
