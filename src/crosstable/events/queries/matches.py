"""Matches with related rows: entries, the boards of a team match, the result as one side sees it.

Entries are read once for all matches of a large stage. Boards are loaded wherever a result is shown: 2½–1½,
not only the winner.
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
from crosstable.text import tr


def with_sides(
    matches: list[Match], tournament: Tournament, known: Mapping[int, Entry] | None = None
) -> list[Match]:
    """Attach both entries to each match: one query, or none if all of them are known.

    Thousands of matches share few entries; joining them would cost more than reading the matches.
    """
    entries, known = known or {}, known or {}
    if any(m.first_id not in known or (m.second_id and m.second_id not in known) for m in matches):
        entries = tournament.entries.select_related("player").defer("list_text").in_bulk()
    for match in matches:
        match.first = entries[match.first_id]
        match.second = entries[match.second_id] if match.second_id is not None else None
    return matches


def with_boards(matches: list[Match], tournament: Tournament) -> list[Match]:
    """Attach the boards: one query, or none if no match has boards."""
    if tournament.has_boards:
        boards = _boards_of(matches)
        for match in matches:
            made = points_on_boards(boards[match.pk], tournament) if match.is_agreed else None
            if made is not None and not match.parsed_score.is_forfeit:
                match.board_words = (points_words(made[0]), points_words(made[1]))
    return matches


def _boards_of(matches: list[Match]) -> defaultdict[int, list[Score]]:
    """Return the boards by match. Not prefetched: the matches may be shared and would hold on to them."""
    boards: defaultdict[int, list[Score]] = defaultdict(list)
    for part in MatchPart.objects.filter(match__in=matches).exclude(result="").order_by("match", "number"):
        boards[part.match_id].append(part.parsed_score)
    return boards


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of a team match: its players and result. Empty where a player or the result is unknown."""

    number: int
    first: str
    second: str
    result: str

    @property
    def words(self) -> str:
        """“Board 1: Ann 1–0 Bo”, or “Ann v Bo” before there is a result."""
        values = {"number": self.number, "first": self.first or "–", "second": self.second or "–"}
        if self.result:
            return tr("Board {number}: {first} {result} {second}", result=self.result, **values)
        return tr("Board {number}: {first} v {second}", **values)


def with_board_lines(matches: list[Match], tournament: Tournament) -> list[Match]:
    """Attach the boards with names: three queries, or none for single-board matches.

    Names are shown once line-ups are due.
    """
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
                BoardLine(number, first, second, part.parsed_score.words if part and part.result else "")
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
    """Names by the line-up; a board without one goes to the next member on the team's list."""
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
    """A score from one side's view, its own number first."""

    score: Score

    @classmethod
    def of(cls, row: Match | Claim, *, first: bool) -> ScoreOfSide:
        return cls(row.parsed_score if first else row.parsed_score.swapped)

    def __str__(self) -> str:
        """Two numbers with spaces around the dash."""
        pair = self.score.totals if self.score.value == self.score.totals else None
        return f"{pair[0]} – {pair[1]}" if pair else self.score.words

    @property
    def lead(self) -> int:
        """The lead of the better side, whether the higher or the lower number wins."""
        return abs(self.score.margin or 0)


def outcome_for(result: str, *, first: bool) -> str:
    """Return win, draw or loss for one side; empty without a result."""
    if not result:
        return ""
    outcome = OUTCOMES[result][0 if first else 1]
    return "win" if outcome.is_win else "loss" if outcome.is_loss else "draw"


def result_from(outcome: str, *, first: bool) -> str:
    """Return the result for a player's “I won”, “a draw” or “I lost”."""
    if outcome == "draw":
        return ResultCode.DRAW.value
    return ResultCode.FIRST_WINS.value if (outcome == "win") == first else ResultCode.SECOND_WINS.value
