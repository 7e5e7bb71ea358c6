"""A tie that decides who goes on, or from which seed, is decided: by a further tie-break, a play-off or lots."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from crosstable.accounts.models import User
from crosstable.engine.deciding import Decision, Way, by_values, draw_lots
from crosstable.engine.model import EntryId
from crosstable.engine.stages import DecidingTie
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.stages.stage_flow import fill_next_stage
from crosstable.events.actions.stages.stages import fresh_stage, save_stage
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Entry, Stage, Tournament
from crosstable.events.play_errors import NoSuchTie, PlayOffOn, TiedButGone
from crosstable.events.queries.stages.ties import further_values, open_ties
from crosstable.events.records.stages import decision_as_json

LONGEST_SEED = 60


@dataclass(frozen=True, slots=True)
class How:
    """`tie_break` is the code of one, `points` what each scored in the play-off, `seed` that of the lots: what was
    agreed on before witnesses, or drawn here where nothing is said."""

    way: str
    tie_break: str = ""
    points: Mapping[int, Decimal] = field(default_factory=dict)
    seed: str = ""


def decide_tie(*, stage: Stage, entries: Sequence[Entry], how: How, by: User) -> Decision:
    """Kept with the stage, and seats of the next stage that waited for it are given. Raises NoSuchTie, BadValue."""
    with acting(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        tie = tie_between(fresh, entries)
        if how.way not in WAYS:
            raise BadValue(f"A tie is decided by one of {', '.join(WAYS)}.", "way")
        decision = WAYS[how.way](fresh, tie, how)
        if len(decision.groups) < 2:
            raise BadValue("That leaves them level. Choose something that parts them.", "way")
        fresh.decisions = [*fresh.decisions, decision_as_json(decision)]
        save_stage(fresh)
        fill_next_stage(act, fresh)
        names = {entry.pk: entry.display_name for entry in entries}
        order = [" = ".join(names[id] for id in group) for group in decision.groups]
        after = {"way": decision.way.value, "note": decision.note, "order": ", ".join(order)}
        act.record("tie.decided", " and ".join(names.values()), after=after, stage=fresh)
    return decision


def tie_between(stage: Stage, entries: Sequence[Entry]) -> DecidingTie:
    """The open tie of just these, about which nobody plays now. Raises NoSuchTie, TiedButGone, PlayOffOn."""
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
        return TiedButGone(names=names)
    return NoSuchTie(names=[entry.display_name for entry in entries])


def _by_tie_break(stage: Stage, tie: DecidingTie, how: How) -> Decision:
    values = further_values(stage, tie).get(how.tie_break)
    if values is None:
        raise BadValue("Choose a tie-break that parts them.", "tie_break")
    return Decision(by_values(tie.entries, values), Way.TIE_BREAK, how.tie_break)


def _by_play_off(stage: Stage, tie: DecidingTie, how: How) -> Decision:
    points = {EntryId(pk): value for pk, value in how.points.items()}
    if set(points) != set(tie.entries) or not all(value.is_finite() for value in points.values()):
        raise BadValue("Say for each of them what they scored in the play-off.", "points")
    groups = by_values(tie.entries, points)
    scores = "–".join(str(points[id]) for group in groups for id in group)
    return Decision(groups, Way.PLAY_OFF, scores)


def _by_lots(stage: Stage, tie: DecidingTie, how: How) -> Decision:
    seed = how.seed.strip() or secrets.token_hex(4)
    if len(seed) > LONGEST_SEED:
        raise BadValue(f"The seed of lots has at most {LONGEST_SEED} characters.", "seed")
    return draw_lots(tie.entries, seed)


WAYS: Mapping[str, Callable[[Stage, DecidingTie, How], Decision]] = {
    "tie-break": _by_tie_break,
    "play-off": _by_play_off,
    "lots": _by_lots,
}
