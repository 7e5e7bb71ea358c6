"""A player's matches: the one to play now with opponent and reports, past ones and future ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from crosstable.engine import model as engine
from crosstable.engine.history import EntryHistory
from crosstable.engine.model import EntryId
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.words import points_words, record_words
from crosstable.events.models import (
    ByeCode,
    Claim,
    Entry,
    Match,
    PlayerRating,
    RoundStatus,
    Tournament,
    score_from_json,
)
from crosstable.events.queries.matches import BoardLine, ScoreOfSide, outcome_for
from crosstable.events.queries.people.snapshot import EventSnapshot
from crosstable.events.queries.rounds.live_rounds import rematches_of
from crosstable.games import Use
from crosstable.text import tr, trn

Histories = Mapping[int, EntryHistory]


@dataclass(frozen=True, slots=True)
class Opponent:
    entry: Entry
    record: str
    rating: int
    shows_rating: bool
    list_is_readable: bool


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The match of the current round from one side, with both reports, the viewer's own first."""

    match: Match
    opponent: Opponent | None
    mine: Claim | None
    theirs: Claim | None
    i_am_first: bool
    # In a Swiss: the two have met in an earlier round.
    is_rematch: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the match has an opponent and no result has been reported."""
        return self.opponent is not None and self.match.is_open

    @property
    def may_concede(self) -> bool:
        """Whether the player may concede.

        Not in pools, where all matches are open at the same time, nor in a bracket, where an organiser
        withdraws players.
        """
        match = self.match
        is_of_a_stage = (
            match.pool_id is not None or match.bracket_number is not None or match.round.is_play_off
        )
        return self.is_open and not is_of_a_stage

    @property
    def is_one_of_many(self) -> bool:
        """Whether to show its round and time: it was drawn in advance or has a time."""
        match = self.match
        return match.pool_id is not None or match.round.is_play_off or match.planned_at is not None

    @property
    def bye_text(self) -> str:
        """What the bye is worth."""
        match = self.match
        if not match.is_bye or not rules_of(match.round.tournament).is_led_by_wins:
            return f"{match.get_bye_kind_display().capitalize()}."
        worth = {ByeCode.HALF: tr("It counts as a draw."), ByeCode.ZERO: tr("It scores no points.")}
        return worth.get(ByeCode(match.bye_kind), tr("It counts as a win."))

    @property
    def mission(self) -> str:
        return self.match.mission or self.match.round.mission

    @property
    def agreed_score(self) -> ScoreOfSide | str | None:
        boards = self.match.board_score(first=self.i_am_first)
        return boards or (self._from_here(self.match) if self.match.is_agreed else None)

    @property
    def has_score(self) -> bool:
        """Whether there are numbers to show from this side, not only the winner."""
        match = self.match
        return bool(match.board_words or match.tallies) and not match.parsed_score.is_forfeit

    @property
    def their_score(self) -> ScoreOfSide | None:
        return self._from_here(self.theirs) if self.theirs else None

    @property
    def my_words(self) -> str:
        """The player's report: numbers from this side; without numbers the result, first side first."""
        mine = self.mine
        if mine is None or not mine.tallies:
            return mine.result_words if mine else ""
        return str(self._from_here(mine))

    @property
    def their_words(self) -> str:
        """The opponent's report, the opponent's numbers first."""
        theirs = self.theirs
        if theirs is None or not theirs.tallies:
            return theirs.result_words if theirs else ""
        return str(ScoreOfSide.of(theirs, first=not self.i_am_first))

    @property
    def my_boards(self) -> str:
        return self._boards(self.mine, first=self.i_am_first) if self.mine else ""

    @property
    def their_boards(self) -> str:
        return self._boards(self.theirs, first=not self.i_am_first) if self.theirs else ""

    @staticmethod
    def _boards(claim: Claim, *, first: bool) -> str:
        """The reported boards, the reporting team's numbers first: “board 1: 3–5, board 3: 6–2”."""
        scores = {
            number: score_from_json(board) for number, board in enumerate(claim.boards, start=1) if board
        }
        return ", ".join(
            str(tr("board {number}: {score}", number=number, score=one.words_for(first=first)))
            for number, one in scores.items()
        )

    @property
    def agreed_outcome(self) -> str:
        return self._outcome(self.match)

    @property
    def my_outcome(self) -> str:
        return self._outcome(self.mine) if self.mine else ""

    @property
    def their_outcome(self) -> str:
        """The viewer's outcome by the opponent's report."""
        return self._outcome(self.theirs) if self.theirs else ""

    def _outcome(self, report: Match | Claim) -> str:
        return outcome_for(report.result, first=self.i_am_first)

    def _from_here(self, row: Match | Claim) -> ScoreOfSide:
        return ScoreOfSide.of(row, first=self.i_am_first)


def my_match_of(
    entry: Entry,
    match: Match,
    reports: Iterable[Claim],
    histories: Histories,
    snapshot: EventSnapshot,
    *,
    is_rematch: bool = False,
) -> MyMatch:
    claims = {claim.entry_id: claim for claim in reports}
    other = match.second if match.first_id == entry.pk else match.first
    return MyMatch(
        match=match,
        opponent=_opponent(other, entry.tournament, histories, snapshot)
        if other is not None and not match.is_bye
        else None,
        mine=claims.get(entry.pk),
        theirs=claims.get(other.pk) if other is not None else None,
        i_am_first=match.first_id == entry.pk,
        is_rematch=is_rematch,
    )


def _opponent(
    entry: Entry, tournament: Tournament, histories: Histories, snapshot: EventSnapshot
) -> Opponent:
    entry.tournament = tournament
    rating = _rating_of(entry, snapshot.ratings.get(entry.player_id))
    return Opponent(
        entry=entry,
        record=record_of(tournament, histories.get(entry.pk) or _nothing_yet(entry)),
        rating=rating,
        shows_rating=rating > 0,
        list_is_readable=tournament.lists_are_locked and entry.pk in snapshot.with_list,
    )


def _nothing_yet(entry: Entry) -> EntryHistory:
    """An empty history, for an opponent who withdrew before any game and stays paired until the repair."""
    return EntryHistory(engine.Entry(EntryId(entry.pk), entry.seed, entry.display_name), ())


def _rating_of(entry: Entry, rating: PlayerRating | None) -> int:
    """The rating shown in the list of players; 0 for an unrated player and in events without ratings."""
    rules = rules_of(entry.tournament)
    if rules.has_teams or not rules.rating_pool:
        return 0
    return rules.known_rating(entry.rating, rating.value if rating and rating.games else None) or 0


def record_of(tournament: Tournament, history: EntryHistory) -> str:
    if rules_of(tournament).is_led_by_wins:
        return record_words(history)
    points = points_words(history.score)
    return trn("{points} point", "{points} points", 1 if 0 < history.score <= 1 else 2, points=points)


@dataclass(frozen=True, slots=True)
class PastGame:
    round: int
    opponent: str
    score: ScoreOfSide | str | None
    change: int | None
    is_bye: bool
    # "white" or "black", the game's word for it, and win, draw or loss, in games that have them.
    color: str = ""
    side: str = ""
    result: str = ""
    rating: int = 0
    # The code of the bye; empty for a no-show.
    bye_kind: str = ""
    # Shown until there is a result: "playing", "called", "next", "to come", "not started".
    waits: str = ""
    # The boards of a team match with a result.
    boards: tuple[BoardLine, ...] = ()
    # In a Swiss: the two have met in an earlier round.
    is_rematch: bool = False

    @property
    def outcome(self) -> str:
        if self.is_bye:
            return OUTCOME_OF_BYE.get(self.bye_kind, "L")
        return {"win": "W", "loss": "L", "draw": "D"}.get(self.result, "")

    @property
    def ended(self) -> str:
        """A letter next to a score, a word without one."""
        if self.score or self.is_bye:
            return LETTERS.get(self.outcome, "")
        return RESULTS.get(self.result, "")


OUTCOME_OF_BYE: dict[str, str] = {ByeCode.HALF: "D", ByeCode.ALLOCATED: "W", ByeCode.FULL: "W"}
LETTERS = {"W": tr("W"), "D": tr("D"), "L": tr("L")}
RESULTS = {"win": tr("win"), "draw": tr("draw"), "loss": tr("loss")}


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
    """The state of a match without a result; only one of the matches drawn in advance is current."""
    if match.is_agreed or match.is_bye:
        return ""
    if match.is_void:
        return tr("cancelled")
    if match.round.status == RoundStatus.PUBLISHED:
        return tr("not started")
    if match.pool_id is None and not match.round.is_play_off and match.slot == 1:
        return tr("playing")
    if match.game_started_at is not None:
        return tr("playing")
    if match != current:
        return tr("to come")
    return tr("called") if match.called_at is not None else tr("next")


def _game(entry: Entry, match: Match, change: int | None, waits: str, *, is_rematch: bool) -> PastGame:
    rules = rules_of(entry.tournament)
    other = match.second if match.first_id == entry.pk else match.first
    name = other.display_name if other is not None and not match.is_bye else _alone(entry, match)
    first = match.first_id == entry.pk
    has_color = Use.COLORS in rules.uses and not match.is_bye
    color = ("white" if first else "black") if has_color else ""
    return PastGame(
        match.round.number,
        name,
        match.board_score(first=first) or (ScoreOfSide.of(match, first=first) if match.tallies else None),
        change,
        match.is_bye,
        color=color,
        side=rules.vocabulary.side(color) if color else "",
        result=outcome_for(match.result, first=first),
        rating=other.rating if other is not None and not match.is_bye and rules.starts_by_rating else 0,
        bye_kind="" if match.is_missing else match.bye_kind,
        waits=waits,
        boards=match.board_lines if match.is_agreed else (),
        is_rematch=is_rematch,
    )


def _alone(entry: Entry, match: Match) -> str:
    """The text in place of an opponent. Where points count, it includes the value of the bye."""
    if not rules_of(entry.tournament).is_led_by_wins:
        return match.bye_label.capitalize()
    if match.is_missing:
        return tr("Absent")
    return tr("Bye") if match.bye_kind != ByeCode.ZERO else tr("Zero-point bye")
