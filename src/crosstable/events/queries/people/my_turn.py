"""The match a player has now: who sits opposite, and who reported what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from crosstable.engine import model as engine
from crosstable.engine.history import EntryHistory
from crosstable.engine.model import EntryId
from crosstable.events.models import ByeCode, Claim, Entry, Match, PlayerRating, Tournament, score_from_json
from crosstable.events.queries.people.everybody import Everybody
from crosstable.events.queries.people.sides import ScoreOfSide, outcome_for
from crosstable.events.records.rules import rules_of
from crosstable.events.records.words import points_words, record_words

Histories = Mapping[int, EntryHistory]


@dataclass(frozen=True, slots=True)
class Opponent:
    entry: Entry
    record: str
    rating: int
    shows_rating: bool
    list_is_readable: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The match of the current round from one side: who claimed what, first the viewer's own."""

    match: Match
    opponent: Opponent | None
    mine: Claim | None
    theirs: Claim | None
    i_am_first: bool
    # Of a Swiss: the two have played each other in an earlier round.
    is_rematch: bool = False

    @property
    def is_open(self) -> bool:
        """There is a game on, and nobody has said how it ended."""
        return self.opponent is not None and self.match.is_open

    @property
    def may_concede(self) -> bool:
        """In pools every match is open at once, and whoever is drawn in a bracket is withdrawn by an organiser."""
        match = self.match
        is_of_a_stage = (
            match.pool_id is not None or match.bracket_number is not None or match.round.is_play_off
        )
        return self.is_open and not is_of_a_stage

    @property
    def is_one_of_many(self) -> bool:
        """Which round it is of, and when it is played, is said: all is drawn beforehand, or it has a time."""
        match = self.match
        return match.pool_id is not None or match.round.is_play_off or match.planned_at is not None

    @property
    def sits_out(self) -> str:
        """What it counts to have no opponent."""
        match = self.match
        if not match.is_bye or not rules_of(match.round.tournament).is_led_by_wins:
            return f"{match.get_bye_kind_display().capitalize()}."
        worth = {ByeCode.HALF: "counts as a draw", ByeCode.ZERO: "brings no points"}
        return f"It {worth.get(ByeCode(match.bye_kind), 'counts as a win')}."

    @property
    def mission(self) -> str:
        return self.match.mission or self.match.round.mission

    @property
    def agreed_score(self) -> ScoreOfSide | str | None:
        boards = self.match.board_score(first=self.i_am_first)
        return boards or (self._from_here(self.match) if self.match.is_agreed else None)

    @property
    def has_score(self) -> bool:
        """There are numbers to see from this side, and not only who won."""
        match = self.match
        return bool(match.board_words or match.tallies) and not match.said.is_forfeit

    @property
    def their_score(self) -> ScoreOfSide | None:
        return self._from_here(self.theirs) if self.theirs else None

    @property
    def my_words(self) -> str:
        return self._words(self.mine) if self.mine else ""

    @property
    def their_words(self) -> str:
        """As the opponent reported it, the opponent's numbers first."""
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
        """Those that are told, the numbers of the team that reports first: “board 1 3–5, board 3 6–2”."""
        said = {number: score_from_json(board) for number, board in enumerate(claim.boards, start=1) if board}
        return ", ".join(f"board {number} {one.words_for(first=first)}" for number, one in said.items())

    def _words(self, row: Match | Claim) -> str:
        """Numbers from this side; who won as everybody writes it, first side first."""
        return str(self._from_here(row)) if row.tallies else row.result_words

    @property
    def agreed_outcome(self) -> str:
        return self._outcome(self.match)

    @property
    def my_outcome(self) -> str:
        return self._outcome(self.mine) if self.mine else ""

    @property
    def their_outcome(self) -> str:
        """What the opponent's report means for me."""
        return self._outcome(self.theirs) if self.theirs else ""

    def _outcome(self, said: Match | Claim) -> str:
        return outcome_for(said.result, first=self.i_am_first)

    def _from_here(self, row: Match | Claim) -> ScoreOfSide:
        return ScoreOfSide.of(row, first=self.i_am_first)


def turn_of(
    entry: Entry,
    match: Match,
    said: Iterable[Claim],
    histories: Histories,
    people: Everybody,
    *,
    is_rematch: bool = False,
) -> Turn:
    claims = {claim.entry_id: claim for claim in said}
    other = match.second if match.first_id == entry.pk else match.first
    return Turn(
        match=match,
        opponent=_opponent(other, entry.tournament, histories, people)
        if other is not None and not match.is_bye
        else None,
        mine=claims.get(entry.pk),
        theirs=claims.get(other.pk) if other is not None else None,
        i_am_first=match.first_id == entry.pk,
        is_rematch=is_rematch,
    )


def _opponent(entry: Entry, tournament: Tournament, histories: Histories, people: Everybody) -> Opponent:
    entry.tournament = tournament
    rating = _rating_of(entry, people.ratings.get(entry.player_id))
    return Opponent(
        entry=entry,
        record=record_of(tournament, histories.get(entry.pk) or _nothing_yet(entry)),
        rating=rating,
        shows_rating=rating > 0,
        list_is_readable=tournament.lists_are_locked and entry.pk in people.with_list,
    )


def _nothing_yet(entry: Entry) -> EntryHistory:
    """Somebody who left before the first game is in no standings, and still my opponent until that is repaired."""
    return EntryHistory(engine.Entry(EntryId(entry.pk), entry.seed, entry.display_name), ())


def _rating_of(entry: Entry, rating: PlayerRating | None) -> int:
    """The rating that the list of players shows too; 0 for an unrated player, and in events without ratings."""
    rules = rules_of(entry.tournament)
    if rules.has_teams or not rules.rating_pool:
        return 0
    return rules.known_rating(entry.rating, rating.value if rating and rating.games else None) or 0


def record_of(tournament: Tournament, history: EntryHistory) -> str:
    if rules_of(tournament).is_led_by_wins:
        return record_words(history)
    return f"{points_words(history.score)} point{'' if 0 < history.score <= 1 else 's'}"
