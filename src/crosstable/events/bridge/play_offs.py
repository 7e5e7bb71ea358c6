"""Play-offs: matches about a tie for a place or a seed. They are rounds of the tie's stage, with the play-off's number,
and do not count in the standings; what they decide follows from their results and is not stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import prefetch_related_objects

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Decision, by_play_off
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Entry, Match, Round, Stage
from crosstable.events.models.stock_names import shown_name
from crosstable.text import tr


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off with all its matches, in the order of play."""

    stage: Stage
    number: int
    matches: Sequence[Match]

    @property
    def rounds(self) -> list[Round]:
        return list({match.round_id: match.round for match in self.matches}.values())

    @property
    def about(self) -> str:
        """“place 2 of pool A”."""
        return shown_name(self.rounds[0].play_off_about)

    @property
    def name(self) -> str:
        return name_of(self.rounds[0])

    @property
    def entries(self) -> list[Entry]:
        """The entries in the order of their first match."""
        sides = [side for match in self.matches for side in (match.first, match.second) if side is not None]
        return list({side.pk: side for side in sides}.values())

    @property
    def ids(self) -> frozenset[EntryId]:
        return frozenset(EntryId(entry.pk) for entry in self.entries)

    @property
    def is_closed(self) -> bool:
        return all(round_.is_closed for round_ in self.rounds)

    @property
    def waiting(self) -> int:
        """The number of matches without a confirmed result."""
        return sum(not match.is_agreed for match in self.matches)

    @property
    def is_untouched(self) -> bool:
        """Whether no match has been reported yet."""
        return all(match.is_open for match in self.matches)

    @property
    def decision(self) -> Decision:
        """The decision by the results so far."""
        games = [
            (EntryId(match.first_id), EntryId(match.second_id or 0), match.parsed_score.to_result())
            for match in self.matches
            if match.is_agreed
        ]
        return by_play_off(games, rules_of(self.stage.tournament).scoring)

    @property
    def parts_them(self) -> bool:
        return len(self.decision.groups) > 1


def name_of(round_: Round) -> str:
    """Return the name of the play-off a round belongs to."""
    return tr("Play-off for {about}", about=shown_name(round_.play_off_about))


def play_offs_of(stage: Stage) -> list[PlayOff]:
    """Return the play-offs of a stage; one query if there are none."""
    rows = _rows(stage.pk)
    prefetch_related_objects(rows, "claims")
    ordered = sorted(rows, key=lambda m: (m.round.play_off, m.round.number, m.slot, m.table or 0))
    for match in ordered:
        match.round.tournament, match.round.stage = stage.tournament, stage
    return [PlayOff(stage, n, list(of_one)) for n, of_one in groupby(ordered, lambda m: m.round.play_off)]


_rows = CompiledQuery(
    lambda stage_id: Match.objects.filter(round__stage=stage_id, round__play_off__gt=0).select_related(
        "round", "first__player", "second__player"
    ),
    int,
)


def open_play_offs(stage: Stage) -> list[PlayOff]:
    return [one for one in play_offs_of(stage) if not one.is_closed]


def decided_by_play_offs(stage: Stage) -> list[Decision]:
    """Return the decisions of the finished play-offs."""
    return [one.decision for one in play_offs_of(stage) if one.is_closed and one.parts_them]
