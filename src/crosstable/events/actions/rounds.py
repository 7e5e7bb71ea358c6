"""A round from draft to closed (A8): pair, throw away, publish, start, close."""

from __future__ import annotations

import secrets

from crosstable.accounts.models import User
from crosstable.engine import model as engine
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import EntryId, RoundPlan
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.events.actions.acting import Act, acting
from crosstable.events.actions.clock import begin_clock
from crosstable.events.actions.drafts import checked_mission
from crosstable.events.actions.ratings import rate_round
from crosstable.events.choices import profile_of, system_of
from crosstable.events.errors import (
    DraftOutdated,
    NoPairing,
    NoRoundLeft,
    NoSuchRound,
    NotEnoughPlayers,
    ResultsOpen,
    RoundStillOpen,
)
from crosstable.events.models import Match, MatchState, Round, RoundStatus, Status, Tournament
from crosstable.events.queries.drafts import draft_differences
from crosstable.events.records import load_tournament, matches_of_plan, wishes_for


def pair_next_round(
    *, tournament: Tournament, by: User, mission: str = "", again: int | None = None
) -> Round:
    """Pair and store the next round as a draft; a draft that is there is paired anew.

    With `again` only the draft of that number. Raises WrongStatus, RoundStillOpen, NoRoundLeft,
    NotEnoughPlayers, NoSuchRound.
    """
    with acting(tournament, by) as act:
        act.require("Pairing a round", Status.IN_PROGRESS)
        if again is not None:
            _current(act, RoundStatus.DRAFT, "Pairing again", again)
        round_, again = _draft_to_fill(act, checked_mission(mission))
        active = _active_ids(act.tournament)
        if len(active) < 2:
            raise NotEnoughPlayers(len(active))
        _draw_initial_color(act)
        state = load_tournament(act.tournament, before_round=round_.number)
        plan = _plan(act.tournament, round_.number, state, active)
        Match.objects.bulk_create(matches_of_plan(round_, plan))
        act.record(
            "round.paired-again" if again else "round.paired",
            str(round_),
            after={"round": round_.number, "tables": len(plan.pairings), "byes": len(plan.byes)},
        )
    return round_


def discard_draft(*, tournament: Tournament, by: User, number: int | None = None) -> None:
    """Throw the draft away; the round can be paired afresh."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, "Throwing away a draft", number)
        act.record("round.discarded", str(round_), before={"round": round_.number})
        round_.delete()


def publish_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Everybody sees the pairings. Refused when somebody dropped or came in since the draft was made."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.DRAFT, "Publishing", number)
        differences = draft_differences(round_)
        if differences.any:
            raise DraftOutdated(differences.gone, differences.missing)
        round_.status, round_.published_at = RoundStatus.PUBLISHED, act.now
        round_.save(update_fields=["status", "published_at"])
        act.record("round.published", str(round_), after={"round": round_.number})
    return round_


def start_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Play begins; from now on results are taken, and the round clock runs if the round has one."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.PUBLISHED, "Starting a round", number)
        minutes = begin_clock(round_, act.now)
        round_.status, round_.started_at = RoundStatus.STARTED, act.now
        round_.save(update_fields=["status", "started_at"])
        after = {"round": round_.number} | ({"minutes": minutes} if minutes else {})
        act.record("round.started", str(round_), after=after)
    return round_


def close_round(*, tournament: Tournament, by: User, number: int | None = None) -> Round:
    """Every result is agreed: the ratings move and the next round can be paired. Raises ResultsOpen."""
    with acting(tournament, by) as act:
        round_ = _current(act, RoundStatus.STARTED, "Closing a round", number)
        waiting = round_.matches.exclude(state__in=[MatchState.AGREED, MatchState.BYE])
        if tables := [t for t in waiting.values_list("table", flat=True) if t is not None]:
            raise ResultsOpen(sorted(tables), profile_of(act.tournament).words.table)
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


def _current(act: Act, status: RoundStatus, action: str, number: int | None) -> Round:
    """The round at this status; when the person named one, that one and no other."""
    round_ = act.tournament.rounds.filter(status=status).order_by("-number").first()
    if round_ is not None and number not in (None, round_.number):
        raise NoSuchRound(f"{action} (round {number})", status.label.lower())
    if round_ is None:
        raise NoSuchRound(action, status.label.lower())
    return round_


def _draw_initial_color(act: Act) -> None:
    """C.04.1: drawn by lot before the first round, unless the organiser fixed it; then kept."""
    if profile_of(act.tournament).has_colors and not act.tournament.initial_color:
        act.tournament.initial_color = secrets.choice(["white", "black"])
        act.tournament.save(update_fields=["initial_color"])


def _plan(tournament: Tournament, number: int, state: engine.Tournament, active: list[EntryId]) -> RoundPlan:
    """The engine's answer; an impossible round names who stands in the way."""
    try:
        return SYSTEMS[system_of(tournament)].pair_round(state, active, wishes_for(tournament, number))
    except PairingImpossible as impossible:
        names = {entry.id: entry.name for entry in state.entries}
        raise NoPairing([names[id] for id in impossible.entries]) from impossible


def _active_ids(tournament: Tournament) -> list[EntryId]:
    active = tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True)
    return [EntryId(pk) for pk in active.values_list("pk", flat=True)]
