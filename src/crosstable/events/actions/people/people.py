"""Personal data in events, for the actions on people in accounts: see accounts.personal_data."""

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from crosstable.accounts.models import Player, User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.bridge.verbs.sentences import subject_of
from crosstable.events.models import (
    ActionImage,
    Claim,
    Entry,
    EventPreset,
    JournalEntry,
    KeptEventFile,
    Match,
    RatingChange,
    Status,
    TeamMember,
    Tournament,
)
from crosstable.fields import ENTRY_FIELDS, PERSONAL
from crosstable.text import tr

name = "events"


def has_games(player: Player) -> bool:
    return _matches(player).exists() or player.rating_changes.exists()


def why_not_merge(target: Player, source: Player) -> str:
    both = _events_of(target).filter(pk__in=_events_of(source)).first()
    return tr("Both are entered in {both}. Remove one of the two entries first.", both=both) if both else ""


def _events_of(player: Player) -> QuerySet[Tournament]:
    return Tournament.objects.filter(Q(entries__player=player) | Q(team_members__player=player)).distinct()


def move(source: Player, target: Player) -> None:
    """Move the source's entries to the target. None was ever paired, or `has_games` would have refused."""
    TeamMember.objects.filter(player=source).update(player=target)
    Entry.objects.filter(player=source).update(player=target)


def why_not_delete(user: User) -> list[str]:
    running = Tournament.objects.filter(owner=user).exclude(status=Status.COMPLETE)
    return [
        tr("You own {tournament}. Finish or delete it first.", tournament=tournament)
        for tournament in running
    ]


def forget(player: Player, by: User, name: str) -> None:
    """Erase the person from each event in a separate action. Pages change immediately and the journal has the reason.
    The stored files of events that the person owned and deleted are removed; for those of other owners see
    `forget_deleted_players`."""
    if player.user_id is not None:
        KeptEventFile.objects.filter(event__owner=player.user_id).delete()
        EventPreset.objects.filter(owner=player.user_id, club=None).delete()
    for entry in Entry.objects.filter(player=player).select_related("tournament"):
        with action(entry.tournament, by, lambda user, tournament: True) as act:
            _forget_entry(act, entry, _free_name(entry, name))
    for place in player.team_places.select_related("tournament", "entry"):
        with action(place.tournament, by, lambda user, tournament: True) as act:
            _forget_member(act, place.entry, player.name, name)


def forget_deleted_players(tournament: Tournament, by: User) -> None:
    """Erase players of a restored event who deleted their accounts after its file was written."""
    for entry in tournament.entries.filter(player__deleted_at__isnull=False).select_related("player"):
        with action(tournament, by, lambda user, tournament: True) as act:
            _forget_entry(act, entry, _free_name(entry, entry.player.name))


def everything_about(user: User, player: Player | None) -> dict[str, Any]:
    running = Tournament.objects.filter(Q(owner=user) | Q(organisers=user)).distinct()
    reports = Claim.objects.filter(by=user).order_by("at", "pk")
    journal = JournalEntry.objects.filter(by=user).order_by("at", "pk")
    return {
        **(_played(player) if player else {}),
        "reports": list(reports.values("match_id", "result", "score", "at")),
        "runs": list(running.values_list("name", flat=True)),
        "claims": list(user.entry_claims.values("entry__tournament__name", "entry__display_name", "at")),
        "presets": list(EventPreset.objects.filter(owner=user).values("name", "created_at")),
        "deleted": list(user.deleted_events.values("name", "deleted_at")),
        "journal": list(journal.values("tournament__name", "at", "verb", "subject", "reason")),
    }


def _played(player: Player) -> dict[str, Any]:
    columns = ("pool", "opponent__name", "match_id", "before", "after", "outcome", "at")
    return {
        "entries": [_entry(entry) for entry in player.entries.select_related("tournament")],
        "teams": list(
            player.team_places.values("tournament__name", "entry__display_name", "number").order_by("pk")
        ),
        "games": [_game(match) for match in _matches(player).select_related("round__tournament")],
        "rating_changes": list(
            RatingChange.objects.filter(player=player).values(*columns).order_by("at", "pk")
        ),
    }


def _matches(player: Player) -> QuerySet[Match]:
    rows = Match.objects.exclude(round__status="draft")
    mine = Q(first__player=player) | Q(second__player=player)
    in_team = Q(first__members__player=player) | Q(second__members__player=player)
    return rows.filter(mine | in_team).select_related("first", "second").distinct()


def _entry(entry: Entry) -> dict[str, Any]:
    fields = (*ENTRY_FIELDS, "registered_at", "checked_in_at", "dropped_at")
    given = [{"amount": str(a.amount), "reason": a.reason, "at": a.at} for a in entry.adjustments.all()]
    details = {field: getattr(entry, field) for field in fields}
    return {"event": entry.tournament.name, **details, "adjustments": given}


def _game(match: Match) -> dict[str, Any]:
    return {
        "id": match.pk,
        "event": match.round.tournament.name,
        "round": match.round.number,
        "table": match.table,
        "first": match.first.display_name,
        "second": match.second.display_name if match.second else None,
        "result": match.result,
        "score": match.score,
        "state": match.state,
    }


def _forget_entry(act: Action, entry: Entry, name: str) -> None:
    """Delete an entry that was never paired, before play; any other stays and is withdrawn."""
    was, key = entry.display_name, entry.pk
    paired = Match.objects.filter(Q(first=entry) | Q(second=entry)).exists()
    paired = paired or entry.bracket_seats.exists() or entry.pool_seats.exists()
    if not paired and act.tournament.status != Status.COMPLETE:
        entry.delete()
    else:
        entry.display_name = name
        for field in PERSONAL:
            setattr(entry, field, None if ENTRY_FIELDS[field].is_number else "")
        if act.tournament.status != Status.COMPLETE and entry.dropped_at is None:
            entry.dropped_at = act.now
        entry.save()
        entry.adjustments.update(reason="")
    # The images for undo contain the name, too. Nothing before this can be undone.
    ActionImage.objects.filter(entry__tournament=act.tournament).delete()
    act.images.are_discarded = True
    journal = list(JournalEntry.objects.filter(tournament=act.tournament))
    names = {was} | _former_names(act, [row for row in journal if row.entry_id == key])
    for row in journal:
        for former in names:
            _take_name_out(row, former, name, is_about=row.entry_id == key)
    entry.pk = key
    act.record("entry.forgotten", name, entry=entry)


def _forget_member(act: Action, team: Entry, was: str, name: str) -> None:
    """Erase a team member: the team continues, and the seat stays under another name."""
    for row in JournalEntry.objects.filter(tournament=act.tournament):
        _take_name_out(row, was, name, is_about=False)
    act.record("entry.forgotten", name, entry=team)


def _former_names(act: Action, rows: Iterable[JournalEntry]) -> set[str]:
    """Return earlier names of the entry, except those another entry has now."""
    names = {values.get("display_name") for row in rows for values in (row.before, row.after)}
    taken = act.tournament.entries.filter(display_name__in=[n for n in names if n])
    return {name for name in names if name} - set(taken.values_list("display_name", flat=True))


def _free_name(entry: Entry, name: str) -> str:
    """Return a unique name in the event: a second deleted player there is number 2."""
    taken = set(
        Entry.objects.filter(tournament=entry.tournament, display_name__startswith=name).values_list(
            "display_name", flat=True
        )
    )
    free, n = name, 1
    while free in taken:
        n += 1
        free = f"{name} {n}"
    return free


def _take_name_out(row: JournalEntry, was: str, name: str, *, is_about: bool) -> None:
    """Replace the name in a journal entry. Subjects are a name, or names joined by “v”, “and” and commas. An old entry
    may be about the person without having the key."""
    whole = re.compile(rf"(?:(?<=^)|(?<=: )|(?<= v )|(?<= and )|(?<=, )){re.escape(was)}(?=$| v | and |, )")
    is_about = (
        is_about
        or row.subject == was
        or was in (row.before.get("display_name"), row.after.get("display_name"))
    )
    fresh = (
        whole.sub(name, row.subject),
        _replaced(row.subject_text, whole, name),
        _replaced(row.before, whole, name),
        _replaced(row.after, whole, name),
    )
    for values in fresh[2:]:
        for field in ("list", *PERSONAL) if is_about else ():
            values.pop(field, None)
    if fresh != (row.subject, row.subject_text, row.before, row.after):
        row.subject, row.subject_text, row.before, row.after = fresh
        if row.subject_text is not None:
            row.subject = str(subject_of(row))[:160]
        row.save()


def _replaced(value: Any, whole: re.Pattern[str], name: str) -> Any:
    if isinstance(value, str):
        return whole.sub(name, value)
    if isinstance(value, list):
        return [_replaced(item, whole, name) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, whole, name) for key, item in value.items()}
    return value
