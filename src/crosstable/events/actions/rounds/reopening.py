"""Undoing steps of a round and of an event, as long as nothing depends on them."""

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.numbering import free_numbers
from crosstable.events.actions.ratings.rerating import rerate_round
from crosstable.events.actions.stages.advancing import follow_rounds
from crosstable.events.actions.stages.stages import discard_draw, save_stage
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import named
from crosstable.events.models import (
    Correction,
    Match,
    MatchState,
    Policy,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.play_errors import (
    ROUND_IS,
    AlreadyReported,
    CorrectionsStand,
    LaterRoundStands,
    NoSuchRound,
    PartOfKnockout,
    PartOfPlayOff,
    PartOfStage,
)
from crosstable.events.queries.stages.advancing import stage_after
from crosstable.text import tr

LONGEST_REASON = 300


def reopen_round(*, tournament: Tournament, number: int, by: User, reason: str = "") -> Round | Stage:
    """Reopen a closed round: remove its ratings and recalculate everything rated since.

    A finished event is in progress again, and unpublished consequences are discarded: a draft of the next round, the
    draw of the next stage. Refused once a later round was published: correct the result instead. Raises NoSuchRound,
    LaterRoundStands, CorrectionsStand.
    """
    with action(tournament, by) as act:
        round_ = _round_at(act, RoundStatus.CLOSED, tr("Reopen"), number)
        rounds = _together(round_)
        _check_nothing_later(act, rounds[-1])
        for one in rounds:
            _check_corrections(one)
        _throw_drafts_away(act, round_)
        before = {"status": act.tournament.status, "round": round_.number}
        moved = sum(map(_open_again, rounds))
        _back_in_progress(act)
        _stage_at(act, round_, StageStatus.STARTED, closed_at=None)
        after = {"status": act.tournament.status, "round": round_.number, "ratings_moved": moved}
        act.record("round.reopened", str(_whole(round_)), before, after, reason[:LONGEST_REASON])
    return _whole(round_)


def unpublish_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Make a published round that has not started a draft again, visible only to organisers. Raises PartOfStage."""
    with action(tournament, by) as act:
        round_ = _round_at(act, RoundStatus.PUBLISHED, tr("Unpublish"), number)
        check_no_part_of_stage(round_, tr("Unpublish"))
        round_.status, round_.published_at = RoundStatus.DRAFT, None
        round_.save(update_fields=["status", "published_at"])
        if round_.number == 1:
            free_numbers(act)
        act.record("round.unpublished", str(round_), before={"round": round_.number})
    return round_


def unstart_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round | Stage:
    """Undo the start of a round, as long as nothing was reported. Raises AlreadyReported."""
    with action(tournament, by) as act:
        round_ = _round_at(act, RoundStatus.STARTED, tr("Undo the start"), number)
        rounds = _together(round_)
        reported = Match.objects.filter(round__in=rounds).exclude(state__in=[MatchState.OPEN, MatchState.BYE])
        if count := reported.count():
            raise AlreadyReported(
                vocabulary=rules_of(act.tournament).vocabulary, what=str(_whole(round_)), count=count
            )
        for one in rounds:
            one.status, one.started_at = RoundStatus.PUBLISHED, None
            one.save(update_fields=["status", "started_at"])
        _stage_at(act, round_, StageStatus.PUBLISHED, started_at=None)
        act.record("round.unstarted", str(_whole(round_)), before={"round": round_.number})
    return _whole(round_)


def _whole(round_: Round) -> Round | Stage:
    """Return the round itself in a Swiss, else its stage: rounds of pools and of a bracket begin and end with it."""
    return round_ if round_.stage is None or round_.stage.kind == StageKind.SWISS else round_.stage


def _together(round_: Round) -> list[Round]:
    """Return the rounds that are reopened together, in order."""
    whole = _whole(round_)
    if isinstance(whole, Round):
        return [round_]
    return list(whole.rounds.filter(play_off=0).select_related("tournament__club").order_by("number"))


def _open_again(round_: Round) -> int:
    """Reopen the round. Return how many ratings moved."""
    round_.status = RoundStatus.STARTED
    moved = rerate_round(round_)
    round_.closed_at = None
    round_.save(update_fields=["status", "closed_at"])
    return moved


def _stage_at(act: Action, round_: Round, status: StageStatus, **times: None) -> None:
    """Set the stage to the status of its rounds."""
    stage = _whole(round_)
    if isinstance(stage, Round):
        follow_rounds(act)
        return
    stage.status = status
    for name, value in times.items():
        setattr(stage, name, value)
    save_stage(stage)


def reopen_tournament(*, tournament: Tournament, by: User, reason: str = "") -> Status:
    """Reopen a finished event; its rounds stay closed."""
    with action(tournament, by) as act:
        act.require(tr("Reopen"), Status.COMPLETE)
        _back_in_progress(act)
        before, after = {"status": Status.COMPLETE.value}, {"status": Status.IN_PROGRESS.value}
        act.record("tournament.reopened", "", before, after, reason[:LONGEST_REASON])
    return Status.IN_PROGRESS


def _throw_drafts_away(act: Action, round_: Round) -> None:
    """Discard what depends on the results of the reopened round."""
    act.tournament.rounds.filter(status=RoundStatus.DRAFT).delete()
    following = stage_after(round_.stage) if round_.stage is not None else None
    is_unseen = following is not None and following.status in (StageStatus.PLANNED, StageStatus.DRAWN)
    if following is not None and is_unseen and discard_draw(following, tr("draw")):
        save_stage(following)


def _back_in_progress(act: Action) -> None:
    act.tournament.status, act.tournament.completed_at = Status.IN_PROGRESS, None
    act.tournament.save(update_fields=["status", "completed_at"])


def _round_at(act: Action, status: RoundStatus, action: str, number: int | None) -> Round:
    """Return the newest round at this status; only the given round if a number is given."""
    check_no_part_of_play_off(act.tournament, action, number)
    rows = act.tournament.rounds.filter(status=status, play_off=0)
    rounds = rows.select_related("tournament__club", "stage").order_by("-number")
    round_ = rounds.filter(number=number).first() if number is not None else rounds.first()
    if round_ is None:
        named = (
            tr("{action} (round {number})", action=action, number=number) if number is not None else action
        )
        raise NoSuchRound(action=named, why=ROUND_IS[status])
    return round_


def check_no_part_of_play_off(tournament: Tournament, action: str, number: int | None) -> None:
    if number is not None and tournament.rounds.filter(number=number, play_off__gt=0).exists():
        raise PartOfPlayOff(action=action)


def check_no_part_of_stage(round_: Round, action: str) -> None:
    if isinstance(stage := _whole(round_), Stage):
        if stage.kind == StageKind.KNOCKOUT:
            raise PartOfKnockout(action=action)
        raise PartOfStage(action=action, stage=stage.shown_name)


def _check_nothing_later(act: Action, round_: Round) -> None:
    later = act.tournament.rounds.filter(number__gt=round_.number).exclude(status=RoundStatus.DRAFT)
    if next_round := later.order_by("number").first():
        raise LaterRoundStands(number=round_.number, later=next_round.number)


def _check_corrections(round_: Round) -> None:
    """Refuse if a correction has a limited policy: that applies to a closed round only."""
    rows = Correction.objects.filter(
        match__round=round_, undone_at__isnull=True, policy__in=[Policy.FROM_NOW, Policy.RATING_ONLY]
    )
    vocabulary = rules_of(round_.tournament).vocabulary
    places = [
        vocabulary.say("{Table} {number}", number=row.match.table)
        if row.match.table
        else tr("bye of {name}", name=row.match.first)
        for row in rows.select_related("match__first")
    ]
    if places:
        raise CorrectionsStand(number=round_.number, places=named(places))
