"""The boards of a team match: their results stored, and the match's own reckoned from them. Parts of actions."""

from __future__ import annotations

from collections.abc import Sequence

from crosstable.engine.results import CODES, FORFEITS, POINTS, Said, by_code, by_points
from crosstable.engine.teams import TeamScoring, team_result
from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.results.series import settle
from crosstable.events.errors import BoardsNeeded
from crosstable.events.models import Claim, Game, Match, MatchState, Tournament, columns_of, said_in
from crosstable.events.records.settings.choices import scoring_of


def take_boards(match: Match, said: Sequence[Said]) -> None:
    """These are the results of the boards. Nothing to do for a match that is one game."""
    for number, one in enumerate(said, start=1):
        Game.objects.update_or_create(
            match=match,
            number=number,
            defaults=columns_of(one),
        )


def forfeit_boards(tournament: Tournament, match: Match) -> None:
    """A match given to one side: so is every board."""
    if tournament.team_boards > 1 and match.result in FORFEITS:
        take_boards(match, [by_code(match.result)] * tournament.team_boards)


def agree_on_boards(act: Act, match: Match, said: Sequence[Said]) -> None:
    """The boards are decided, and with them the match. In a knockout the bracket moves on."""
    take_boards(match, said)
    if match.bracket_number is not None:
        settle(act, match, [overall(act.tournament, said)])
        return
    match.say(overall(act.tournament, said))
    match.state, match.decided_by, match.decided_at = MatchState.AGREED, act.by, act.now
    match.disputed_at, match.dispute_reason = None, ""
    match.version += 1
    match.save()


def clear_boards(match: Match) -> None:
    Game.objects.filter(match=match).update(**columns_of(None))


def check_says_enough(tournament: Tournament, said: Said) -> None:
    """One result for the whole of a match on several boards is enough only where nothing was played."""
    if tournament.team_boards > 1 and not said.is_forfeit:
        raise BoardsNeeded(tournament.team_boards)


def boards_of(match: Match) -> list[Said]:
    """The results so far, by board."""
    return [game.said for game in match.games.exclude(result="").order_by("number")]


def claimed_boards(claim: Claim) -> list[Said]:
    return [said_in(board) for board in claim.boards]


def overall(tournament: Tournament, said: Sequence[Said]) -> Said:
    """What the match ended like: the boards decide it, and what was scored on them is added up."""
    scoring = TeamScoring(boards=scoring_of(tournament))
    result = team_result([one.to_result() for one in said], scoring).result
    code = CODES[result.first, result.second]
    points = [tally for one in said if (tally := one.tally(POINTS))]
    if not points or code in FORFEITS:
        return by_code(code)
    return by_points(code, sum(tally.first for tally in points), sum(tally.second for tally in points))
