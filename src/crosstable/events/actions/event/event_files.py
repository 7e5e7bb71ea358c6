"""Importing an event from a file: all of it or nothing, in one transaction."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, cast

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from crosstable.accounts import limits
from crosstable.accounts.models import Membership, User
from crosstable.engine.errors import EngineError
from crosstable.engine.model import Outcome
from crosstable.events.actions.event.details import Details, check_details
from crosstable.events.actions.event.tournaments import free_slug
from crosstable.events.actions.people.persons import check_names
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.corrected import from_json, words
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_checks import check_stored
from crosstable.events.bridge.stages import stages_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, EventFileDamaged, EventIsHere, Refused
from crosstable.events.files.eventfile.reading import Document, read_event
from crosstable.events.files.eventfile.recognising import recognise
from crosstable.events.files.eventfile.rows import (
    CANNOT_BE,
    People,
    Rows,
    WrongValue,
    build_rows,
    read_value,
)
from crosstable.events.files.eventfile.writing import TRUE, carried_by_name
from crosstable.events.models import Correction, JournalEntry, PlayerRating, RatingChange, Round, Tournament
from crosstable.events.queries.rounds.drafts import basis_now
from crosstable.events.queries.standings.standings import standings_table
from crosstable.fields import ENTRY_FIELDS, control_character
from crosstable.games import GAMES
from crosstable.text import Text, tr

# Files one user may import per hour; parsing one is expensive.
MOST_FILES = 20
UNREADABLE = tr("{place} cannot be read.")
VERB = re.compile(r"[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)*")
# The exceptions that meaningless rows cause. Our own bugs would cause them, too; the file is refused anyway.
SENSELESS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, EngineError)


def import_event(
    *,
    data: bytes,
    by: User,
    as_copy: bool = False,
    everywhere: bool | None = None,
    confirmed: Collection[str] = (),
) -> Tournament:
    """Store the event of the file, owned by the importer. `everywhere`: a system administrator or the command line
    vouches for the file, so people are matched in the whole directory and its rated games count. Otherwise the event is
    unrated: a file can contain anything about anyone.

    Raises NotAnEventFile, EventFileTooBig, EventFileNewer, EventFileDamaged, EventIsHere, Busy, TooManyTries; OtherName
    unless it is confirmed.
    """
    wide = by.is_superuser if everywhere is None else everywhere
    if not wide:
        limits.take("event file", by.pk, most=MOST_FILES)
    document = read_event(data)
    _check_characters(document)
    try:
        with transaction.atomic():
            here = same_event(document)
            if here is not None and not as_copy:
                raise EventIsHere(name=here.name, slug=here.slug)
            people = recognise(document, by, wide)
            check_names(
                [(EntryDetails(n, fide_id=i), person) for i, n, person in people.by_number], confirmed
            )
            counts = wide and here is None
            tournament = _store(document, people, counts=counts)
            if counts:
                _count_in(tournament)
            verb = "tournament.imported" if here is None else "tournament.copied"
            return _record(tournament, document, verb, by)
    except (IntegrityError, DataError) as error:
        raise EventFileDamaged(problem=tr("Its rows contradict each other.")) from error


def _check_characters(document: Document) -> None:
    """Refuse names with characters that forms refuse, too. Raises EventFileDamaged."""
    one_line = [name for name, field in ENTRY_FIELDS.items() if not field.is_long]
    names = [(f"player {key[:20]}: name", person["name"]) for key, person in document.players.items()]
    for number, row in enumerate(document.rows.get("Entry", ()), start=1):
        names += [(f"Entry {number}: {name}", row.get(name)) for name in one_line]
    for where, name in names:
        if isinstance(name, str) and (character := control_character(name)):
            problem = tr("{place} has a control character ({character}).", place=where, character=character)
            raise EventFileDamaged(problem=problem)


def restore_event_file(*, data: bytes, owner: User, by: User) -> Tournament:
    """Restore a deleted event of this installation from its stored file. Its games are not rated yet."""
    document = read_event(data)
    tournament = _store(document, recognise(document, owner, everywhere=True, is_kept=True), counts=True)
    RatingChange.objects.filter(match__round__tournament=tournament).delete()
    return _record(tournament, document, "tournament.restored", by)


def same_event(document: Document) -> Tournament | None:
    """Return the event that was created, and first journaled, at exactly the same time."""
    first = next((row for row in document.rows.get("JournalEntry", ()) if row.get("number") == 1), {})
    try:
        created = read_value(_field("Tournament", "created_at"), document.tournament.get("created_at"))
        journaled = read_value(_field("JournalEntry", "at"), first.get("at"))
    except WrongValue:
        return None
    same = Tournament.objects.filter(created_at=created, journal__number=1, journal__at=journaled)
    return same.order_by("pk").first()


def _field(model: str, name: str) -> Any:
    return carried_by_name()[model].model._meta.get_field(name)


def _store(document: Document, people: People, *, counts: bool) -> Tournament:
    built = build_rows(document, people)
    tournament = cast(Tournament, built.by_model["Tournament"][0])
    _take_over(tournament, people)
    changes = cast(list[RatingChange], built.by_model["RatingChange"])
    if not counts:
        built.by_model["RatingChange"], tournament.is_rated = [], False
    _name_people(document, built)
    _check_ratings(changes)
    _save(built)
    return tournament


def _take_over(tournament: Tournament, people: People) -> None:
    if tournament.game not in GAMES:
        raise WrongValue(CANNOT_BE, value=tournament.game[:40]).at("Tournament: game")
    tournament.owner, tournament.slug = people.importer, free_slug(tournament.name)
    if not tournament.other_zone:  # it follows the installation, as in the one that wrote the file
        tournament.time_zone = ""
    try:
        check_details(Details.of(tournament), GAMES[tournament.game], least_rounds=1)
    except (BadValue, *SENSELESS) as error:
        raise _impossible("Tournament", error) from error


def _impossible(place: str, error: Exception) -> Refused:
    if isinstance(error, BadValue | EngineError):
        return EventFileDamaged(problem=tr("{place} cannot be used. {why}", place=place, why=str(error)))
    return EventFileDamaged(problem=tr("{place} cannot be used.", place=place))


def _name_people(document: Document, event_rows: Rows) -> None:
    """Store actors without an account here by name in the journal."""
    journal = document.rows.get("JournalEntry", [])
    for raw, row in zip(journal, cast(list[JournalEntry], event_rows.by_model["JournalEntry"]), strict=True):
        if row.by_id is None and not row.by_name:
            row.by_name = document.users.get(str(raw.get("by")), "")


def _save(event_rows: Rows) -> None:
    """Save the rows unchanged: no field is set to the present."""
    for rows in event_rows.by_model.values():
        for row in rows:
            row.save_base(raw=True, force_insert=True)
    for row, name, keys in event_rows.lists:
        getattr(row, name).set(keys)
    for round_ in Round.objects.filter(pk__in=[row.pk for row in event_rows.by_model["Round"]], basis=TRUE):
        round_.basis = basis_now(round_)
        round_.save(update_fields=["basis"])


def _record(tournament: Tournament, document: Document, verb: str, by: User) -> Tournament:
    tournament.revision += 1
    tournament.save(update_fields=["revision"])
    JournalEntry.objects.create(
        tournament=tournament,
        number=tournament.revision,
        at=timezone.now(),
        by=by,
        verb=verb,
        subject=tournament.name,
        after={"installation": document.installation, "written": document.written},
    )
    _check_sense(tournament)
    return tournament


def _check_sense(tournament: Tournament) -> None:
    """Check that everything on the pages can be computed: journal and corrections in words, stages, the standings."""
    _check_sides(tournament)
    for entry in tournament.journal.order_by("number"):
        if not VERB.fullmatch(entry.verb):
            raise WrongValue(CANNOT_BE, value=entry.verb[:40]).at(f"JournalEntry {entry.number}: verb")
        _check_readable(partial(describe, entry), UNREADABLE.filled(place=f"JournalEntry {entry.number}"))
    for stage in stages_of(tournament):
        try:
            check_stored(stage)
        except (BadValue, *SENSELESS) as error:
            raise _impossible(f"Stage {stage.number}: settings", error) from error
    for correction in Correction.objects.filter(match__round__tournament=tournament):
        unreadable = UNREADABLE.filled(place=f"Correction {correction.number}")
        for ending in (correction.before, correction.after):
            _check_readable(partial(_words, ending), unreadable)
    no_standings = tr("The standings cannot be calculated from its results.")
    _check_readable(partial(standings_table, tournament), no_standings)


def _words(ending: dict[str, Any]) -> str:
    return words(from_json(ending))


def _check_readable(reader: Callable[[], object], problem: Text) -> None:
    try:
        reader()
    except SENSELESS as error:
        raise EventFileDamaged(problem=problem) from error


def _check_sides(tournament: Tournament) -> None:
    """Refuse an entry that plays twice in a round, as first and as second side. The database checks each side alone."""
    for round_ in tournament.rounds.prefetch_related("matches"):
        sides: Iterable[int | None] = [s for m in round_.matches.all() for s in (m.first_id, m.second_id)]
        playing = [side for side in sides if side is not None]
        if len(set(playing)) != len(playing):
            raise EventFileDamaged(problem=tr("{round} pairs an entry twice.", round=round_))


HIGHEST = 5000
LARGEST_CHANGE = 200


def _check_ratings(changes: Sequence[RatingChange]) -> None:
    outcomes = {outcome.value for outcome in Outcome}
    for row in changes:
        in_range = 0 <= row.before <= HIGHEST and 0 <= row.after <= HIGHEST
        if not in_range or abs(row.change) > LARGEST_CHANGE or row.outcome not in outcomes:
            raise EventFileDamaged(
                problem=tr("No game can change a rating as {rows} says.", rows="RatingChange")
            )


def _count_in(tournament: Tournament) -> None:
    """Count the imported rating lines in the pool the event belongs to here; new players start with their rating from
    the file.

    A player already in the pool moves by the change of these games, so the rating stays the sum of the ledger.
    """
    pool, games = rules_of(tournament).rating_pool, defaultdict(list)
    changes = RatingChange.objects.filter(match__round__tournament=tournament).order_by("pk")
    for row in changes:
        row.pool = pool
        games[row.player_id].append(row)
    RatingChange.objects.bulk_update(changes, ["pool"])
    new = [PlayerRating(pool=pool, player_id=p, value=rows[0].before) for p, rows in sorted(games.items())]
    PlayerRating.objects.bulk_create(new, ignore_conflicts=True)
    standing = PlayerRating.objects.select_for_update().filter(pool=pool, player__in=games)
    ratings = list(standing.order_by("player_id"))
    for rating in ratings:
        rating.value += sum(change.change for change in games[rating.player_id])
        rating.games += len(games[rating.player_id])
    PlayerRating.objects.bulk_update(ratings, ["value", "games"])
    _tell_club(tournament, ratings)


def _tell_club(tournament: Tournament, ratings: Sequence[PlayerRating]) -> None:
    """Update the club's list from the ledger."""
    if tournament.club is None:
        return
    standing = {row.player_id: row for row in ratings}
    members = list(Membership.objects.select_for_update().filter(club=tournament.club, player__in=standing))
    for member in members:
        member.rating, member.games = standing[member.player_id].value, standing[member.player_id].games
    Membership.objects.bulk_update(members, ["rating", "games"])
