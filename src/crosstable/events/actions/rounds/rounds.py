"""A round from draft to closed (A8): pair, discard, publish, start, close."""

import secrets
from collections.abc import Callable

from crosstable.accounts.models import User
from crosstable.engine import model as engine
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import EntryId, RoundPlan
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.pairing.rule_checks import seated
from crosstable.engine.pairing.small_fields import pair_with_few_rematches
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.numbering import fix_numbers
from crosstable.events.actions.ratings.ratings import rate_round
from crosstable.events.actions.rounds.clock import begin_clock
from crosstable.events.actions.rounds.drafts import checked_mission
from crosstable.events.actions.rounds.manual_pairing import check_draft_version
from crosstable.events.actions.rounds.reopening import check_no_part_of_play_off, check_no_part_of_stage
from crosstable.events.actions.stages.advancing import follow_rounds
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import OF_A_SWISS, conditions_for, load_tournament, matches_of_plan
from crosstable.events.errors import named
from crosstable.events.models import (
    Match,
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
    DraftOutdated,
    DraftStale,
    EarlierMatchesOpen,
    EarlierRoundOpen,
    NoPairing,
    NoRoundLeft,
    NoSuchRound,
    NoSwissHere,
    NotEnoughPlayers,
    PlayersAside,
    ResultsOpen,
    RoundStillOpen,
)
from crosstable.events.queries.rounds.drafts import active_ids, changes_under, digest, draft_differences
from crosstable.events.queries.rounds.live_rounds import blocked_tables, fixed_seats
from crosstable.events.queries.rounds.open_matches import open_matches, open_places
from crosstable.text import tr


def pair_next_round(
    *,
    tournament: Tournament,
    by: User,
    mission: str = "",
    again: int | None = None,
    with_open: bool = False,
    rematches: bool = False,
    by_hand: bool = False,
) -> Round:
    """Pair and store the next round as a draft; an existing draft is paired again.

    With `again` only the draft of that number. `with_open` pairs although matches of the round in progress have no
    result: they are decided later. `rematches`: if no complete round is possible by the rules, pair it with as few
    rematches as possible. `by_hand` pairs no one: an empty draft with the requested byes. Raises WrongStatus,
    RoundStillOpen, NoRoundLeft, NotEnoughPlayers, NoSuchRound, NoPairing.
    """
    with action(tournament, by) as act:
        act.require(tr("Pair a round"), Status.IN_PROGRESS)
        if again is not None:
            _current(act, RoundStatus.DRAFT, tr("Pair again"), again)
        round_, replaced = _draft_to_fill(act, checked_mission(mission), with_open and not by_hand)
        active = active_ids(act.tournament)
        if len(active) < 2:
            raise NotEnoughPlayers(count=len(active))
        _draw_initial_color(act)
        make_plan = _plan_without_pairings if by_hand else _plan_with_rematches if rematches else _plan
        plan = _fill(act, round_, active, make_plan)
        after = {"round": round_.number}
        if by_hand:
            verb = "round.begun-by-hand"
        else:
            after |= {"tables": len(plan.pairings), "byes": len(plan.byes)}
            verb = "round.paired-again" if replaced else "round.paired-on" if with_open else "round.paired"
        if rematches and (met := [notice for notice in plan.warnings if notice.rule == "rematch"]):
            verb, after["rematches"] = "round.paired-with-rematches", len(met)
        act.record(verb, str(round_), after=after)
    return round_


MakePlan = Callable[[Tournament, engine.Tournament, list[EntryId], RoundConditions], RoundPlan]


def _fill(act: Action, round_: Round, active: list[EntryId], make_plan: MakePlan) -> RoundPlan:
    """Pair and store the round, with a digest of what the pairing is based on."""
    tournament = act.tournament
    state = load_tournament(tournament, before_round=round_.number)
    conditions = conditions_for(tournament, round_.number)
    plan = make_plan(tournament, state, active, conditions)
    Match.objects.bulk_create(matches_of_plan(round_, plan))
    round_.basis = digest(state, active, conditions, rules_of(tournament).system)
    round_.version = round_.drafted_revision = act.revision
    round_.save(update_fields=["basis", "version", "drafted_revision"])
    return plan


def discard_draft(*, tournament: Tournament, by: User, number: int | None = None) -> None:
    """Discard the draft; the round can be paired again."""
    with action(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, tr("Discard the draft"), number)
        act.record("round.discarded", str(round_), before={"round": round_.number})
        round_.delete()


def publish_round(
    *,
    tournament: Tournament,
    by: User,
    number: int | None = None,
    seen_version: int | None = None,
    with_open: bool = False,
) -> Round:
    """Publish the pairings the organiser saw (`seen_version`), if what they are based on is still valid.

    Raises Stale if the draft has changed since, DraftOutdated if a player withdrew or joined since, DraftStale if a
    result or another input changed, EarlierMatchesOpen if an earlier match is open and `with_open` does not accept
    that.
    """
    with action(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, tr("Publish"), number)
        check_draft_version(act, round_, seen_version)
        _check_still_true(round_)
        open_before = open_places(act.tournament, round_.number)
        if open_before and not with_open:
            raise EarlierMatchesOpen(rules_of(act.tournament).vocabulary, open_before)
        round_.status, round_.published_at = RoundStatus.PUBLISHED, act.now
        round_.save(update_fields=["status", "published_at"])
        if round_.number == 1:
            fix_numbers(act)
        after: dict[str, object] = {"round": round_.number}
        if open_before:
            place = rules_of(act.tournament).vocabulary.place.title
            after["open"] = [
                tr("{Table} {number} of round {round}", Table=place, number=table, round=earlier)
                for earlier, table in open_before
            ]
        act.record(
            "round.published-with-open" if open_before else "round.published", str(round_), after=after
        )
    return round_


def _check_still_true(round_: Round) -> None:
    differences = draft_differences(round_)
    if differences.any:
        raise DraftOutdated(differences.leavers, differences.missing)
    if changes := changes_under(round_):
        raise DraftStale(changes)


def start_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Start the round: results are accepted from now on, and the round clock runs if there is one."""
    with action(tournament, by) as act:
        round_ = _current(act, RoundStatus.PUBLISHED, tr("Start the round"), number)
        _check_all_paired(round_)
        minutes = begin_clock(round_, act.now)
        round_.status, round_.started_at = RoundStatus.STARTED, act.now
        round_.save(update_fields=["status", "started_at"])
        follow_rounds(act)
        after = {"round": round_.number} | ({"minutes": minutes} if minutes else {})
        act.record("round.started", str(round_), after=after)
    return round_


def close_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Close a round with all results confirmed: ratings move and the next round can be paired. Rounds close in order.

    Raises ResultsOpen, EarlierRoundOpen.
    """
    with action(tournament, by) as act:
        round_ = _current(act, RoundStatus.STARTED, tr("Close the round"), number)
        waiting = round_.matches.undecided()
        if tables := [t for t in waiting.values_list("table", flat=True) if t is not None]:
            numbers = named([str(table) for table in sorted(tables)], limit=12)
            raise ResultsOpen(
                vocabulary=rules_of(act.tournament).vocabulary, numbers=numbers, count=len(tables)
            )
        _check_all_paired(round_)
        round_.status, round_.closed_at = RoundStatus.CLOSED, act.now
        round_.save(update_fields=["status", "closed_at"])
        rated = rate_round(round_, act.now)
        after = {"round": round_.number, "rated_games": rated, **follow_rounds(act)}
        act.record("round.closed", str(round_), after=after)
    return round_


def _draft_to_fill(act: Action, mission: str, with_open: bool) -> tuple[Round, bool]:
    """Return an empty draft for the next round, and whether it replaces one."""
    stage = _swiss_to_pair(act)
    last = act.tournament.rounds.filter(OF_A_SWISS).order_by("-number").first()
    if last is not None and last.status == RoundStatus.DRAFT:
        last.matches.all().delete()
        last.mission = mission or last.mission
        last.drafted_at = act.now
        last.save()
        return last, True
    if (
        last is not None
        and last.status != RoundStatus.CLOSED
        and not (with_open and _has_open_matches(act, last))
    ):
        raise RoundStillOpen(number=last.number)
    number = last.number + 1 if last else 1
    if number > act.tournament.total_rounds:
        raise NoRoundLeft(total=act.tournament.total_rounds)
    return Round.objects.create(tournament=act.tournament, stage=stage, number=number, mission=mission), False


def _swiss_to_pair(act: Action) -> Stage:
    """Return the Swiss stage. Raises NoSwissHere once the next stage is drawn."""
    stages = list(act.tournament.stages.all())
    swiss = stages[0]
    later = stages[1:] if swiss.status == StageStatus.CLOSED else []
    drawn = [stage for stage in later if stage.status != StageStatus.PLANNED]
    if swiss.kind != StageKind.SWISS or drawn:
        raise NoSwissHere(now=(drawn or stages)[0].shown_name)
    return swiss


def _has_open_matches(act: Action, last: Round) -> bool:
    """Whether the round is in progress with open matches; a round with all results is closed, not paired over."""
    return last.status == RoundStatus.STARTED and open_matches(act.tournament).exists()


def _current(act: Action, status: RoundStatus, action: str, number: int | None) -> Round:
    """Return the round at this status; only the given round if a number is given.

    Two rounds may be in progress while a match of the first is undecided: the first is the one to close.
    """
    check_no_part_of_play_off(act.tournament, action, number)
    rounds = act.tournament.rounds.filter(OF_A_SWISS)
    others = act.tournament.rounds.exclude(OF_A_SWISS).select_related("stage")
    if number is not None and (other := others.filter(number=number).first()):
        check_no_part_of_stage(other, action)
    round_ = rounds.filter(status=status).order_by("number").first()
    if round_ is None or (
        number not in (None, round_.number) and not rounds.filter(status=status, number=number)
    ):
        named = (
            tr("{action} (round {number})", action=action, number=number) if round_ is not None else action
        )
        raise NoSuchRound(action=named, why=ROUND_IS[status])
    if number not in (None, round_.number):
        raise EarlierRoundOpen(number=round_.number)
    return round_


def _check_all_paired(round_: Round) -> None:
    aside = round_.set_aside.order_by("entry__seed").values_list("entry__display_name", flat=True)
    if names := list(aside):
        raise PlayersAside(number=round_.number, names=names)


def _draw_initial_color(act: Action) -> None:
    """C.04.1: draw the initial colour by lot before the first round, unless the organiser fixed it; store it."""
    draws = rules_of(act.tournament).pairing_system.draws_first_color
    if draws and not act.tournament.initial_color:
        act.tournament.initial_color = secrets.choice(["white", "black"])
        act.tournament.save(update_fields=["initial_color"])


def _plan(
    tournament: Tournament, state: engine.Tournament, active: list[EntryId], conditions: RoundConditions
) -> RoundPlan:
    """Return the engine's plan; for an impossible round raise the refusal that names the players who block it."""
    try:
        plan = rules_of(tournament).pairing_system.pair_round(state, active, conditions)
    except PairingImpossible as impossible:
        names = {entry.id: entry.name for entry in state.entries}
        raise NoPairing(names=[names[id] for id in impossible.entries]) from impossible
    return seated(plan, fixed_seats(tournament), blocked_tables(tournament))


def _plan_with_rematches(
    tournament: Tournament, state: engine.Tournament, active: list[EntryId], conditions: RoundConditions
) -> RoundPlan:
    """Pair by the rules if they allow a complete round, else with as few rematches as possible."""
    try:
        return _plan(tournament, state, active, conditions)
    except NoPairing:
        plan = pair_with_few_rematches(rules_of(tournament).pairing_system, state, active, conditions)
        return seated(plan, fixed_seats(tournament), blocked_tables(tournament))


def _plan_without_pairings(
    tournament: Tournament, state: engine.Tournament, active: list[EntryId], conditions: RoundConditions
) -> RoundPlan:
    return RoundPlan(len(state.rounds) + 1, (), conditions.byes)
