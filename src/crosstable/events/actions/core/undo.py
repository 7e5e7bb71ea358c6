"""Undo: from the newest action backwards. Each undo is a new journal entry that points to the entry it undid.

How an action is undone is declared with its verb (bridge/verbs): rows that it changed are restored (row_images.py),
and what moved more than that has a function in INVERSES. A verb that is not declared, from a file of another version,
cannot be undone, and neither can anything before it. Organisers undo what organisers did; a player's action only when
they ask for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError
from django.db.models import ProtectedError, Q, QuerySet
from django.utils import timezone

from crosstable.accounts.models import ClubRole, User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.core.row_images import restore
from crosstable.events.actions.ratings.rerating import rerate_round
from crosstable.events.actions.results.corrections import withdraw_correction
from crosstable.events.bridge.verbs import VERBS, Undo, verbs_that
from crosstable.events.bridge.verbs.sentences import describe, subject_of
from crosstable.events.errors import BadValue
from crosstable.events.models import ActionImage, Appointment, Correction, JournalEntry, Round, Tournament
from crosstable.events.permissions import RULE, RUN, Capability, role_of
from crosstable.events.play_errors import CannotBeUndone, IsAPlayersAction, NothingToUndo, NotTheLast
from crosstable.text import tr

UNKNOWN = tr("Reverse it manually. The history shows what it was before.")


@dataclass(frozen=True, slots=True)
class Undoing:
    """An action being undone. `image` holds the rows it changed, as they were before."""

    act: Action
    entry: JournalEntry
    image: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Inverse:
    run: Callable[[Undoing], None]
    # Independent: can be undone although other things happened since.
    at_any_time: bool = False
    # Needs the rows stored with the entry.
    needs_image: bool = True


def inverse_of(code: str) -> Inverse | None:
    """Return how to undo the verb; None if it is never undone, or came in a file and is unknown here."""
    verb = VERBS.get(code)
    return INVERSES.get(verb.undo) if verb else None


def why_not(code: str) -> str:
    verb = VERBS.get(code)
    return verb.why_not if verb else UNKNOWN


def rows_come_back(undoing: Undoing) -> None:
    restore(undoing.act.tournament, undoing.image)


def rounds_and_their_ratings(undoing: Undoing) -> None:
    """Make the ledger follow the rounds: none of a round's games while it is open, all of them once it is closed
    again."""
    keys = [values["id"] for label, values in undoing.image.get("kept", []) if label == "events.round"]
    closed_at = dict(Round.objects.filter(pk__in=keys).values_list("pk", "closed_at"))
    rows_come_back(undoing)
    for round_ in Round.objects.filter(pk__in=keys).select_related("tournament__club").order_by("number"):
        round_.closed_at = round_.closed_at or closed_at.get(round_.pk)
        if round_.closed_at is not None:
            rerate_round(round_)


def correction(undoing: Undoing) -> None:
    tournament, number = undoing.act.tournament, undoing.entry.number
    rows = Correction.objects.select_related("match__round__tournament__club")
    withdraw_correction(undoing.act, rows.get(match__round__tournament=tournament, number=number))


INVERSES: Mapping[Undo, Inverse] = {
    Undo.ROWS: Inverse(rows_come_back),
    Undo.ROUNDS_AND_RATINGS: Inverse(rounds_and_their_ratings),
    Undo.CORRECTION: Inverse(correction, at_any_time=True, needs_image=False),
}


# How many actions of players are checked before the newest one is offered instead.
MOST_PASSED_OVER = 50
# In addition to everything about one match: these change a mark of one entry and nothing another entry depends on.
CHECK_INS = {"entry.checked-in", "entry.check-in-undone"}
PLAYERS_VERBS = verbs_that(lambda verb: verb.by_players)
Rows = set[tuple[str, Any]]


def newest(tournament: Tournament) -> JournalEntry | None:
    """Return the newest action that is not undone, ignoring the entries that undo."""
    entry = _newest_left.first(tournament.pk)
    if entry is not None:
        entry.tournament = tournament
    return entry


PASSED_OVER = verbs_that(lambda verb: verb.undo is Undo.PASSED_OVER)
_newest_left = CompiledQuery(
    lambda tournament_id: (
        JournalEntry.objects.filter(tournament=tournament_id, undoes=None, undone_by=None)
        .exclude(verb__in=PASSED_OVER)
        .select_related("by")
        .order_by("-number")[:1]
    ),
    int,
)


def is_by_a_player(entry: JournalEntry) -> bool:
    """Whether a player did it: an action players can do, by code or by an account without a role here.

    Actions only organisers can do stay theirs when they lose their role or the event is imported elsewhere.
    """
    if entry.verb not in PLAYERS_VERBS:
        return False
    return entry.by is None or role_of(entry.by, entry.tournament) is None


def next_to_undo(tournament: Tournament) -> JournalEntry | None:
    """Return the newest action of an organiser if it can be undone independently, else the newest action."""
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
    """Whether it can be undone alone: one match or check-in, and since then only players acted, on other rows."""
    verb = VERBS.get(entry.verb)
    if verb is None or (verb.about != ("match",) and entry.verb not in CHECK_INS):
        return False
    since = _left(entry.tournament).filter(number__gt=entry.number).select_related("image")
    later = list(since.order_by("number")[: MOST_PASSED_OVER + 1])
    if len(later) > MOST_PASSED_OVER or since.filter(_by_organisers(entry.tournament)).exists():
        return False
    return _rows(entry).isdisjoint(row for one in later for row in _rows(one))


def _left(tournament: Tournament) -> QuerySet[JournalEntry]:
    rows = tournament.journal.filter(undoes=None, undone_by=None).exclude(verb__in=PASSED_OVER)
    return rows.select_related("by")


def _by_organisers(tournament: Tournament) -> Q:
    """Return the opposite of `is_by_a_player` as a query condition."""
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
    """Return the rows the action changed, created or is about."""
    data: dict[str, Any] = entry.image.data if hasattr(entry, "image") else {}
    rows: Rows = {(label, values["id"]) for label, values in data.get("kept", [])}
    rows |= {(label, pk) for label, pk in data.get("made", [])}
    rows |= {("events.tournament", name) for name in data.get("tournament", {})}
    about = {("events.match", entry.match_id), ("events.entry", entry.entry_id)}
    return rows | {(label, pk) for label, pk in about if pk is not None}


LONGEST_REASON = 300
ERASED = tr(
    "The earlier values are no longer stored: the event was imported as a file since then, or an account was deleted."
)


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be undone next. `why_not` is empty if it can be; `player` names the player who did it and is
    empty if an organiser did."""

    entry: JournalEntry
    sentence: str
    why_not: str
    player: str = ""


def offer(tournament: Tournament) -> Offer | None:
    """Return what Undo offers next: the newest action of an organiser, or of a player if that one blocks it. None if
    nothing is left."""
    entry = next_to_undo(tournament)
    return _offer_of(entry) if entry is not None else None


def players_offer(tournament: Tournament) -> Offer | None:
    """Return the newest action, if a player did it; only a request with `players_action` undoes it."""
    entry = newest(tournament)
    return _offer_of(entry) if entry is not None and is_by_a_player(entry) else None


def _offer_of(entry: JournalEntry) -> Offer:
    player = player_who_did(entry) if is_by_a_player(entry) else ""
    return Offer(entry, describe(entry), _why_not(entry, inverse_of(entry.verb)), player)


def player_who_did(entry: JournalEntry) -> str:
    return entry.who or "a player"


def undo(
    *,
    tournament: Tournament,
    by: User,
    number: int | None = None,
    reason: str = "",
    players_action: bool = False,
) -> JournalEntry:
    """Undo the action of that number, which must be the newest left unless it is independent; without a number the
    one `offer` shows. A player's action is undone only with `players_action`, and the player is notified. Returns the
    entry undone. Raises NothingToUndo, NotTheLast, CannotBeUndone, IsAPlayersAction."""
    return _undo(tournament, by, RUN, number, reason, players_action)


def undo_correction(*, correction: Correction, by: User, reason: str = "") -> JournalEntry:
    """Undo a correction; needs the permission to correct. Raises CannotBeUndone."""
    return _undo(correction.match.round.tournament, by, RULE, correction.number, reason, True)


def _undo(
    tournament: Tournament,
    by: User,
    needs: Capability,
    number: int | None,
    reason: str,
    players_action: bool,
) -> JournalEntry:
    with action(tournament, by, needs) as act:
        if len(reason.strip()) > LONGEST_REASON:
            raise BadValue(
                tr("The reason has at most {longest_reason} characters.", longest_reason=LONGEST_REASON),
                "reason",
            )
        entry = _wanted(act.tournament, number)
        inverse = inverse_of(entry.verb)
        if reasons := _why_not(entry, inverse):
            raise CannotBeUndone(what=describe(entry), why=reasons)
        if not players_action and entry.by_id != by.pk and is_by_a_player(entry):
            raise IsAPlayersAction(number=entry.number, what=describe(entry), who=player_who_did(entry))
        assert inverse is not None
        try:
            inverse.run(Undoing(act, entry, _image(entry)))
        except (ProtectedError, IntegrityError) as error:
            raise CannotBeUndone(what=describe(entry), why=tr("A later change depends on it.")) from error
        act.record(
            "undone",
            subject_of(entry),
            before=entry.after,
            after=entry.before,
            reason=reason.strip(),
            round_number=entry.round_number,
            undoes=entry,
        )
    return entry


def _wanted(tournament: Tournament, number: int | None) -> JournalEntry:
    if number is None:
        wanted = next_to_undo(tournament)
        if wanted is None:
            raise NothingToUndo()
        return wanted
    last = newest(tournament)
    entry = tournament.journal.select_related("by", "undoes", "undone_by__by").filter(number=number).first()
    if entry is None:
        raise BadValue(tr("The history has no entry {number}.", number=number), "number")
    inverse = inverse_of(entry.verb)
    if hasattr(entry, "undone_by"):
        raise CannotBeUndone(
            what=describe(entry), why=tr("It was undone already{by}.", by=_by(entry.undone_by))
        )
    entry.tournament = tournament
    in_order = last is None or last.number == number or (inverse is not None and inverse.at_any_time)
    if last is not None and not in_order and not is_independent(entry):
        raise NotTheLast(
            number=number, last=describe(last), by=last.by.get_username() if last.by else "automatic"
        )
    return entry


def _by(entry: JournalEntry) -> str:
    who = f" by {entry.by.get_username()}" if entry.by else ""
    return f"{who} at {timezone.localtime(entry.at):%H:%M}"


def _why_not(entry: JournalEntry, inverse: Inverse | None) -> str:
    if inverse is None:
        return why_not(entry.verb)
    return ERASED if inverse.needs_image and not _image(entry) else ""


def _image(entry: JournalEntry) -> dict[str, Any]:
    image = ActionImage.objects.filter(entry=entry).first()
    return image.data if image else {}
