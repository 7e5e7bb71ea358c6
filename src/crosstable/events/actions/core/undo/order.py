"""Which action is undone next. Undo is for what organisers did: actions of players in between are passed over while
they are about other rows, and a player's own action is undone only by a request that names it."""

from typing import Any

from django.db.models import Q, QuerySet

from crosstable.accounts.models import ClubRole
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.models import Appointment, JournalEntry, Tournament
from crosstable.events.permissions import role_of
from crosstable.events.records.verbs import VERBS, verbs_that

# So many actions of players are looked at before the newest one is offered instead.
MOST_PASSED_OVER = 50
# Besides everything about one match: these change a mark of one entry and nothing that another entry could need.
CHECK_INS = {"entry.checked-in", "entry.check-in-undone"}
PLAYERS_VERBS = verbs_that(lambda verb: verb.by_players)
Rows = set[tuple[str, Any]]


def newest(tournament: Tournament) -> JournalEntry | None:
    """The newest action that is not undone, without the entries that undo."""
    entry = _newest_left.first(tournament.pk)
    if entry is not None:
        entry.tournament = tournament
    return entry


_newest_left = CompiledQuery(
    lambda tournament_id: (
        JournalEntry.objects.filter(tournament=tournament_id, undoes=None, undone_by=None)
        .select_related("by")
        .order_by("-number")[:1]
    ),
    int,
)


def is_by_a_player(entry: JournalEntry) -> bool:
    """An action players can do, done by an account without a role in the event or without an account (by code).
    What only organisers can do stays theirs when they lose their role or the event is imported elsewhere."""
    if entry.verb not in PLAYERS_VERBS:
        return False
    return entry.by is None or role_of(entry.by, entry.tournament) is None


def next_to_undo(tournament: Tournament) -> JournalEntry | None:
    """The newest action of an organiser if it can be undone by itself, else the newest action."""
    last = newest(tournament)
    if last is None or not is_by_a_player(last):
        return last
    own = _newest_of_organisers(tournament)
    return own if own is not None and is_independent(own) else last


def _newest_of_organisers(tournament: Tournament) -> JournalEntry | None:
    entry = _left(tournament).filter(_by_organisers(tournament)).order_by("-number").first()
    if entry is not None:
        entry.tournament = tournament
    return entry


def is_independent(entry: JournalEntry) -> bool:
    """Whether it is about one match or one check-in, and only players acted since, none of them on the same rows."""
    verb = VERBS.get(entry.verb)
    if verb is None or (verb.about != ("match",) and entry.verb not in CHECK_INS):
        return False
    since = _left(entry.tournament).filter(number__gt=entry.number).select_related("image")
    later = list(since.order_by("number")[: MOST_PASSED_OVER + 1])
    if len(later) > MOST_PASSED_OVER or since.filter(_by_organisers(entry.tournament)).exists():
        return False
    return _rows(entry).isdisjoint(row for one in later for row in _rows(one))


def _left(tournament: Tournament) -> QuerySet[JournalEntry]:
    return tournament.journal.filter(undoes=None, undone_by=None).select_related("by")


def _by_organisers(tournament: Tournament) -> Q:
    """The opposite of `is_by_a_player`."""
    appointed = Appointment.objects.filter(tournament=tournament).values("user")
    roles = (
        ~Q(verb__in=PLAYERS_VERBS)
        | Q(by=tournament.owner_id)
        | Q(by__is_superuser=True)
        | Q(by__in=appointed)
    )
    if tournament.club_id is not None:
        roles |= Q(by__in=ClubRole.objects.filter(club=tournament.club_id).values("user"))
    return roles


def _rows(entry: JournalEntry) -> Rows:
    """The rows the action changed, made or is about."""
    data: dict[str, Any] = entry.image.data if hasattr(entry, "image") else {}
    rows: Rows = {(label, values["id"]) for label, values in data.get("kept", [])}
    rows |= {(label, pk) for label, pk in data.get("made", [])}
    rows |= {("events.tournament", name) for name in data.get("tournament", {})}
    about = {("events.match", entry.match_id), ("events.entry", entry.entry_id)}
    return rows | {(label, pk) for label, pk in about if pk is not None}
