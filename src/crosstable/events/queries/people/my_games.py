"""The games a player has had in an event, and those to come."""

from collections.abc import Mapping
from dataclasses import dataclass

from crosstable.events.models import ByeCode, Entry, Match, RoundStatus
from crosstable.events.queries.boards import BoardLine
from crosstable.events.queries.people.sides import ScoreOfSide, outcome_for
from crosstable.events.queries.rounds.rematches import rematches_of
from crosstable.events.records.rules import rules_of
from crosstable.games import Use


@dataclass(frozen=True, slots=True)
class PastGame:
    round: int
    opponent: str
    score: ScoreOfSide | str | None
    change: int | None
    is_bye: bool
    # "white" or "black", what the game calls it, and win, draw or loss, where the game has colours and results.
    color: str = ""
    side: str = ""
    result: str = ""
    rating: int = 0
    bye: str = ""
    # What is said in place of a result: "playing", "called", "next", "to come", "not started"; empty once there is one.
    waits: str = ""
    # Of a team match with a result: its boards.
    boards: tuple[BoardLine, ...] = ()
    # Of a Swiss: the two have played each other in an earlier round.
    is_rematch: bool = False

    @property
    def outcome(self) -> str:
        if self.is_bye:
            return {ByeCode.HALF.label: "D", ByeCode.ALLOCATED.label: "W", ByeCode.FULL.label: "W"}.get(
                self.bye, "L"
            )
        return {"win": "W", "loss": "L", "draw": "D"}.get(self.result, "")

    @property
    def ended(self) -> str:
        """A letter beside a score, a word where there is none."""
        return self.outcome if self.score or self.is_bye else self.result


def games_of(
    entry: Entry, matches: list[Match], current: Match | None, rating_changes: Mapping[tuple[int, int], int]
) -> list[PastGame]:
    rematches = rematches_of(matches)
    return [
        _game(
            entry,
            match,
            rating_changes.get((match.pk, entry.player_id)),
            _waits(match, current),
            is_rematch=match.pk in rematches,
        )
        for match in matches
    ]


def _waits(match: Match, current: Match | None) -> str:
    """Where everything is drawn beforehand, one plays one match after the other."""
    if match.is_agreed or match.is_bye:
        return ""
    if match.is_void:
        return "cancelled"
    if match.round.status == RoundStatus.PUBLISHED:
        return "not started"
    if match.pool_id is None and not match.round.is_play_off and match.slot == 1:
        return "playing"
    if match.game_started_at is not None:
        return "playing"
    return "to come" if match != current else "called" if match.called_at is not None else "next"


def _game(entry: Entry, match: Match, change: int | None, waits: str, *, is_rematch: bool) -> PastGame:
    rules = rules_of(entry.tournament)
    other = match.second if match.first_id == entry.pk else match.first
    name = other.display_name if other is not None and not match.is_bye else _alone(entry, match)
    first = match.first_id == entry.pk
    color = _color(entry, match, first=first)
    return PastGame(
        match.round.number,
        name,
        match.board_score(first=first) or (ScoreOfSide.of(match, first=first) if match.tallies else None),
        change,
        match.is_bye,
        color=color,
        side=rules.words.side(color) if color else "",
        result=outcome_for(match.result, first=first),
        rating=other.rating if other is not None and not match.is_bye and rules.starts_by_rating else 0,
        bye=match.bye_label if match.is_bye else "",
        waits=waits,
        boards=match.board_lines if match.is_agreed else (),
        is_rematch=is_rematch,
    )


def _color(entry: Entry, match: Match, *, first: bool) -> str:
    if match.is_bye or Use.COLORS not in rules_of(entry.tournament).uses:
        return ""
    return "white" if first else "black"


def _alone(entry: Entry, match: Match) -> str:
    """What stands in the place of an opponent. Where points count, a bye says what it was worth."""
    if not rules_of(entry.tournament).is_led_by_wins:
        return match.bye_label.capitalize()
    return "Not here" if match.is_missing else "Bye" if match.bye_kind != ByeCode.ZERO else "Sat out"
