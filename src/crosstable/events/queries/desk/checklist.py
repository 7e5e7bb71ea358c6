"""The checklist for the evening before: what to correct before the event starts, each with the page to do it.

Read in three queries. It blocks nothing: the organiser decides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order, likeness_key
from crosstable.accounts.permissions import is_system_administrator
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import board_numbers, open_boards
from crosstable.events.bridge.stages import stages_of
from crosstable.events.errors import named
from crosstable.events.models import ByeRequest, Entry, StageKind, Tournament
from crosstable.events.queries.people.ratings import earned_rating
from crosstable.events.queries.rounds.live_rounds import blocked_tables
from crosstable.games import Use
from crosstable.text import tr, trn

# Ratings outside are typing errors in every pool: federations and clubs give none of them.
LOWEST_RATING, HIGHEST_RATING = 100, 3000
# At this difference the stronger player is expected to score ten times as much as the weaker.
FAR_FROM_KNOWN = 400
OLDEST_BACKUP = timedelta(days=1)
# Shorter words differ by a letter too often: Jan and Jon, II and III.
SHORTEST_MISTYPED = 4


@dataclass(frozen=True, slots=True)
class Problem:
    """`path`: the page where it is corrected, or where the reader finds how. `label`: the text of the link."""

    code: str
    sentence: str
    label: str
    path: str


def has_checklist(tournament: Tournament) -> bool:
    """Return whether there is something to prepare: the event has not started, and is no rehearsal."""
    return not (tournament.is_in_progress or tournament.is_complete or tournament.is_rehearsal)


def checklist(tournament: Tournament, newest_backup: datetime | None, by: User) -> list[Problem]:
    """Return the problems, those of the event before those of the installation; none once it has started."""
    if not has_checklist(tournament):
        return []
    entries = _expected(tournament)
    return [
        *_alike(tournament, entries),
        *_without_list(tournament, entries),
        *_implausible_ratings(tournament, entries),
        *_places(tournament, entries),
        *_backups(newest_backup, by),
    ]


def _expected(tournament: Tournament) -> list[Entry]:
    """The entries that have not withdrawn, by name, with what the checks need."""
    bye = ByeRequest.objects.filter(entry=OuterRef("pk"), round_number=1)
    rows = tournament.entries.filter(dropped_at__isnull=True).defer("list_text")
    annotated = rows.annotate(
        has_no_list=Q(list_text=""), earned=earned_rating(tournament), sits_out_first=Exists(bye)
    )
    return in_name_order(annotated)


def _alike(tournament: Tournament, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Find entries whose names are equal but for accents, order, case and one letter."""
    by_spelling: dict[str, Entry] = {}
    for entry in entries:
        spellings = _spellings(likeness_key(entry.display_name))
        other = next((by_spelling[one] for one in spellings if one in by_spelling), None)
        if other is not None:
            sentence = tr(
                "{name} and {other} may be the same player.",
                name=other.display_name,
                other=entry.display_name,
            )
            if tournament.has_teams:
                sentence = tr(
                    "{name} and {other} may be the same team.",
                    name=other.display_name,
                    other=entry.display_name,
                )
            newer = max(entry, other, key=lambda one: one.seed)
            yield Problem("alike", sentence, tr("Edit {name}", name=newer.display_name), _edit(newer))
        for one in spellings:
            by_spelling.setdefault(one, entry)


def _spellings(key: str) -> list[str]:
    """The key, and the key without one letter of a longer word: two of these are equal after one typing error."""
    words = key.split()
    return [
        key,
        *(
            " ".join((*words[:n], word[:i] + word[i + 1 :], *words[n + 1 :]))
            for n, word in enumerate(words)
            if len(word) >= SHORTEST_MISTYPED
            for i, letter in enumerate(word)
            if not letter.isdigit()
        ),
    ]


def _without_list(tournament: Tournament, entries: Sequence[Entry]) -> Iterator[Problem]:
    missing = [entry.display_name for entry in entries if entry.has_no_list]  # type: ignore[attr-defined]
    if missing and Use.LISTS in rules_of(tournament).uses:
        sentence = trn(
            "{count} army list is missing: {names}.",
            "{count} army lists are missing: {names}.",
            len(missing),
            names=named(missing),
        )
        yield Problem("lists", sentence, *_players(tournament))


def _implausible_ratings(tournament: Tournament, entries: Sequence[Entry]) -> Iterator[Problem]:
    for entry in entries:
        known = entry.earned  # type: ignore[attr-defined]
        path = tr("Edit {name}", name=entry.display_name), _edit(entry)
        if not entry.rating:
            continue
        if not LOWEST_RATING <= entry.rating <= HIGHEST_RATING:
            sentence = tr(
                "{name} has the rating {rating}. Ratings are usually from {lowest} to {highest}.",
                name=entry.display_name,
                rating=entry.rating,
                lowest=LOWEST_RATING,
                highest=HIGHEST_RATING,
            )
            yield Problem("rating", sentence, *path)
        elif known is not None and abs(entry.rating - known) > FAR_FROM_KNOWN:
            sentence = tr(
                "{name} is entered with the rating {rating}, but is rated {known} here.",
                name=entry.display_name,
                rating=entry.rating,
                known=known,
            )
            yield Problem("rating", sentence, *path)


def _places(tournament: Tournament, entries: Sequence[Entry]) -> Iterator[Problem]:
    """Check a round whose matches start together; pools and brackets call matches to boards as these get free."""
    stage, blocked = stages_of(tournament)[0], blocked_tables(tournament)
    rules = rules_of(tournament)
    numbers = board_numbers(stage)
    usable = set(open_boards(stage)) - blocked
    needed = sum(not entry.sits_out_first for entry in entries) // 2  # type: ignore[attr-defined]
    if numbers and stage.kind == StageKind.SWISS and needed > len(usable):
        sentence = rules.say(
            "Round 1 has more matches ({needed}) than open {tables} ({there}).",
            needed=needed,
            there=len(usable),
        )
        link = rules.say("Edit {tables}"), reverse("hall", args=[tournament.slug])
        yield Problem("tables", sentence, *link)
    for entry in entries:
        table = entry.fixed_table
        if table is not None and (table in blocked or (numbers and table not in usable)):
            sentence = rules.say(
                "{name} always plays at {table} {number}, which is not open.",
                name=entry.display_name,
                number=table,
            )
            yield Problem("fixed-seat", sentence, tr("Fixed seats"), reverse("seats", args=[tournament.slug]))


def _backups(newest: datetime | None, by: User) -> Iterator[Problem]:
    link = tr("About backups"), f"{reverse('help-guide', args=['operations'])}#backups"
    if is_system_administrator(by):
        link = tr("Health"), reverse("health")
    if newest is None:
        yield Problem("backup", tr("There is no backup of this installation."), *link)
    elif (age := datetime.now() - newest) > OLDEST_BACKUP:
        sentence = trn(
            "The last backup is {count} day old.", "The last backup is {count} days old.", age.days
        )
        yield Problem("backup", sentence, *link)
    if not settings.EMERGENCY_PACKS:
        sentence = tr("Emergency printouts are switched off: CROSSTABLE_PACKS is 0.")
        yield Problem("printouts", sentence, *link)


def _edit(entry: Entry) -> str:
    return reverse("edit-player", args=[entry.tournament.slug, entry.pk])


def _players(tournament: Tournament) -> tuple[str, str]:
    label = tr("Teams") if tournament.has_teams else tr("Players")
    return label, reverse("players", args=[tournament.slug])
