"""The one next step of an event, whatever its stages: the same loop runs a club night and a large tournament."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Q

from crosstable.accounts.models import Club, Membership, User
from crosstable.engine.results import Score
from crosstable.events.actions.core.action import Action, one_action
from crosstable.events.actions.event import access, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import move_on
from crosstable.events.actions.people import entries, members
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.rounds import next_round, reopening, rounds
from crosstable.events.actions.stages.advancing import follow_rounds
from crosstable.events.actions.stages.kinds import ACTIONS_BY_STAGE_KIND, StepDetails
from crosstable.events.bridge.stages import stages_of
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.errors import StepPassed, StepWaits, WrongStatus
from crosstable.events.models import (
    Entry,
    Match,
    Policy,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    Status,
    Tournament,
)
from crosstable.events.permissions import ENTER_RESULTS, RUN, check_can
from crosstable.events.play_errors import (
    ROUND_IS,
    NoSuchRound,
    NotRoundByRound,
    NotTheNextRound,
    RoundIsPaired,
    RoundStillOpen,
)
from crosstable.events.queries.desk.control import control_room, current_stage
from crosstable.events.queries.desk.steps import NextStep
from crosstable.games import CLUB_GAME
from crosstable.text import tr

NOTHING = StepDetails()


@transaction.atomic
def take_next_step(
    *,
    tournament: Tournament,
    seen_step: str,
    by: User,
    check_in: bool = False,
    lock_lists: bool = True,
    out_of_turn: bool = False,
    details: StepDetails = NOTHING,
) -> Round | Stage | Status:
    """Do the step the organiser saw, if it is still the next one. Each step is the ordinary action with its journal
    entry. Return what it moved: a round, a stage, or the event's new status.

    `check_in` checks all players in before the event starts. `out_of_turn` does the step whatever is next: to pair an
    existing draft again, or with open matches. Raises StepPassed, StepWaits, and what the action of the step refuses.
    """
    check_can(by, tournament)
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    room = control_room(fresh, journal_length=0)
    if seen_step == NextStep.NEXT_ROUND.value:
        return next_round.start_next_round(room=room, details=details, by=by)
    step = NextStep(seen_step) if out_of_turn else room.step
    if seen_step != step.value:
        raise StepPassed(seen_step=seen_step, now=step.value)
    # A step blocked by absent players is possible once all players are checked in.
    is_forced = out_of_turn or (check_in and step in (NextStep.START_EVENT, NextStep.START))
    if room.blocked and not is_forced:
        raise StepWaits(why=room.blocked)
    if act := ACTIONS_BY_STAGE_KIND[room.stage.kind].of(step):
        return act(room.stage, by, replace(details, check_in=check_in, lock_lists=lock_lists))
    return tournaments.advance(tournament=fresh, by=by, lock_lists=lock_lists, check_in=check_in)


def finish_now(*, tournament: Tournament, by: User) -> Status:
    """Finish the Swiss after its newest round, and the event unless a stage follows.

    A round in progress with all its results is closed, a draft is discarded. Raises WrongStatus, NotRoundByRound,
    NoSuchRound, RoundStillOpen, ResultsOpen.
    """
    with one_action(tournament, by) as act:
        act.require(tr("Finish now"), Status.IN_PROGRESS)
        t = act.tournament
        stage = current_stage(stages_of(t))
        if stage.kind != StageKind.SWISS:
            raise NotRoundByRound(stage=stage.name)
        before = {"rounds": t.total_rounds, "status": t.status}
        t.total_rounds = _last_round(act)
        t.save(update_fields=["total_rounds"])
        after = {"rounds": t.total_rounds, "status": t.status, **follow_rounds(act)}
        if t.stages.count() == 1:
            after |= move_on(act, Status.COMPLETE)
        act.record("tournament.finished-early", before=before, after=after)
        return Status(t.status)


def _last_round(act: Action) -> int:
    """Discard a draft, close a round in progress, and return the number of the last round."""
    played = act.tournament.rounds.filter(OF_A_SWISS)
    played.filter(status=RoundStatus.DRAFT).delete()
    started = list(played.filter(status=RoundStatus.STARTED).order_by("number"))
    last = played.order_by("-number").first()
    if last is None:
        raise NoSuchRound(action=tr("Finish now"), why=ROUND_IS[RoundStatus.CLOSED])
    if last.status == RoundStatus.PUBLISHED:
        raise RoundStillOpen(number=last.number)
    for round_ in started:
        rounds.close_round(tournament=act.tournament, by=act.by, number=round_.number)
    return last.number


CHANGED_LATER = "Changed over the API"


@transaction.atomic
def create_for_members(
    *, details: Details, club: Club, memberships: Sequence[Membership], by: User
) -> Tournament:
    """Create an event of the club's game with these members entered, or nothing at all."""
    tournament = tournaments.create_tournament(details=details, by=by, game=CLUB_GAME, club=club)
    if memberships:
        members.enter_members(tournament=tournament, memberships=memberships, by=by)
    return tournament


@transaction.atomic
def create_swiss_app(*, details: Details, by: User) -> Tournament:
    """D: create an event paired and ranked as the Swiss app's document specifies, public from the start, with a share
    link."""
    wanted = replace(details, system="swiss-next")
    tournament = tournaments.create_tournament(details=wanted, by=by, game=CLUB_GAME)
    access.share(tournament=tournament, by=by)
    tournaments.advance(tournament=tournament, by=by)
    return tournament


@transaction.atomic
def generate_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """D7: close the finished round; pair, publish and start the next one, and the event with the first.

    `number` is the round the client expects. Raises NotTheNextRound, RoundIsPaired.
    """
    now = Tournament.objects.select_for_update().get(pk=tournament.pk)
    paired = now.rounds.exclude(status=RoundStatus.DRAFT).count()
    if number not in (None, paired + 1):
        if 0 < number <= paired:
            raise RoundIsPaired(number=number, next=paired + 1)
        raise NotTheNextRound(number=number, next=paired + 1)
    if now.status not in (Status.IN_PROGRESS, Status.COMPLETE):
        return start_tournament(tournament=tournament, by=by)
    if now.rounds.filter(status=RoundStatus.STARTED).exists():
        rounds.close_round(tournament=tournament, by=by)
    return pair_and_start(tournament=tournament, by=by)


@transaction.atomic
def record_result(*, match: Match, score: Score | None, by: User) -> None:
    """D: set or change a result, or reset it if none is given. The last result of a round closes it; that of the last
    round finishes the event. A round closed this way is reopened while its results change; once a later round is
    paired, a change is a correction. Raises LaterRoundStands."""
    tournament = Tournament.objects.select_for_update().get(pk=match.round.tournament_id)
    check_can(by, tournament, ENTER_RESULTS)
    fresh = Match.objects.select_related("round").get(pk=match.pk)
    if fresh.round.status == RoundStatus.CLOSED:
        if score is not None and score.code == fresh.result:
            return
        if score is not None and _has_later_round(tournament, fresh.round):
            policy = Policy.EVERYWHERE.value
            corrections.correct_result(match=match, policy=policy, reason=CHANGED_LATER, by=by, score=score)
            return
        reopening.reopen_round(tournament=tournament, number=fresh.round.number, by=by, reason=CHANGED_LATER)
    if score is None:
        results.clear_result(match=match, by=by)
    else:
        results.enter_result(match=match, score=score, by=by, overwrite=True)
    _close_decided_rounds(tournament, by)


def _has_later_round(tournament: Tournament, round_: Round) -> bool:
    later = tournament.rounds.filter(number__gt=round_.number)
    return later.exclude(status=RoundStatus.DRAFT).exists()


def _close_decided_rounds(tournament: Tournament, by: User) -> None:
    """Close rounds in order, up to one with an open match or players without an opponent. A desk helper enters results
    and closes nothing."""
    if not RUN(by, tournament):
        return
    for round_ in tournament.rounds.filter(status=RoundStatus.STARTED).order_by("number"):
        if round_.matches.undecided().exists() or round_.set_aside.exists():
            return
        rounds.close_round(tournament=tournament, by=by, number=round_.number)
        if round_.number == tournament.total_rounds:
            tournaments.finish(tournament=tournament, by=by)


@transaction.atomic
def remove_or_drop(*, entry: Entry, by: User) -> bool:
    """D: delete a player, or withdraw one who has been paired. Return whether the entry was deleted."""
    if Match.objects.filter(Q(first=entry) | Q(second=entry)).exists():
        entries.drop(entry=entry, by=by)
        return False
    entries.remove_entry(entry=entry, by=by)
    return True


@transaction.atomic
def start_tournament(*, tournament: Tournament, by: User) -> Round:
    """Move the event from any status before play to its first started round."""
    check_can(by, tournament)
    status = Status(Tournament.objects.select_for_update().get(pk=tournament.pk).status)
    if status in (Status.IN_PROGRESS, Status.COMPLETE):
        raise WrongStatus(action=tr("Start the event"), now=status.label)
    while status != Status.IN_PROGRESS:
        status = tournaments.advance(tournament=tournament, by=by)
    return pair_and_start(tournament=tournament, by=by)


@transaction.atomic
def pair_and_start(*, tournament: Tournament, by: User) -> Round:
    """Pair, publish and start the next round."""
    rounds.pair_next_round(tournament=tournament, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    return rounds.start_round(tournament=tournament, by=by)
