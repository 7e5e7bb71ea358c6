"""The clock of a round and the matches of the hall: rows to engine values and back."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil

from crosstable.engine.clock import Clock
from crosstable.engine.hall import HallMatch, Progress
from crosstable.engine.pairing.knockout import Bracket, Status, playing_round
from crosstable.events.bridge.stages import bracket_state
from crosstable.events.models import Match, MatchState, Round, RoundClock, RoundStatus, Stage, StageKind

MINUTE = timedelta(minutes=1)
BEFORE_PLAY = (RoundStatus.DRAFT, RoundStatus.PUBLISHED)


def clock_of(round_: Round) -> Clock | None:
    """Return the round's own clock; before it starts, one of the tournament's length. A closed round has none."""
    if round_.status == RoundStatus.CLOSED:
        return None
    row: RoundClock | None = getattr(round_, "clock", None)
    if row is not None:
        left = timedelta(seconds=row.left_seconds) if row.left_seconds is not None else None
        return Clock(row.minutes * MINUTE, row.ends_at, left)
    minutes = round_.tournament.round_minutes
    return Clock(minutes * MINUTE) if minutes and round_.status in BEFORE_PLAY else None


def clock_at(match: Match) -> Clock | None:
    """Return the clock of one table, including its extra time."""
    clock, extra = clock_of(match.round), getattr(match, "extra_time", None)
    return clock.extended(extra.minutes * MINUTE) if clock is not None and extra is not None else clock


def store_clock(round_: Round, clock: Clock) -> None:
    """Store the clock. The remaining time is rounded up to whole seconds, in the players' favour."""
    left = ceil(clock.left.total_seconds()) if clock.left is not None else None
    values = {"minutes": clock.length // MINUTE, "ends_at": clock.ends_at, "left_seconds": left}
    round_.clock, _ = RoundClock.objects.update_or_create(round=round_, defaults=values)


def progress_of(match: Match) -> Progress:
    reported = match.state in (MatchState.CLAIMED, MatchState.DISPUTED) and match.bracket_number is None
    if match.is_agreed or match.is_void or reported or match.game_stopped_at is not None:
        return Progress.DONE
    if match.game_started_at is not None:
        return Progress.IN_PLAY
    return Progress.CALLED if match.called_at is not None else Progress.WAITING


def hall_matches(matches: Sequence[Match], boards: Collection[int]) -> list[HallMatch]:
    """Convert the rows. A table that is no board of the stage is only a number: any board will do."""
    return [_hall_match(match, boards) for match in matches]


def _hall_match(match: Match, boards: Collection[int]) -> HallMatch:
    assert match.second_id is not None, "a bye needs no board"
    progress = progress_of(match)
    is_on = progress in (Progress.CALLED, Progress.IN_PLAY)
    return HallMatch(
        number=match.pk,
        order=(match.round.number, match.slot, match.bracket_number or match.table or 0),
        persons=frozenset((match.first_id, match.second_id)),
        board=match.table if is_on or match.table in boards else None,
        progress=progress,
        started=match.game_started_at,
        ended=_ended(match) if progress is Progress.DONE else None,
    )


def _ended(match: Match) -> datetime | None:
    """Return when the match ended. A forfeited match was not played: no player has to rest from it."""
    if match.is_void or (match.is_agreed and match.parsed_score.is_forfeit):
        return None
    reported_at = [claim.at for claim in match.claims.all()]
    known = [match.game_stopped_at, match.decided_at, *reported_at]
    return min((at for at in known if at is not None), default=None)


def with_bracket(stage: Stage, matches: Sequence[HallMatch], rows: Sequence[Match]) -> list[HallMatch]:
    """Add knockout matches without players yet, keyed by the negative of their bracket number."""
    if stage.kind != StageKind.KNOCKOUT or not stage.bracket_seats.exists():
        return list(matches)
    bracket, state = bracket_state(stage)
    row_of = {row.bracket_number: row.pk for row in rows}
    first = min((row.round.number for row in rows), default=1)
    unknown = [
        HallMatch(
            number=-drawn.match.number,
            order=(first - 1 + playing_round(bracket, drawn.match), 1, drawn.match.number),
            persons=frozenset(),
            waits_for=_sources(bracket, drawn.match.number, row_of),
        )
        for number, drawn in state.matches.items()
        if number not in row_of and drawn.status is not Status.UNNEEDED
    ]
    return [*matches, *unknown]


def _sources(bracket: Bracket, number: int, row_of: Mapping[int | None, int]) -> frozenset[int]:
    sources = bracket.sources(bracket.match(number))
    return frozenset(row_of.get(source, -source) for source in sources)
