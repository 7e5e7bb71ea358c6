"""Matches with what belongs to them: their entries, the boards of a team match, the result as one side sees it.

Entries are read once for all matches of a large stage. Boards are for every place a result is read: 2½–1½, and not
only who won.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from crosstable.engine.results import OUTCOMES, Score
from crosstable.engine.scoring import usual_line_up
from crosstable.events.bridge.team_boards import points_on_boards
from crosstable.events.bridge.words import points_words
from crosstable.events.models import Claim, Entry, Match, MatchPart, ResultCode, Round, TeamMember, Tournament


def with_sides(
    matches: list[Match], tournament: Tournament, known: Mapping[int, Entry] | None = None
) -> list[Match]:
    """Matches with their two entries; one query, and none where all of them are known. Thousands of matches share few
    entries, which would cost more than the matches if they were read with each."""
    entries, known = known or {}, known or {}
    if any(m.first_id not in known or (m.second_id and m.second_id not in known) for m in matches):
        entries = tournament.entries.select_related("player").defer("list_text").in_bulk()
    for match in matches:
        match.first = entries[match.first_id]
        match.second = entries[match.second_id] if match.second_id is not None else None
    return matches


def with_boards(matches: list[Match], tournament: Tournament) -> list[Match]:
    """One query, and none where a match has no boards."""
    if tournament.has_boards:
        boards = _boards_of(matches)
        for match in matches:
            made = points_on_boards(boards[match.pk], tournament) if match.is_agreed else None
            if made is not None and not match.said.is_forfeit:
                match.board_words = (points_words(made[0]), points_words(made[1]))
    return matches


def _boards_of(matches: list[Match]) -> defaultdict[int, list[Score]]:
    """Not as parts of the matches, which may be shared and would be kept by them."""
    boards: defaultdict[int, list[Score]] = defaultdict(list)
    for part in MatchPart.objects.filter(match__in=matches).exclude(result="").order_by("match", "number"):
        boards[part.match_id].append(part.said)
    return boards


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of a team match: who sits there, and how it ended. Empty where nobody is known, or nothing yet."""

    number: int
    first: str
    second: str
    result: str

    @property
    def words(self) -> str:
        """“Board 1: Ann 1–0 Bo”, and “Ann v Bo” before there is a result."""
        return f"Board {self.number}: {self.first or '–'} {self.result or 'v'} {self.second or '–'}"


def with_board_lines(matches: list[Match], tournament: Tournament) -> list[Match]:
    """Matches with their boards: three queries, and none where a match has one board. Names are shown once line-ups are
    due."""
    boards = tournament.team_boards
    if boards < 2 or not matches:
        return matches
    rounds = Round.objects.filter(pk__in={match.round_id for match in matches})
    secret = set(rounds.filter(lineups_until__gt=timezone.now()).values_list("pk", flat=True))
    members = _members(matches)
    parts = {(part.match_id, part.number): part for part in MatchPart.objects.filter(match__in=matches)}
    for match in matches:
        if match.second_id is not None and match.round_id not in secret:
            found = [parts.get((match.pk, number)) for number in range(1, boards + 1)]
            sides = (
                _names(members[match.first_id], [part.first_member_id if part else None for part in found]),
                _names(members[match.second_id], [part.second_member_id if part else None for part in found]),
            )
            match.board_lines = tuple(
                BoardLine(number, first, second, part.said.words if part and part.result else "")
                for number, (part, first, second) in enumerate(zip(found, *sides, strict=True), start=1)
            )
    return matches


def _members(matches: Sequence[Match]) -> Mapping[int, dict[int, TeamMember]]:
    teams: defaultdict[int, dict[int, TeamMember]] = defaultdict(dict)
    ids = {id for match in matches for id in (match.first_id, match.second_id) if id is not None}
    for member in TeamMember.objects.filter(entry__in=ids).select_related("player"):
        teams[member.entry_id][member.pk] = member
    return teams


def _names(members: Mapping[int, TeamMember], seated: Sequence[int | None]) -> list[str]:
    """By the line-up; a board without a name is taken by the next of the team's list."""
    by_number = {member.number: member for member in members.values()}
    usual = usual_line_up(by_number, len(seated))
    names = []
    for board, pk in enumerate(seated):
        member = members.get(pk) if pk is not None else None
        if member is None and board < len(usual):
            member = by_number[usual[board]]
        names.append(member.player.name if member else "")
    return names


@dataclass(frozen=True, slots=True)
class ScoreOfSide:
    """Seen from one side: mine first."""

    score: Score

    @classmethod
    def of(cls, row: Match | Claim, *, first: bool) -> ScoreOfSide:
        return cls(row.said if first else row.said.swapped)

    def __str__(self) -> str:
        """Two numbers with room between them."""
        pair = self.score.totals if self.score.value == self.score.totals else None
        return f"{pair[0]} – {pair[1]}" if pair else self.score.words

    @property
    def lead(self) -> int:
        """By how much one side is ahead, whichever number wins."""
        return abs(self.score.margin or 0)


def outcome_for(result: str, *, first: bool) -> str:
    """win, draw or loss for one side; empty while there is no result."""
    if not result:
        return ""
    outcome = OUTCOMES[result][0 if first else 1]
    return "win" if outcome.is_win else "loss" if outcome.is_loss else "draw"


def result_from(outcome: str, *, first: bool) -> str:
    """The result a player means who says “I won”, “a draw” or “I lost”."""
    if outcome == "draw":
        return ResultCode.DRAW.value
    return ResultCode.FIRST_WINS.value if (outcome == "win") == first else ResultCode.SECOND_WINS.value
