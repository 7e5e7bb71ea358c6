"""Entries: register, edit, check in, withdraw, rejoin, remove (A4 to A7)."""

from collections.abc import Collection
from dataclasses import asdict
from hashlib import sha256

from django.db.models import Max, Q

from crosstable.accounts.models import Player, User
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.attendance import undo_concession
from crosstable.events.actions.people.numbering import close_gap, number_late_entries
from crosstable.events.actions.people.persons import check_own_number, follow_number, players_for
from crosstable.events.actions.results.walkovers import check_not_in_bracket
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.bridge.rules import as_listed, rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.errors import (
    AlreadyEntered,
    AlreadyHere,
    AlreadyRegistered,
    CheckInOver,
    EntryHasPlayed,
    EntryIsDropped,
    EventFull,
    ListsLocked,
    NameTaken,
    NotEnoughRoom,
    NotNow,
    TeamsOnly,
    check_confirmed,
)
from crosstable.events.models import Entry, Match, StageKind, StageStatus, Status, Tournament
from crosstable.events.permissions import CHECK_IN, EntrantOr, is_organiser, may_sign_in_for_events
from crosstable.events.play_errors import BracketIsPublished, FieldIsDrawn, Seated, WithdrawnFrom
from crosstable.events.queries.desk.control import current_stage
from crosstable.events.queries.people.entries import free_places
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.games import Use
from crosstable.text import tr

BEFORE_PLAY = (Status.REGISTRATION, Status.CHECK_IN)
UNTIL_COMPLETE = (Status.REGISTRATION, Status.CHECK_IN, Status.IN_PROGRESS)


def register(*, tournament: Tournament, details: EntryDetails, by: User) -> Entry:
    """A4: enter the user in the event. Raises AlreadyRegistered, NameTaken, ListTooLong, WrongStatus."""
    with action(tournament, by, may_sign_in_for_events, tr("Log in to register for this event.")) as act:
        act.require(tr("Register"), *BEFORE_PLAY)
        check_not_drawn(act.tournament)
        _check_single(act.tournament)
        player = player_of(by)
        if there := act.tournament.entries.filter(player=player).first():
            raise AlreadyRegistered(name=there.display_name)
        check_own_number(details, player)
        entry = make_entry(act, player, details)
        act.record("entry.registered", entry.display_name, after=_as_json(entry), entry=entry)
    return entry


def add_entry(
    *,
    tournament: Tournament,
    details: EntryDetails,
    checked_in: bool = False,
    player: Player | None = None,
    confirmed: Collection[str] = (),
    by: User,
) -> Entry:
    """Enter a player as an organiser; also late, from the next round on. `player` is from the directory.

    Raises NameTaken, BadValue, AlreadyEntered; NotEnoughRoom and OtherName unless they are confirmed.
    """
    with action(tournament, by) as act:
        act.require(tr("Add player"), Status.DRAFT, *UNTIL_COMPLETE)
        _check_single(act.tournament)
        _check_details(act.tournament, details)
        if player is None:
            (player,) = players_for(act.tournament, [details], confirmed)
        elif there := act.tournament.entries.filter(player=player).first():
            raise AlreadyEntered(name=there.display_name)
        entry = make_entry(act, player, details, confirmed)
        if checked_in:
            entry.checked_in_at = act.now
            entry.save(update_fields=["checked_in_at"])
        act.record(
            "entry.added",
            entry.display_name,
            after={**_as_json(entry), "checked_in": checked_in},
            entry=entry,
        )
    return entry


def edit_entry(*, entry: Entry, details: EntryDetails, confirmed: Collection[str] = (), by: User) -> None:
    """Edit an entry: the player until the lists are locked, an organiser until the event is finished."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        act.require(tr("Edit the entry"), Status.DRAFT, *UNTIL_COMPLETE)
        if act.tournament.lists_are_locked and not is_organiser(by, act.tournament):
            raise ListsLocked()
        if Use.LISTS not in rules_of(act.tournament).uses and not is_organiser(by, act.tournament):
            act.require(tr("Edit my entry"), *BEFORE_PLAY)
        fresh = act.fresh(entry)
        _check_details(act.tournament, details, besides=fresh)
        before = _as_json(fresh)
        if details.fide_id.strip() != fresh.fide_id:
            if is_organiser(by, act.tournament):
                follow_number(fresh, details, confirmed)
            else:
                check_own_number(details, fresh.player)
        if fresh.list_text != details.list_text:
            fresh.list_changed_at = act.now
        _fill(fresh, details)
        after = _as_json(fresh)
        changed = [k for k in {**before, **after} if after.get(k) != before.get(k)]
        if not changed:
            act.leave_as_it_is()
            return
        fresh.save()
        act.record(
            "entry.edited",
            fresh.display_name,
            before={k: before.get(k) for k in changed},
            after={k: after.get(k) for k in changed},
            entry=fresh,
        )


def check_in(*, entry: Entry, by: User) -> None:
    """A6: check in: players while check-in is open; an organiser also later, for the next pairing."""
    with action(
        entry.tournament,
        by,
        EntrantOr(
            entry=entry,
            roles=CHECK_IN.roles,
            who_may=tr("Only the player, the organisers and desk helpers of this event can do this."),
        ),
    ) as act:
        if not CHECK_IN(by, act.tournament) and act.tournament.status == Status.IN_PROGRESS:
            raise CheckInOver()
        act.require(tr("Check in"), Status.CHECK_IN, Status.IN_PROGRESS)
        fresh = act.fresh(entry)
        if fresh.is_dropped:
            raise EntryIsDropped(name=fresh.display_name)
        if fresh.is_checked_in:
            raise AlreadyHere(name=fresh.display_name)
        fresh.checked_in_at = act.now
        fresh.save(update_fields=["checked_in_at"])
        act.record("entry.checked-in", fresh.display_name, entry=fresh)


def undo_check_in(*, entry: Entry, by: User) -> None:
    """Undo a mistaken check-in; possible until the event starts."""
    with action(entry.tournament, by, CHECK_IN) as act:
        act.require(tr("Undo check-in"), Status.CHECK_IN)
        fresh = act.fresh(entry)
        if not fresh.is_checked_in:
            raise NotNow(why=tr("{name} is not checked in.", name=fresh.display_name))
        fresh.checked_in_at = None
        fresh.save(update_fields=["checked_in_at"])
        act.record("entry.check-in-undone", fresh.display_name, entry=fresh)


def drop(*, entry: Entry, by: User) -> None:
    """A7: withdraw from later pairings; earlier games, and the one in progress, still count."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        act.require(tr("Withdraw"), *UNTIL_COMPLETE)
        fresh = act.fresh(entry)
        if fresh.is_dropped:
            raise EntryIsDropped(name=fresh.display_name)
        check_not_in_bracket(act.tournament, fresh)
        fresh.dropped_at = act.now
        fresh.save(update_fields=["dropped_at"])
        act.record("entry.dropped", fresh.display_name, entry=fresh)


def rejoin(*, entry: Entry, by: User) -> None:
    """Undo a withdrawal, and the game conceded with it. Players until the event starts, an organiser until it is
    finished."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        statuses = UNTIL_COMPLETE if is_organiser(by, act.tournament) else BEFORE_PLAY
        act.require(tr("Rejoin"), *statuses)
        fresh = act.fresh(entry)
        if not fresh.is_dropped:
            raise NotNow(why=tr("{name} has not withdrawn.", name=fresh.display_name))
        _check_not_withdrawn(fresh)
        fresh.dropped_at = fresh.absent_since = None
        fresh.save(update_fields=["dropped_at", "absent_since"])
        before, after = undo_concession(act, fresh)
        act.record("entry.rejoined", fresh.display_name, before, after, entry=fresh)


def remove_entry(*, entry: Entry, by: User) -> None:
    """Delete an entry; refused once it has been paired."""
    with action(entry.tournament, by) as act:
        act.require(tr("Remove player"), Status.DRAFT, *UNTIL_COMPLETE)
        fresh = act.fresh(entry)
        if Match.objects.filter(Q(first=fresh) | Q(second=fresh)).exists():
            raise EntryHasPlayed(name=fresh.display_name)
        _check_not_seated(fresh)
        act.record("entry.removed", fresh.display_name, before=_as_json(fresh), entry=fresh)
        fresh.delete()
        close_gap(act, fresh.starting_number)


def check_not_drawn(tournament: Tournament) -> None:
    """Refuse an entry once the pools are published: it would be in none. Raises FieldIsDrawn."""
    if stage := field_drawn_in(tournament):
        raise FieldIsDrawn(stage=stage.shown_name)


def _check_single(tournament: Tournament) -> None:
    if tournament.has_teams:
        raise TeamsOnly(size=tournament.team_size or 0)


def _check_not_withdrawn(entry: Entry) -> None:
    """Refuse to rejoin after a withdrawal from a stage: it decided what happened to the games, and is undone there."""
    row = entry.withdrawals.select_related("stage").filter(stage__status=StageStatus.STARTED).first()
    if row is not None:
        raise WithdrawnFrom(name=entry.display_name, stage=row.stage.shown_name)


def _check_not_seated(entry: Entry) -> None:
    for seats in (entry.pool_seats, entry.bracket_seats):
        if seat := seats.select_related("stage").first():
            raise Seated(name=entry.display_name, where=seat.stage.name)


def player_of(user: User) -> Player:
    player, _ = Player.objects.get_or_create(
        user=user, defaults={"name": user.get_full_name() or user.username}
    )
    return player


def make_entry(
    act: Action, player: Player, details: EntryDetails, confirmed: Collection[str] | None = None
) -> Entry:
    """Create the row, within an action. `confirmed` is None if the limit may not be exceeded.

    Raises NameTaken, EventFull, NotEnoughRoom, BadValue.
    """
    _check_details(act.tournament, details)
    check_room(act.tournament, 1, confirmed)
    last = act.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
    entry = Entry(tournament=act.tournament, player=player, seed=last + 1)
    entry.list_changed_at = act.now if details.list_text else None
    if Use.CHECK_IN not in rules_of(act.tournament).uses:
        entry.checked_in_at = act.now
    _fill(entry, details)
    if not entry.family_name and entry.display_name == player.name:
        entry.given_name, entry.family_name = player.given_name, player.family_name
    entry.save()
    number_late_entries(act, [entry])
    return entry


def _fill(entry: Entry, details: EntryDetails) -> None:
    for name, value in asdict(details).items():
        setattr(entry, name, value.strip() if isinstance(value, str) and name != "list_text" else value)
    entry.faction = as_listed(entry.tournament, entry.faction)


def _check_details(tournament: Tournament, details: EntryDetails, besides: Entry | None = None) -> None:
    check_values(tournament, details)
    name = details.display_name.strip()
    others = tournament.entries.exclude(pk=besides.pk) if besides else tournament.entries
    if others.filter(display_name__iexact=name).exists():
        raise NameTaken(name=name)


def check_bracket(tournament: Tournament) -> None:
    """Refuse an entry while a published bracket is in progress: it would never play. Raises BracketIsPublished."""
    stage = current_stage(stages_of(tournament))
    if stage.kind == StageKind.KNOCKOUT and stage.status in (StageStatus.PUBLISHED, StageStatus.STARTED):
        raise BracketIsPublished(stage=stage.shown_name)


def check_room(tournament: Tournament, wanted: int, confirmed: Collection[str] | None = ()) -> None:
    """Check that the event can take more entries. Raises BracketIsPublished; EventFull if `confirmed` is None;
    NotEnoughRoom for organisers, unless it is confirmed."""
    check_bracket(tournament)
    free = free_places(tournament)
    if free is None or wanted <= free:
        return
    most = tournament.max_players or 0
    if confirmed is None:
        raise EventFull(most=most)
    check_confirmed(NotEnoughRoom(most, free, wanted, tournament.has_teams), confirmed)


def _as_json(entry: Entry) -> dict[str, object]:
    """Return the entry for the journal, without what its game does not use.

    Until the lists are locked the journal has no text of them, because desk helpers read it: only the length of a list,
    and a digest that distinguishes two versions.
    """
    values = {name: getattr(entry, name) for name in EntryDetails.__slots__}
    if entry.list_text and not entry.tournament.lists_are_locked:
        digest = sha256(entry.list_text.encode()).hexdigest()[:12]
        values["list_text"] = tr(
            "{count} characters, SHA-256 {digest}…", count=len(entry.list_text), digest=digest
        )
    return {name: value for name, value in values.items() if value not in ("", 0, None)}
