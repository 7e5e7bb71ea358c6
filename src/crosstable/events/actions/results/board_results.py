"""The boards of a team match: their results stored, and the match's own reckoned from them. Parts of actions."""

from __future__ import annotations

from collections.abc import Sequence

from crosstable.engine.model import Outcome, Result
from crosstable.engine.teams import TeamScoring, team_result
from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.results.series import settle
from crosstable.events.errors import BoardsNeeded
from crosstable.events.models import Claim, Game, Match, MatchState, ResultCode, Tournament
from crosstable.events.records.results.said import Said
from crosstable.events.records.settings.choices import scoring_of

FORFEITS = {
    ResultCode.FIRST_WINS_BY_FORFEIT,
    ResultCode.SECOND_WINS_BY_FORFEIT,
    ResultCode.DOUBLE_FORFEIT,
}
CODES = {
    (Outcome.WIN, Outcome.LOSS): ResultCode.FIRST_WINS,
    (Outcome.LOSS, Outcome.WIN): ResultCode.SECOND_WINS,
    (Outcome.DRAW, Outcome.DRAW): ResultCode.DRAW,
    (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS): ResultCode.FIRST_WINS_BY_FORFEIT,
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN): ResultCode.SECOND_WINS_BY_FORFEIT,
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS): ResultCode.DOUBLE_FORFEIT,
}


def take_boards(match: Match, said: Sequence[Said]) -> None:
    """These are the results of the boards. Nothing to do for a match that is one game."""
    for number, one in enumerate(said, start=1):
        Game.objects.update_or_create(
            match=match,
            number=number,
            defaults={"result": one.result, "first_vp": one.first_vp, "second_vp": one.second_vp},
        )


def forfeit_boards(tournament: Tournament, match: Match) -> None:
    """A match given to one side: so is every board."""
    if tournament.team_boards > 1 and match.result in FORFEITS:
        take_boards(match, [Said(ResultCode(match.result))] * tournament.team_boards)


def agree_on_boards(act: Act, match: Match, said: Sequence[Said]) -> None:
    """The boards are decided, and with them the match. In a knockout the bracket moves on."""
    take_boards(match, said)
    if match.bracket_number is not None:
        settle(act, match, [Said(overall(act.tournament, said))])
        return
    match.result, match.first_vp, match.second_vp = overall(act.tournament, said), None, None
    match.state, match.decided_by, match.decided_at = MatchState.AGREED, act.by, act.now
    match.disputed_at, match.dispute_reason = None, ""
    match.version += 1
    match.save()


def clear_boards(match: Match) -> None:
    Game.objects.filter(match=match).update(result="", first_vp=None, second_vp=None)


def check_says_enough(tournament: Tournament, said: Said) -> None:
    """One result for the whole of a match on several boards is enough only where nothing was played."""
    if tournament.team_boards > 1 and said.result not in FORFEITS:
        raise BoardsNeeded(tournament.team_boards)


def boards_of(match: Match) -> list[Said]:
    """The results so far, by board."""
    return [Said.of(game) for game in match.games.exclude(result="").order_by("number")]


def claimed_boards(claim: Claim) -> list[Said]:
    return [Said(ResultCode(b["result"]), b["first_vp"], b["second_vp"]) for b in claim.boards]


def overall(tournament: Tournament, said: Sequence[Said]) -> ResultCode:
    found: Result = team_result(
        [one.to_engine() for one in said], TeamScoring(boards=scoring_of(tournament))
    ).result
    return CODES[found.first, found.second]
