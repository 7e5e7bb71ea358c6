"""From one stage to the next: a Swiss ends with its last round, and the seats of a knockout get their entries.

Parts of the actions that close a round or a stage, not separate actions.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.stages import DecidingTie
from crosstable.engine.standings import Decision, Way, by_values, draw_lots
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.stages.bracket_rows import follow_bracket
from crosstable.events.actions.stages.stages import fresh_stage, save_stage
from crosstable.events.bridge.stages import decision_as_json
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Entry, Stage, StageKind, StageStatus, Tournament
from crosstable.events.play_errors import NoSuchTie, PlayOffOn, TiedEntryLeft, TieUndecided
from crosstable.events.queries.stages.advancing import places_after, stage_after, swiss_status
from crosstable.events.queries.stages.ties import further_values, open_ties
from crosstable.text import names_text, tr

SEATED = (StageStatus.DRAWN, StageStatus.PUBLISHED)


def fill_next_stage(act: Action, stage: Stage) -> int:
    """Fill seats of the next stage that wait for places of this finished one. Return how many.

    A next stage that is not drawn yet is left alone: drawing it is the organiser's next action. While a tie for one of
    the places is undecided they all wait.
    """
    following = stage_after(stage)
    if following is None or following.kind != StageKind.KNOCKOUT or following.status not in SEATED:
        return 0
    try:
        held = {place.label: place.entry for place in places_after(stage)}
    except (TieUndecided, PlayOffOn):
        return 0
    waiting = [seat for seat in following.bracket_seats.filter(entry__isnull=True) if held.get(seat.label)]
    for seat in waiting:
        seat.entry_id = held[seat.label]
        seat.save(update_fields=["entry"])
    following.tournament = act.tournament
    save_stage(following)
    if following.status == StageStatus.PUBLISHED:
        follow_bracket(act, following)
    return len(waiting)


def follow_rounds(act: Action) -> dict[str, object]:
    """Set the status of the Swiss from its rounds. Part of every action that moves a round or changes their number.

    It stays closed once the next stage is drawn: those who advance are known. Return the journal values of its end.
    """
    stage = act.tournament.stages.filter(kind=StageKind.SWISS).first()
    if stage is None or stage.status == (status := swiss_status(act.tournament)):
        return {}
    if stage.status == StageStatus.CLOSED and _is_cut_drawn(stage):
        return {}
    is_over = status == StageStatus.CLOSED
    stage.tournament, stage.status = act.tournament, status
    stage.started_at = None if status == StageStatus.PLANNED else stage.started_at or act.now
    stage.closed_at = act.now if is_over else None
    save_stage(stage)
    return {"stage_closed": stage.name, "seats_filled": fill_next_stage(act, stage)} if is_over else {}


def _is_cut_drawn(stage: Stage) -> bool:
    following = stage_after(stage)
    return following is not None and following.status != StageStatus.PLANNED


LONGEST_SEED = 60


@dataclass(frozen=True, slots=True)
class TieDecision:
    """How a tie is decided. `tie_break` is a code, `points` each entry's score in the play-off, `seed` that of the draw
    of lots: agreed on before witnesses, or drawn here if empty."""

    way: str
    tie_break: str = ""
    points: Mapping[int, Decimal] = field(default_factory=dict)
    seed: str = ""


def decide_tie(*, stage: Stage, entries: Sequence[Entry], how: TieDecision, by: User) -> Decision:
    """Store the decision with the stage, and fill seats of the next stage that waited for it. Raises NoSuchTie,
    BadValue."""
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        tie = tie_between(fresh, entries)
        if how.way not in WAYS:
            raise BadValue(tr("A tie is decided by one of {ways}.", ways=", ".join(WAYS)), "way")
        decision = WAYS[how.way](fresh, tie, how)
        if len(decision.groups) < 2:
            raise BadValue(tr("They are still tied after that. Choose another way to separate them."), "way")
        fresh.decisions = [*fresh.decisions, decision_as_json(decision)]
        save_stage(fresh)
        fill_next_stage(act, fresh)
        names = {entry.pk: entry.display_name for entry in entries}
        order = [" = ".join(names[id] for id in group) for group in decision.groups]
        after = {"way": decision.way.value, "note": decision.note, "order": ", ".join(order)}
        act.record("tie.decided", names_text(names.values()), after=after, stage=fresh)
    return decision


def tie_between(stage: Stage, entries: Sequence[Entry]) -> DecidingTie:
    """Return the open tie of exactly these entries, without a play-off in progress. Raises NoSuchTie, TiedEntryLeft,
    PlayOffOn."""
    wanted = {entry.pk for entry in entries}
    seen = next((seen for seen in open_ties(stage) if set(seen.tie.entries) == wanted), None)
    if seen is None:
        raise _no_such_tie(stage.tournament, entries)
    if seen.play_off is not None:
        raise PlayOffOn(names=[str(entry) for entry in seen.entries], what=seen.play_off.about)
    return seen.tie


def _no_such_tie(tournament: Tournament, entries: Sequence[Entry]) -> Refused:
    left = tournament.entries.filter(pk__in=[e.pk for e in entries], dropped_at__isnull=False)
    if names := [entry.display_name for entry in left]:
        return TiedEntryLeft(names=names)
    return NoSuchTie(names=[entry.display_name for entry in entries])


def _by_tie_break(stage: Stage, tie: DecidingTie, how: TieDecision) -> Decision:
    values = further_values(stage, tie).get(how.tie_break)
    if values is None:
        raise BadValue(tr("Choose a tie-break that separates them."), "tie_break")
    return Decision(by_values(tie.entries, values), Way.TIE_BREAK, how.tie_break)


def _by_play_off(stage: Stage, tie: DecidingTie, how: TieDecision) -> Decision:
    points = {EntryId(pk): value for pk, value in how.points.items()}
    if set(points) != set(tie.entries) or not all(value.is_finite() for value in points.values()):
        raise BadValue(tr("Enter the points of each of them in the play-off."), "points")
    groups = by_values(tie.entries, points)
    scores = "–".join(str(points[id]) for group in groups for id in group)
    return Decision(groups, Way.PLAY_OFF, scores)


def _by_lots(stage: Stage, tie: DecidingTie, how: TieDecision) -> Decision:
    seed = how.seed.strip() or secrets.token_hex(4)
    if len(seed) > LONGEST_SEED:
        raise BadValue(
            tr("The seed of lots has at most {longest_seed} characters.", longest_seed=LONGEST_SEED), "seed"
        )
    return draw_lots(tie.entries, seed)


WAYS: Mapping[str, Callable[[Stage, DecidingTie, TieDecision], Decision]] = {
    "tie-break": _by_tie_break,
    "play-off": _by_play_off,
    "lots": _by_lots,
}
