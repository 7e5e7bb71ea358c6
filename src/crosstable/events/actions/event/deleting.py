"""Deleting an event and restoring it: the event file is stored for 30 days.

Its rated games are removed from the ratings, as if they had never been played; restoring the event adds them again.
"""

import shutil
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from crosstable.accounts.models import Player, User
from crosstable.accounts.permissions import check_may
from crosstable.events.actions.event.event_files import restore_event_file
from crosstable.events.actions.people.people import forget_deleted_players
from crosstable.events.actions.ratings.rerating import rate_again, take_out_of_ratings
from crosstable.events.errors import DeletedFileGone, DeletionNotConfirmed, IsARehearsal, NotARehearsal
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.pack_folder import packs_folder
from crosstable.events.models import Appointment, DeletedEvent, JournalEntry, KeptEventFile, Tournament
from crosstable.events.permissions import check_can, is_owner
from crosstable.events.queries.people.tournaments import KEPT_FOR, expired_files
from crosstable.text import tr


def delete_tournament(*, tournament: Tournament, by: User, confirm: str = "") -> DeletedEvent:
    """Delete the event at any status; only its owner may. An event others may have seen (any but a draft) is deleted
    only if `confirm` is its name. Raises DeletionNotConfirmed."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        check_may(is_owner(by, locked), tr("Only the owner of the event can delete it."))
        if locked.is_rehearsal:
            raise IsARehearsal(action=tr("Delete event"))
        if not locked.is_draft and confirm.strip() != locked.name:
            raise DeletionNotConfirmed(name=locked.name)
        for rehearsal in Tournament.objects.filter(rehearsal_of=locked):
            delete_rehearsal(rehearsal)
        deleted = _keep(locked, by, timezone.now())
        take_out_of_ratings(locked)
        _delete_rows(locked)
    return deleted


def end_rehearsal(*, tournament: Tournament, by: User) -> Tournament:
    """Delete a rehearsal and its invented players for good; return the event it is a copy of. Raises NotARehearsal."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        check_can(by, locked)
        if locked.rehearsal_of is None:
            raise NotARehearsal(name=locked.name)
        delete_rehearsal(locked)
    return locked.rehearsal_of


def delete_rehearsal(rehearsal: Tournament) -> None:
    """Delete the rows of a rehearsal, and its players: those without an account who are nowhere else."""
    in_it = Q(entries__tournament=rehearsal) | Q(team_places__tournament=rehearsal)
    invented = Player.objects.filter(in_it, user=None, memberships=None, rating_changes=None)
    players = set(invented.values_list("pk", flat=True))
    _delete_rows(rehearsal)
    Player.objects.filter(pk__in=players, entries=None, team_places=None).delete()


def _delete_rows(tournament: Tournament) -> None:
    # Seats and matches protect their entries, so the stages are deleted first.
    tournament.stages.all().delete()
    tournament.delete()
    transaction.on_commit(partial(shutil.rmtree, packs_folder() / tournament.slug, ignore_errors=True))


def _keep(tournament: Tournament, by: User, now: datetime) -> DeletedEvent:
    """Store the record and the file. The journal in the file ends with the deletion."""
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    JournalEntry.objects.create(
        tournament=tournament,
        number=tournament.revision,
        at=now,
        by=by,
        verb="tournament.deleted",
        subject=tournament.name,
        before={"status": tournament.status},
    )
    deleted = DeletedEvent.objects.create(
        name=tournament.name,
        slug=tournament.slug,
        status=tournament.status,
        entries=tournament.entries.count(),
        owner=tournament.owner,
        deleted_at=now,
    )
    roles = Appointment.objects.filter(tournament=tournament).order_by("pk").values_list("user_id", "role")
    KeptEventFile.objects.create(
        event=deleted,
        data=write_event(tournament),
        appointed=[list(row) for row in roles],
        share_token=tournament.share_token or "",
    )
    return deleted


def restore_tournament(*, deleted: DeletedEvent, by: User) -> Tournament:
    """Restore the event with its owner, appointments and share link, at the same address if free. Players who deleted
    their account since then stay deleted. Raises DeletedFileGone."""
    with transaction.atomic():
        locked = DeletedEvent.objects.select_for_update().get(pk=deleted.pk)
        data = kept_file(deleted=locked, by=by)
        tournament = restore_event_file(data=data, owner=locked.owner or by, by=by)
        if not Tournament.objects.filter(slug=locked.slug).exists():
            tournament.slug = locked.slug
        _appoint_again(tournament, locked.kept_file)
        tournament.save(update_fields=["slug", "share_token"])
        rate_again(tournament)
        forget_deleted_players(tournament, by)
        locked.restored_at = timezone.now()
        locked.save(update_fields=["restored_at"])
        KeptEventFile.objects.filter(event=locked).delete()
    return tournament


def _appoint_again(tournament: Tournament, stored: KeptEventFile) -> None:
    """Appoint those who still have an account."""
    tournament.share_token = stored.share_token or None
    active = set(User.objects.filter(is_active=True).values_list("pk", flat=True))
    Appointment.objects.bulk_create(
        Appointment(tournament=tournament, user_id=user, role=role)
        for user, role in stored.appointed
        if user in active
    )


def kept_file(*, deleted: DeletedEvent, by: User) -> bytes:
    """Return the stored event file. Raises DeletedFileGone."""
    check_may(
        by.is_superuser or deleted.owner_id == by.pk,
        tr("Only the owner of the event and system administrators can restore it."),
    )
    row = KeptEventFile.objects.filter(
        event=deleted, event__deleted_at__gte=timezone.now() - KEPT_FOR
    ).first()
    if row is None:
        raise DeletedFileGone(name=deleted.name)
    return bytes(row.data)


def remove_expired_files() -> None:
    expired_files(timezone.now()).delete()
