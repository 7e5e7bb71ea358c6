"""A round from draft to closed (A8): pair, throw away, publish, start, close."""

from __future__ import annotations

from crosstable.accounts.models import User
from crosstable.engine.model import EntryId
from crosstable.engine.pairing import SYSTEMS
from crosstable.events.actions.acting import Act, acting
from crosstable.events.actions.drafts import checked_mission
from crosstable.events.actions.ratings import rate_round
from crosstable.events.errors import (
    DraftOutdated,
    NoRoundLeft,
    NoSuchRound,
    NotEnoughPlayers,
    ResultsOpen,
    RoundStillOpen,
)
from crosstable.events.models import Match, MatchState, Round, RoundStatus, Status, Tournament
from crosstable.events.profiles import PROFILES
from crosstable.events.queries.drafts import draft_differences
from crosstable.events.records import load_tournament, matches_of_plan


def pair_next_round(*, tournament: Tournament, by: User, mission: str = "") -> Round:
    """Pair and store the next round as a draft; a draft that is there is paired anew.

    Raises WrongStatus, RoundStillOpen, NoRoundLeft, NotEnoughPlayers.
    """
    with acting(tournament, by) as act:
        act.require("Pairing a round", Status.IN_PROGRESS)
        round_, again = _draft_to_fill(act, checked_mission(mission))
        active = _active_ids(act.tournament)
        if len(active) < 2:
            raise NotEnoughPlayers(len(active))
        state = load_tournament(act.tournament, before_round=round_.number)
        plan = SYSTEMS[PROFILES[act.tournament.profile].system].pair_round(state, active)
        Match.objects.bulk_create(matches_of_plan(round_, plan))
        act.record(
            "round.paired-again" if again else "round.paired",
            str(round_),
            after={"round": round_.number, "tables": len(plan.pairings), "byes": len(plan.byes)},
        )
    return round_


def discard_draft(*, tournament: Tournament, by: User) -> None:
    """Throw the draft away; the round can be paired afresh."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, "Throwing away a draft")
        act.record("round.discarded", str(round_), before={"round": round_.number})
        round_.delete()


def publish_round(*, tournament: Tournament, by: User) -> Round:
    """Everybody sees the pairings. Refused when somebody dropped or came in since the draft was made."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, "Publishing")
        differences = draft_differences(round_)
        if differences.any:
            raise DraftOutdated(differences.gone, differences.missing)
        round_.status, round_.published_at = RoundStatus.PUBLISHED, act.now
        round_.save(update_fields=["status", "published_at"])
        act.record("round.published", str(round_), after={"round": round_.number})
    return round_


def start_round(*, tournament: Tournament, by: User) -> Round:
    """Play begins; from now on results are taken."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.PUBLISHED, "Starting a round")
        round_.status, round_.started_at = RoundStatus.STARTED, act.now
        round_.save(update_fields=["status", "started_at"])
        act.record("round.started", str(round_), after={"round": round_.number})
    return round_


def close_round(*, tournament: Tournament, by: User) -> Round:
    """Every result is agreed: the ratings move and the next round can be paired. Raises ResultsOpen."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.STARTED, "Closing a round")
        waiting = round_.matches.exclude(state__in=[MatchState.AGREED, MatchState.BYE])
        if tables := [t for t in waiting.values_list("table", flat=True) if t is not None]:
            raise ResultsOpen(sorted(tables))
        round_.status, round_.closed_at = RoundStatus.CLOSED, act.now
        round_.save(update_fields=["status", "closed_at"])
        rated = rate_round(round_, act.now)
        act.record("round.closed", str(round_), after={"round": round_.number, "rated_games": rated})
    return round_


def _draft_to_fill(act: Act, mission: str) -> tuple[Round, bool]:
    """An empty draft for the next round, and whether it replaces one."""
    last = act.tournament.rounds.order_by("-number").first()
    if last is not None and last.status == RoundStatus.DRAFT:
        last.matches.all().delete()
        last.mission = mission or last.mission
        last.drafted_at = act.now
        last.save()
        return last, True
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RoundStillOpen(last.number)
    number = last.number + 1 if last else 1
    if number > act.tournament.total_rounds:
        raise NoRoundLeft(act.tournament.total_rounds)
    return Round.objects.create(tournament=act.tournament, number=number, mission=mission), False


def _current(act: Act, status: RoundStatus, action: str) -> Round:
    round_ = act.tournament.rounds.filter(status=status).order_by("-number").first()
    if round_ is None:
        raise NoSuchRound(action, status.label.lower())
    return round_


def _active_ids(tournament: Tournament) -> list[EntryId]:
    active = tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True)
    return [EntryId(pk) for pk in active.values_list("pk", flat=True)]
