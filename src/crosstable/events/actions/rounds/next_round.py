"""The next round in one click: close, pair, publish and start, in one transaction with one journal entry."""

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import one_action
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages.kinds import StepDetails
from crosstable.events.bridge.rules import rules_of, starts_rounds_in_one_click
from crosstable.events.errors import StepPassed
from crosstable.events.models import Round
from crosstable.events.play_errors import LookFirst, NotRoundByRound, StepByStep
from crosstable.events.queries.desk.control import ControlRoom
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.rounds.next_round import NextRound
from crosstable.events.queries.rounds.repairs import notice_text


def start_next_round(*, room: ControlRoom, details: StepDetails, by: User) -> Round:
    """Do every step from the newest round to the next one in progress, once: `details.number` is the round the
    organiser saw. Pairings that break a rule need `details.accept`, the preview that showed them. With
    `details.as_draft` stop at the draft.

    Raises NotRoundByRound, StepByStep, StepPassed, LookFirst, and what pairing, publishing and starting refuse.
    """
    planned = _planned(room, details)
    after: dict[str, object] = {"round": planned.number}
    with one_action(room.tournament, by) as act:
        t = act.tournament
        if planned.closes is not None:
            after["closes"] = rounds.close_round(tournament=t, by=by, number=planned.closes).number
        if planned.preview is not None:
            rounds.pair_next_round(tournament=t, by=by, mission=details.mission)
        verb = "round.closed-and-paired" if planned.closes else "round.paired"
        if not details.as_draft:
            seen_version = details.version if planned.preview is None else None
            rounds.publish_round(tournament=t, by=by, number=planned.number, seen_version=seen_version)
            rounds.start_round(tournament=t, by=by, number=planned.number)
            verb = "round.closed-and-begun" if planned.closes else "round.begun"
        round_ = t.rounds.get(number=planned.number)
        after["tables"] = round_.matches.exclude(second=None).count()
        act.record(verb, str(round_), after=after)
    return round_


def _planned(room: ControlRoom, details: StepDetails) -> NextRound:
    if not room.desk.pairs_rounds:
        raise NotRoundByRound(stage=room.stage.name)
    if not starts_rounds_in_one_click(room.tournament, room.people.expected):
        raise StepByStep()
    planned = room.next_round
    if planned is None or details.number not in (None, planned.number):
        raise StepPassed(seen_step=NextStep.NEXT_ROUND.value, now=room.step.value)
    is_seen = details.as_draft or details.accept == planned.basis
    if planned.preview is not None and planned.to_look_at and not is_seen:
        vocabulary, names = rules_of(room.tournament).vocabulary, planned.preview.draft.names
        sentences = [notice_text(notice, names, vocabulary) for notice in planned.to_look_at]
        raise LookFirst(number=planned.number, why=" ".join(sentences))
    return planned
