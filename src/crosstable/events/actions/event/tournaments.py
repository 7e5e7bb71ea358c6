"""The life of a tournament: create, edit, advance, step back, lock lists."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings as installation
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from crosstable.accounts import limits
from crosstable.accounts.models import Club, User
from crosstable.accounts.permissions import check_may
from crosstable.engine.tie_breaks import EventKind
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.event.details import (
    Details,
    check_details,
    check_tie_breaks_suit,
)
from crosstable.events.actions.hall.evenings import keep_typed_times
from crosstable.events.actions.people.attendance import check_in_at_start
from crosstable.events.actions.stages.advancing import follow_rounds
from crosstable.events.actions.stages.stages import new_stages, set_stages
from crosstable.events.bridge.rules import kind_ranked, rules_of
from crosstable.events.bridge.settings.game_checks import (
    FIXED_BY_PLAY,
    changed_among_fixed,
    play_has_fixed,
)
from crosstable.events.bridge.settings.stage_settings import (
    FORMATS,
    format_refusal,
    is_for_pools,
    usual_plans,
)
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.errors import BadValue, FixedByEntries, FixedByPlay, WrongStatus
from crosstable.events.models import (
    JournalEntry,
    RatedHere,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.permissions import may_create_for
from crosstable.events.play_errors import NotEnoughPlayers, RoundsMissing, StagesOpen
from crosstable.events.queries.desk.control import may_step_back
from crosstable.events.queries.rounds.small_fields import check_rounds, entries_of_swiss, is_being_played
from crosstable.events.queries.stages.advancing import check_cut, stage_after
from crosstable.games import GAMES, USUAL_GAME, Use
from crosstable.text import tr

__all__ = ["Details"]

ORDER = list(Status)


def create_tournament(
    *, details: Details, by: User, game: str = USUAL_GAME, club: Club | None = None
) -> Tournament:
    """Create a tournament in DRAFT, owned by its creator: one Swiss. Members of a club create its events."""
    if (limit := GAMES[game].limit) and limit.name not in details.choices:
        details = replace(details, choices={**details.choices, limit.name: installation.MAX_VP})
    if club is not None:
        check_may(may_create_for(by, club), tr("Only members of {club} can create events for it.", club=club))
    with transaction.atomic():
        tournament = new_draft(details=details, by=by, game=game, club=club)
        Stage.objects.bulk_create(new_stages(tournament, FORMATS["swiss"].stages))
        record_creation(tournament, by, "tournament.created", details.as_json())
    return tournament


def new_draft(*, details: Details, by: User, game: str, club: Club | None, **more: Any) -> Tournament:
    """Store a draft without stages; `more` are columns that are no details. Part of an action. Raises BadValue,
    TooMuchWork."""
    check_details(details, GAMES[game], least_rounds=1)
    limits.count_heavy_action(by)
    return Tournament.objects.create(
        **details.values(),
        **more,
        owner=by,
        game=game,
        club=club,
        slug=free_slug(details.name),
        revision=1,
    )


def record_creation(tournament: Tournament, by: User, verb: str, after: dict[str, Any]) -> None:
    """Write the first entry of the journal."""
    JournalEntry.objects.create(
        tournament=tournament,
        number=1,
        at=timezone.now(),
        by=by,
        verb=verb,
        subject=tournament.name,
        after=after,
    )


@transaction.atomic
def create_in_format(
    *,
    details: Details,
    format: str,
    by: User,
    game: str = USUAL_GAME,
    club: Club | None = None,
    settings: Sequence[Mapping[str, Any]] = (),
) -> Tournament:
    """Create a tournament with the stages of a format. `settings` are those of its stages that differ from usual."""
    chosen = FORMATS.get(format)
    if chosen is None:
        raise BadValue(tr("The format is one of {formats}.", formats=", ".join(FORMATS)), "format")
    if game not in GAMES:
        raise BadValue(tr("The game is one of {games}.", games=", ".join(GAMES)), "game")
    if refusal := format_refusal(GAMES[game], chosen.code):
        raise BadValue(refusal, "format")
    tournament = create_tournament(details=details, by=by, game=game, club=club)
    kind = EventKind.ROUND_ROBIN if is_for_pools(chosen.stages) else EventKind.SWISS
    check_tie_breaks_suit(details.tie_breaks, kind)
    if chosen.code != "swiss":
        plans = usual_plans(GAMES[game], chosen.stages)
        for place, own in enumerate(settings):
            plans[place] = replace(plans[place], settings={**plans[place].settings, **own})
        set_stages(tournament=tournament, plans=plans, by=by)
    return tournament


def edit_tournament(*, tournament: Tournament, details: Details, by: User) -> None:
    """Change the details. The address stays, so published links keep working. More rounds during play are refused if
    they cannot be paired. Raises TooManyRounds."""
    with action(tournament, by) as act:
        t = act.tournament
        if t.status == Status.COMPLETE:
            raise WrongStatus(action=tr("Change the settings"), now=Status.COMPLETE.label)
        check_details(details, rules_of(t).game, least_rounds=max(1, t.rounds.filter(OF_A_SWISS).count()))
        _check_fixed_choices(t, details)
        if list(details.tie_breaks) != t.tie_breaks:
            kind = EventKind.ROUND_ROBIN if kind_ranked(t) == "pools" else EventKind.SWISS
            check_tie_breaks_suit(details.tie_breaks, kind)
        if details.team_size != t.team_size and t.entries.exists():
            raise FixedByEntries()
        details = _with_rated_here(t, details)
        before, zone = Details.of(t).as_json(), t.zone
        for name, value in details.values().items():
            setattr(t, name, value)
        changed = {k: v for k, v in details.as_json().items() if before[k] != v}
        if not changed:
            act.leave_as_it_is()
            return
        if "total_rounds" in changed and is_being_played(t) and t.total_rounds > before["total_rounds"]:
            check_rounds(t, entries_of_swiss(t))
        t.save()
        if t.zone != zone:
            keep_typed_times(t, zone)
        follow_rounds(act)
        act.record("tournament.edited", before={k: before[k] for k in changed}, after=changed)


def advance(
    *,
    tournament: Tournament,
    by: User,
    seen_status: str | None = None,
    lock_lists: bool = True,
    check_in: bool = False,
) -> Status:
    """A1: move to the next status. `seen_status` is the status the organiser saw; pressing twice moves once."""
    with action(tournament, by) as act:
        t = act.tournament
        before = Status(t.status)
        if before == Status.COMPLETE or (seen_status is not None and seen_status != before):
            raise WrongStatus(action=tr("Next step"), now=before.label)
        target = _next_status(t)
        after = move_on(act, target, lock_lists=lock_lists, check_in=check_in)
        act.record("tournament.advanced", before={"status": before.value}, after=after)
        return target


def move_on(
    act: Action, target: Status, *, lock_lists: bool = True, check_in: bool = False
) -> dict[str, Any]:
    """Move the event up to this status, within an action. Return the values for the journal.

    When play begins the lists are locked (A5): no list changes during a round, and opponents read them. `check_in`
    checks all players in before check-in ends.
    """
    t, changes = act.tournament, dict[str, Any]()
    while True:
        if check_in and t.status == Status.CHECK_IN:
            changes |= check_in_at_start(act)
        if t.status == target:
            break
        following = _next_status(t)
        _check_ready_for(t, following)
        t.status = following
    if (
        target == Status.IN_PROGRESS
        and lock_lists
        and Use.LISTS in rules_of(t).uses
        and not t.lists_are_locked
    ):
        t.lists_locked_at = act.now
        changes["lists"] = "locked"
    _save_status(act)
    return {"status": target.value, **changes}


def finish(*, tournament: Tournament, by: User) -> Status:
    """Finish the event and do nothing else: refused unless every round is closed."""
    return advance(tournament=tournament, by=by, seen_status=Status.IN_PROGRESS.value)


def step_back(*, tournament: Tournament, by: User) -> Status:
    """Undo a premature change of status, as long as nothing depends on it."""
    with action(tournament, by) as act:
        t = act.tournament
        if not may_step_back(t, t.entries.exists()):
            raise WrongStatus(action=tr("One step back"), now=Status(t.status).label)
        before, t.status = t.status, _status_before(t)
        _save_status(act)
        act.record("tournament.stepped-back", before={"status": before}, after={"status": str(t.status)})
        return Status(t.status)


def lock_lists(*, tournament: Tournament, by: User) -> None:
    """A5: from now on no player can edit a list and every player can read all of them."""
    _set_lock(tournament, by, lock=True)


def unlock_lists(*, tournament: Tournament, by: User) -> None:
    _set_lock(tournament, by, lock=False)


def _set_lock(tournament: Tournament, by: User, *, lock: bool) -> None:
    with action(tournament, by) as act:
        t = act.tournament
        if t.status == Status.COMPLETE:
            raise WrongStatus(
                action=tr("Lock lists") if lock else tr("Unlock lists"), now=Status.COMPLETE.label
            )
        if t.lists_are_locked == lock:
            act.leave_as_it_is()
            return
        t.lists_locked_at = act.now if lock else None
        t.save(update_fields=["lists_locked_at"])
        act.record("lists.locked" if lock else "lists.unlocked")


def _save_status(act: Action) -> None:
    t = act.tournament
    t.completed_at = act.now if t.status == Status.COMPLETE else None
    t.save(update_fields=["status", "completed_at", "lists_locked_at"])


def _next_status(tournament: Tournament) -> Status:
    """Return the next status in order; a game without check-in skips from registration to play."""
    target = ORDER[ORDER.index(Status(tournament.status)) + 1]
    return (
        target
        if target != Status.CHECK_IN or Use.CHECK_IN in rules_of(tournament).uses
        else Status.IN_PROGRESS
    )


def _status_before(tournament: Tournament) -> Status:
    target = ORDER[ORDER.index(Status(tournament.status)) - 1]
    return (
        target
        if target != Status.CHECK_IN or Use.CHECK_IN in rules_of(tournament).uses
        else Status.REGISTRATION
    )


def _check_ready_for(tournament: Tournament, target: Status) -> None:
    if target == Status.IN_PROGRESS:
        active = tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True).count()
        if active < 2:
            raise NotEnoughPlayers(count=active)
        _check_cut_of_swiss(tournament)
        if tournament.stages.filter(number=1, kind=StageKind.SWISS).exists():
            check_rounds(tournament, active)
    if target == Status.COMPLETE and (
        waiting := tournament.stages.exclude(status=StageStatus.CLOSED).first()
    ):
        if waiting.kind != StageKind.SWISS:
            raise StagesOpen(stage=waiting.name)
        closed = waiting.rounds.filter(status=RoundStatus.CLOSED).count()
        raise RoundsMissing(closed=closed, total=tournament.total_rounds)


def _check_cut_of_swiss(tournament: Tournament) -> None:
    """Refuse to start with fewer entries than advance later: now, not after the last round. Raises TooFewToAdvance."""
    swiss = tournament.stages.filter(number=1, kind=StageKind.SWISS).first()
    if swiss is not None and stage_after(swiss) is not None:
        swiss.tournament = tournament
        check_cut(swiss)


def _check_fixed_choices(tournament: Tournament, details: Details) -> None:
    """Refuse changes of choices that play has fixed. Raises FixedByPlay."""
    asked = Tournament(game=tournament.game, **details.values())
    field = changed_among_fixed(tournament, asked)
    if field is not None and play_has_fixed(tournament):
        raise FixedByPlay(what=FIXED_BY_PLAY[field][0], field=field)


def _with_rated_here(tournament: Tournament, details: Details) -> Details:
    """Return the details as they can be saved. Once a round is closed, whether it was rated or not, the choice is
    fixed: it is filled in if missing, and another one raises BadValue."""
    if details.rated_here == tournament.rated_here:
        return details
    if tournament.rounds.filter(status=RoundStatus.CLOSED).exists():
        if not details.rated_here:
            return replace(details, rated_here=tournament.rated_here)
        raise BadValue(
            tr(
                "Whether the event is rated here stays as it is once a round is closed. Reopen the "
                "round first."
            ),
            "rated_here",
        )
    if details.rated_here == RatedHere.YES and not tournament.is_rated:
        raise BadValue(
            tr("An imported event is not rated here: its games were played elsewhere."), "rated_here"
        )
    return details


def free_slug(name: str) -> str:
    base = slugify(name)[:120] or "event"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, n = base, 1
    while slug in taken:
        n += 1
        slug = f"{base}-{n}"
    return slug
