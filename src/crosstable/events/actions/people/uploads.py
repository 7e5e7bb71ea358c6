"""Players from a file (D2): previewed first, then imported in one step or not at all."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from crosstable.accounts import limits
from crosstable.accounts.models import Contact, Player, User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.entries import UNTIL_COMPLETE, check_room
from crosstable.events.actions.people.numbering import number_late_entries
from crosstable.events.actions.people.persons import players_for
from crosstable.events.actions.people.teams import add_teams
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadRows, NameTaken, OtherName, TeamsOnly, UploadGone
from crosstable.events.files.uploads import JudgedRow, Upload
from crosstable.events.files.uploads.judging import as_json, as_read, from_json, judge_rows
from crosstable.events.files.uploads.reading import UploadRow
from crosstable.events.files.uploads.teams import judge_teams
from crosstable.events.models import Entry, PlayerUpload, Status, Tournament
from crosstable.events.permissions import check_can
from crosstable.games import Use
from crosstable.text import names_text, tr

# How long a preview is stored, and how many of one account: one may have 20 MB of army lists.
KEPT, MOST_KEPT = timedelta(days=1), 3
AT_ONCE = 500


def keep_upload(*, tournament: Tournament, upload: Upload, by: User) -> PlayerUpload:
    """Check the upload and store it for the preview. Enters no one; uploads older than a day are deleted, and all but
    the newest of the account. Raises NotAllowed, TooMuchWork."""
    check_can(by, tournament)
    limits.count_heavy_action(by)
    PlayerUpload.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    before = PlayerUpload.objects.filter(by=by).order_by("-created_at").values_list("pk", flat=True)
    PlayerUpload.objects.filter(pk__in=list(before[MOST_KEPT - 1 :])).delete()
    return PlayerUpload.objects.create(
        tournament=tournament,
        by=by,
        file_name=upload.file_name,
        used=upload.used,
        unused=upload.unused,
        rows=as_json(judged(tournament, upload.rows)),
    )


def judged(tournament: Tournament, rows: Sequence[UploadRow]) -> list[JudgedRow]:
    """Validate players or teams."""
    return judge_teams(rows, tournament) if tournament.has_teams else judge_rows(rows, tournament)


def judge_again(*, upload: PlayerUpload) -> None:
    """Check every row again after another entry was added."""
    rows = [as_read(row) for row in from_json(upload.rows)]
    upload.rows = as_json(judged(upload.tournament, rows))
    upload.save(update_fields=["rows"])


def take_upload(
    *, upload: PlayerUpload, also: Collection[int] = (), confirmed: Collection[str] = (), by: User
) -> list[Entry]:
    """Enter the good rows and those of the doubtful ones in `also`. Raises UploadGone if it was imported before."""
    with limits.heavy_work(by), transaction.atomic():
        # Deleting the row is the lock: the second of two requests finds nothing.
        gone, _ = PlayerUpload.objects.filter(pk=upload.pk).delete()
        if not gone:
            raise UploadGone()
        rows = chosen_rows(from_json(upload.rows), set(also))
        return take_rows(tournament=upload.tournament, rows=rows, confirmed=confirmed, by=by)


def take_valid_rows(
    *,
    tournament: Tournament,
    rows: Sequence[JudgedRow],
    leave_out_bad: bool,
    also: Collection[int] = (),
    confirmed: Collection[str] = (),
    by: User,
) -> list[Entry]:
    """Enter the good rows, and those of the doubtful ones in `also`, in one step. With a bad row none is entered,
    unless it may be left out. Raises BadRows, NotEnoughRoom."""
    bad = [(row.number, row.name, row.reason) for row in rows if not (row.is_good or row.is_doubtful)]
    if bad and not leave_out_bad:
        raise BadRows(bad)
    with limits.heavy_work(by):
        taken = chosen_rows(rows, also)
        return take_rows(tournament=tournament, rows=taken, confirmed=confirmed, by=by) if taken else []


def chosen_rows(rows: Sequence[JudgedRow], also: Collection[int]) -> list[JudgedRow]:
    return [row for row in rows if row.is_good or (row.is_doubtful and row.number in also)]


def take_rows(
    *, tournament: Tournament, rows: Sequence[JudgedRow], confirmed: Collection[str] = (), by: User
) -> list[Entry]:
    """Enter all of these, players or teams with their members, or none."""
    taken = [(row.details, row.members) for row in rows if row.details is not None]
    if tournament.has_teams:
        return add_teams(tournament=tournament, teams=taken, confirmed=confirmed, by=by)
    details = [details for details, _ in taken]
    if any(row.is_doubtful for row in rows):
        confirmed = {*confirmed, OtherName.code}
    emails = {row.details.display_name: row.email for row in rows if row.details is not None and row.email}
    return take_players(tournament=tournament, rows=details, emails=emails, confirmed=confirmed, by=by)


def drop_upload(*, upload: PlayerUpload) -> None:
    PlayerUpload.objects.filter(pk=upload.pk).delete()


def take_players(
    *,
    tournament: Tournament,
    rows: Sequence[EntryDetails],
    emails: Mapping[str, str] | None = None,
    confirmed: Collection[str] = (),
    by: User,
) -> list[Entry]:
    """Enter all of these or none, as add_entry would one by one. Raises NameTaken, BadValue, NotEnoughRoom."""
    with action(tournament, by) as act:
        act.require(tr("Add players"), Status.DRAFT, *UNTIL_COMPLETE)
        if act.tournament.has_teams:
            raise TeamsOnly(size=act.tournament.team_size or 0)
        if not rows:
            act.leave_as_it_is()
            return []
        _check_all(act.tournament, rows)
        check_room(act.tournament, len(rows), confirmed)
        entries = _enter_all(act, rows, players_for(act.tournament, rows, confirmed))
        if emails:
            keep_emails(entries, emails)
        names = [entry.display_name for entry in entries]
        act.record("entries.uploaded", names_text(names, most=2), after={"count": len(names), "names": names})
    return entries


def keep_emails(entries: Sequence[Entry], emails: Mapping[str, str]) -> None:
    """Store the addresses by display name. Accounts have their own, and a known address stays."""
    without = {entry.player_id: emails.get(entry.display_name, "") for entry in entries}
    known = Contact.objects.filter(player__in=without).values_list("player_id", flat=True)
    accounts = Player.objects.filter(pk__in=without, user__isnull=False).values_list("pk", flat=True)
    taken = {*known, *accounts}
    Contact.objects.bulk_create(
        [Contact(player_id=pk, email=email) for pk, email in without.items() if email and pk not in taken],
        batch_size=AT_ONCE,
    )


def _check_all(tournament: Tournament, rows: Sequence[EntryDetails]) -> None:
    taken = {name.casefold() for name in tournament.entries.values_list("display_name", flat=True)}
    for details in rows:
        check_values(tournament, details)
        name = details.display_name.strip()
        if name.casefold() in taken:
            raise NameTaken(name=name)
        taken.add(name.casefold())


def _enter_all(act: Action, rows: Sequence[EntryDetails], people: Sequence[Player]) -> list[Entry]:
    last = act.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    here = None if Use.CHECK_IN in rules_of(act.tournament).uses else act.now
    entries = [
        Entry(
            tournament=act.tournament,
            player=player,
            seed=seed,
            checked_in_at=here,
            list_changed_at=act.now if details.list_text else None,
            **entry_values(details),
        )
        for seed, (player, details) in enumerate(zip(people, rows, strict=True), last + 1)
    ]
    Entry.objects.bulk_create(entries, batch_size=AT_ONCE)
    number_late_entries(act, entries)
    return entries


def entry_values(details: EntryDetails) -> dict[str, object]:
    values = asdict(details)
    return {k: v.strip() if isinstance(v, str) and k != "list_text" else v for k, v in values.items()}
