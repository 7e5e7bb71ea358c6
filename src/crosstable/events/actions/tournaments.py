"""The life of a tournament: create, edit, move on, move back, lock lists, delete."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from crosstable.accounts.models import User
from crosstable.events.actions.acting import acting
from crosstable.events.errors import BadValue, NotAllowed, NotEnoughPlayers, RoundsMissing, WrongStatus
from crosstable.events.models import JournalEntry, RoundStatus, Status, Tournament
from crosstable.events.permissions import is_owner

ORDER = list(Status)
MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Details:
    """What an organiser says about a tournament."""

    name: str
    date: date
    total_rounds: int
    max_vp: int
    location: str = ""
    format_text: str = ""
    description: str = ""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "date": self.date.isoformat()}


def create_tournament(*, details: Details, by: User, profile: str = "wargame") -> Tournament:
    """A new tournament in DRAFT, owned by its creator."""
    _check(details, least_rounds=1)
    with transaction.atomic():
        tournament = Tournament.objects.create(
            **asdict(details), owner=by, profile=profile, slug=_free_slug(details.name), revision=1
        )
        JournalEntry.objects.create(
            tournament=tournament,
            number=1,
            at=timezone.now(),
            by=by,
            verb="tournament.created",
            subject=details.name,
            after=details.as_json(),
        )
    return tournament


def edit_tournament(*, tournament: Tournament, details: Details, by: User) -> None:
    """Change the details. The address stays, so that links already given out keep working."""
    with acting(tournament, by) as act:
        t = act.tournament
        if t.status == Status.COMPLETE:
            raise WrongStatus("Changing the settings", Status.COMPLETE.label)
        _check(details, least_rounds=max(1, t.rounds.count()))
        before = Details(**{name: getattr(t, name) for name in Details.__slots__}).as_json()
        for name in Details.__slots__:
            setattr(t, name, getattr(details, name))
        changed = {k: v for k, v in details.as_json().items() if before[k] != v}
        if not changed:
            act.leave_as_it_is()
            return
        t.save()
        act.record("tournament.edited", before={k: before[k] for k in changed}, after=changed)


def advance(*, tournament: Tournament, by: User, seen: str | None = None) -> Status:
    """A1: the next status. `seen` is the status the person saw; pressing twice moves once."""
    with acting(tournament, by) as act:
        t = act.tournament
        if t.status == Status.COMPLETE or (seen is not None and seen != t.status):
            raise WrongStatus("Moving on from there", Status(t.status).label)
        target = ORDER[ORDER.index(Status(t.status)) + 1]
        _check_ready_for(t, target)
        return _move(act, target, "tournament.advanced")


def step_back(*, tournament: Tournament, by: User) -> Status:
    """Take back a move made too early, as long as nothing depends on it yet."""
    with acting(tournament, by) as act:
        t = act.tournament
        undoable = {
            Status.REGISTRATION: not t.entries.exists(),
            Status.CHECK_IN: True,
            Status.IN_PROGRESS: not t.rounds.exists(),
        }
        if not undoable.get(Status(t.status), False):
            raise WrongStatus("Going back", Status(t.status).label)
        return _move(act, ORDER[ORDER.index(Status(t.status)) - 1], "tournament.stepped-back")


def lock_lists(*, tournament: Tournament, by: User) -> None:
    """A5: from now on nobody edits a list and every player reads all of them."""
    _set_lock(tournament, by, lock=True)


def unlock_lists(*, tournament: Tournament, by: User) -> None:
    _set_lock(tournament, by, lock=False)


def delete_tournament(*, tournament: Tournament, by: User) -> None:
    """A2: only a DRAFT, only by its owner. The journal goes with it."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not is_owner(by, locked):
            raise NotAllowed("delete this event; only its owner may")
        if locked.status != Status.DRAFT:
            raise WrongStatus("Deleting", Status(locked.status).label)
        locked.delete()


def _set_lock(tournament: Tournament, by: User, *, lock: bool) -> None:
    with acting(tournament, by) as act:
        t = act.tournament
        if t.status == Status.COMPLETE:
            raise WrongStatus("Locking lists" if lock else "Unlocking lists", Status.COMPLETE.label)
        if t.lists_are_locked == lock:
            act.leave_as_it_is()
            return
        t.lists_locked_at = act.now if lock else None
        t.save(update_fields=["lists_locked_at"])
        act.record("lists.locked" if lock else "lists.unlocked")


def _move(act: Any, target: Status, verb: str) -> Status:
    t = act.tournament
    before, t.status = t.status, target
    t.completed_at = act.now if target == Status.COMPLETE else None
    t.save(update_fields=["status", "completed_at"])
    act.record(verb, before={"status": before}, after={"status": target.value})
    return target


def _check_ready_for(tournament: Tournament, target: Status) -> None:
    if target == Status.IN_PROGRESS:
        active = tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True).count()
        if active < 2:
            raise NotEnoughPlayers(active)
    if target == Status.COMPLETE:
        closed = tournament.rounds.filter(status=RoundStatus.CLOSED).count()
        if closed < tournament.total_rounds:
            raise RoundsMissing(closed, tournament.total_rounds)


def _check(details: Details, *, least_rounds: int) -> None:
    if not details.name.strip():
        raise BadValue("Give the event a name.", "name")
    if not least_rounds <= details.total_rounds <= MOST_ROUNDS:
        raise BadValue(f"The number of rounds must be from {least_rounds} to {MOST_ROUNDS}.", "total_rounds")
    if not 1 <= details.max_vp <= 10_000:
        raise BadValue("The highest victory points must be from 1 to 10,000.", "max_vp")


def _free_slug(name: str) -> str:
    base = slugify(name)[:120] or "event"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, n = base, 1
    while slug in taken:
        n += 1
        slug = f"{base}-{n}"
    return slug
