"""A bracket for display: every match with its two sides, what is known of them, and the winner."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from crosstable.accounts.names import in_name_order
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketMatch,
    LoserOf,
    Part,
    Placeholder,
    Seed,
    Slot,
    Status,
    StillIn,
    column_name,
    match_inside,
    match_name,
    next_matches,
    play,
    playing_round,
    round_name,
    still_in_words,
)
from crosstable.engine.pairing.knockout import MatchState as BracketMatchState
from crosstable.events.bridge.settings.hall_settings import HallSettings
from crosstable.events.bridge.stages import WALKOVERS, load_bracket, load_bracket_results, stages_of
from crosstable.events.models import RESULT_COLUMNS, Entry, Match, Stage, StageKind, Tournament
from crosstable.events.models.stock_names import shown_name
from crosstable.events.queries.matches import with_boards
from crosstable.text import tr

ENTRY = ("entry__display_name", "entry__dropped_at", "entry__player_id")
SHOWN = (
    "bracket_number",
    "first_id",
    "second_id",
    "table",
    "state",
    "planned_at",
    *RESULT_COLUMNS,
    "version",
)

HOW_FAR = {"open": tr("playing"), "claimed": tr("reported"), "disputed": tr("disputed")}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match. `label` describes it until the entry is known."""

    entry: Entry | None
    label: str
    seed: int | None = None
    score: str = ""
    won: bool = False
    lost: bool = False

    @property
    def name(self) -> str:
        return self.entry.display_name if self.entry is not None else self.label


@dataclass(frozen=True, slots=True)
class Box:
    """A match of the bracket. `row` is its stored match once both sides are known."""

    match: BracketMatch
    name: str
    round: int
    sides: tuple[Side, Side]
    status: Status
    row: Match | None
    is_on_path: bool = False
    # From the schedule; None without one.
    planned_at: datetime.datetime | None = None

    @property
    def time(self) -> str:
        """When it should begin, until it is decided: 18:30."""
        if self.planned_at is None or self.status is Status.DECIDED:
            return ""
        return f"{timezone.localtime(self.planned_at):%H:%M}"

    def caption(self, table_word: str) -> str:
        """The line above it: time and place, the state of the match, the scores of its sets."""
        words = [self.name] if self.match.part in (Part.THIRD_PLACE, Part.RESET) else []
        if self.status is not Status.DECIDED and self.goes_by_number:
            words.append(str(tr("Match {number}", number=self.number)))
        words += self.time.split()
        if self.row is not None and not self.row.is_agreed:
            words.append(f"{table_word} {self.row.table}")
        if self.is_being_played and self.row is not None:
            words.append(str(HOW_FAR[self.row.state]))
        words += [str(tr("walkover"))] * self.is_walkover
        if self.sets:
            words.append(self.sets)
        elif self.match.best_of > 1:
            words.append(str(tr("best of {games}", games=self.match.best_of)))
        return " · ".join(words)

    @property
    def number(self) -> int:
        return self.match.number

    @property
    def goes_by_number(self) -> bool:
        """Whether other boxes refer to it as “match 12”."""
        return ", match " in self.name

    @property
    def is_walkover(self) -> bool:
        return self.row is not None and self.row.result in WALKOVERS

    @property
    def sets(self) -> str:
        """The scores of the sets, where reported: 11–4 9–11 11–8."""
        words = self.row.result_words if self.row is not None and self.row.is_agreed else ""
        return words.partition("(")[2].rstrip(")").replace(",", "")

    @property
    def is_being_played(self) -> bool:
        return self.row is not None and self.row.round.status == "started" and not self.row.is_agreed

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if side.won), None)

    @property
    def loser(self) -> Side | None:
        return next((side for side in self.sides if side.lost), None)


@dataclass(frozen=True, slots=True)
class BracketView:
    stage: Stage
    bracket: Bracket
    boxes: Sequence[Box]
    champion: Entry | None
    entry: Entry | None = None
    # Entries whose place is not certain.
    contenders: Sequence[Entry] = ()
    # What is certain about them: “in the final”.
    still_in_words: Mapping[EntryId, str] = field(default_factory=dict)

    def box(self, number: int) -> Box:
        return self.boxes[number - 1]

    @property
    def rounds(self) -> list[tuple[str, list[Box]]]:
        """The matches by the round they are played in, without those not needed."""
        rounds: dict[int, list[Box]] = {}
        for box in self.boxes:
            if box.status is not Status.UNNEEDED:
                rounds.setdefault(box.round, []).append(box)
        return [(round_name(self.bracket, number), rounds[number]) for number in sorted(rounds)]

    @property
    def still_in(self) -> list[Entry]:
        """The entries whose place is not certain, by name."""
        return in_name_order(self.contenders)

    @property
    def below(self) -> str:
        """The text below the bracket."""
        has_consolation = any(box.match.part is Part.CONSOLATION for box in self.boxes)
        return tr("Consolation") if has_consolation else tr("Losers’ side")

    def heading(self, number: int) -> str:
        """Return the heading of the column of this match."""
        return column_name(self.bracket, self.bracket.match(number))


def knockout_of(tournament: Tournament) -> Stage | None:
    """Return the knockout of an event: at most one, as its last stage."""
    return next((stage for stage in stages_of(tournament) if stage.kind == StageKind.KNOCKOUT), None)


def bracket_view(stage: Stage, entry_id: int | None = None) -> BracketView | None:
    """Return the bracket; None until it is drawn. `entry_id`: the entry whose path is highlighted.

    Six queries, whatever the size, and one more for the boards of teams.
    """
    seats = list(stage.bracket_seats.select_related("entry").only("seed", "label", "stage", *ENTRY))
    if not seats:
        return None
    bracket = load_bracket(stage)
    state = play(bracket, load_bracket_results(stage, bracket))
    rows = {row.bracket_number: row for row in with_boards(_rows(stage), stage.tournament)}
    entrants = {EntryId(seat.entry.pk): (seat.entry, seat.seed) for seat in seats if seat.entry is not None}
    later = HallSettings.of(stage).times
    boxes = [
        _box(bracket, standing, entrants, rows.get(number), later.get(str(number)), entry_id)
        for number, standing in state.matches.items()
    ]
    placed = {place.entry for place in state.places}
    return BracketView(
        stage,
        bracket,
        boxes,
        entrants[state.champion][0] if state.champion is not None else None,
        entrants[EntryId(entry_id)][0] if entry_id in entrants else None,
        [entry for pk, (entry, _) in entrants.items() if pk not in placed],
        still_in_words(bracket, next_matches(bracket, state)),
    )


Entrants = Mapping[EntryId, tuple[Entry, int]]


def _rows(stage: Stage) -> list[Match]:
    """Load only the displayed fields: creating the rows dominates the time of a large page."""
    rounds = {round_.pk: round_ for round_ in stage.rounds.only("status", "number", "name")}
    rows = list(Match.objects.filter(round__in=rounds, bracket_number__isnull=False).only("round_id", *SHOWN))
    for row in rows:
        row.round = rounds[row.round_id]
    return rows


def _box(
    bracket: Bracket,
    standing: BracketMatchState,
    entrants: Entrants,
    row: Match | None,
    later: str | None,
    entry_id: int | None,
) -> Box:
    match = standing.match
    scores = _scores(standing, row)
    holders = (standing.first, standing.second)
    sides = tuple(
        _side(bracket, slot, holder, entrants, standing, score)
        for slot, holder, score in zip(match.slots, holders, scores, strict=True)
    )
    return Box(
        match=match,
        name=match_name(bracket, match),
        round=playing_round(bracket, match),
        sides=(sides[0], sides[1]),
        status=standing.status,
        row=row,
        is_on_path=entry_id is not None and entry_id in holders and standing.status is not Status.UNNEEDED,
        planned_at=_planned(row, later),
    )


def _planned(row: Match | None, later: str | None) -> datetime.datetime | None:
    """The time of its row, or of the schedule before it has one."""
    if row is not None:
        return row.planned_at
    return datetime.datetime.fromisoformat(later) if later else None


def _side(
    bracket: Bracket, slot: Slot, holder: object, entrants: Entrants, standing: BracketMatchState, score: str
) -> Side:
    if isinstance(holder, Placeholder):
        return Side(None, shown_name(holder.label), slot.number if isinstance(slot, Seed) else None)
    if holder is None:
        assert not isinstance(slot, Seed)
        if isinstance(slot, StillIn):
            return Side(None, _reseeded(bracket, slot))
        match = match_inside(bracket, bracket.match(slot.match))
        if isinstance(slot, LoserOf):
            return Side(None, tr("Loser of {match}", match=match))
        return Side(None, tr("Winner of {match}", match=match))
    entry, seed = entrants[EntryId(int(str(holder)))]
    decided = standing.winner is not None
    won = decided and standing.winner == entry.pk
    return Side(entry, "", seed, score, won, decided and not won)


def _reseeded(bracket: Bracket, slot: StillIn) -> str:
    """“Best seed left”, “Lowest seed left, no. 2”."""
    left = 2 * len(bracket.main_by_round[slot.round + 1])
    if 2 * slot.rank <= left:
        return tr("Best seed left") if slot.rank == 1 else tr("Best seed left, no. {rank}", rank=slot.rank)
    rank = left + 1 - slot.rank
    return tr("Lowest seed left") if rank == 1 else tr("Lowest seed left, no. {rank}", rank=rank)


def _scores(standing: BracketMatchState, row: Match | None) -> tuple[str, str]:
    """Victory or game points, board points of teams, games won in a series, + and − for a walkover."""
    if row is not None and row.result in WALKOVERS:
        return ("+", "−") if standing.winner == standing.first else ("−", "+")
    if standing.match.best_of > 1:
        played = standing.status in (Status.STARTED, Status.DECIDED)
        return (str(standing.score[0]), str(standing.score[1])) if played else ("", "")
    if row is None or not row.is_agreed:
        return "", ""
    if row.board_words is not None:
        return row.board_words
    if totals := row.parsed_score.totals:
        return str(totals[0]), str(totals[1])
    return ("1", "0") if row.first_won else ("0", "1")
