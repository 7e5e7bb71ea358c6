"""Team matches with what their boards made, for wherever a result is read: 2½–1½, and not only who won."""

from collections import defaultdict

from crosstable.engine.results import Said
from crosstable.events.models import Match, MatchPart, Tournament
from crosstable.events.records.lineups import points_on_boards
from crosstable.events.records.words import points_words


def with_boards(matches: list[Match], tournament: Tournament) -> list[Match]:
    """One query, and none where a match has no boards."""
    if tournament.team_boards > 1:
        boards = _boards_of(matches)
        for match in matches:
            made = points_on_boards(boards[match.pk], tournament) if match.is_agreed else None
            if made is not None and not match.said.is_forfeit:
                match.board_words = (points_words(made[0]), points_words(made[1]))
    return matches


def _boards_of(matches: list[Match]) -> defaultdict[int, list[Said]]:
    """Not as parts of the matches, which may be shared and would be kept by them."""
    boards: defaultdict[int, list[Said]] = defaultdict(list)
    for part in MatchPart.objects.filter(match__in=matches).exclude(result="").order_by("match", "number"):
        boards[part.match_id].append(part.said)
    return boards
