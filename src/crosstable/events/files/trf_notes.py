"""Events that the results alone do not show, as the `###` lines of a report file.

From corrections and the journal: results decided or changed after a later round was paired, manual pairings,
and settings changed after the start.
"""

from collections.abc import Iterator, Mapping

from crosstable.engine import model as engine
from crosstable.engine.model import ByeKind, EntryId
from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.trf import (
    ManualNote,
    Note,
    RatingNote,
    RematchesNote,
    ResultNote,
    RoundsNote,
    TieBreaksNote,
    write_tie_breaks,
)
from crosstable.engine.trf.lines import BYES
from crosstable.events.bridge.results.corrected import ResultOrBye, from_json
from crosstable.events.bridge.tournament import OF_A_SWISS
from crosstable.events.models import ByeCode, Correction, JournalEntry, Match, Round, Tournament

Numbers = Mapping[EntryId, EntryId]
WITH_REMATCHES = "round.paired-with-rematches"
BY_HAND = (
    "draft.swapped",
    "pairing.swapped",
    "pairing.set",
    "pairing.undone",
    "pairing.bye-given",
    "round.repaired",
    "entry.late",
)
DECIDED = (
    "result.entered",
    "result.ruled",
    "result.confirmed",
    "result.reported",
    "result.changed",
    "walkover.given",
)
BYE_LETTERS = {kind: letter for letter, kind in BYES.items() if letter in "UFHZ"}
NO_ONE = EntryId(0)


def notes_about(
    tournament: Tournament, event: engine.Tournament, options: DutchOptions, numbers: Numbers
) -> list[Note]:
    """Return the notes. `event` has the numbers and rounds of the file; `numbers` are the entries' own."""
    last = len(event.rounds)
    rounds = Round.objects.filter(OF_A_SWISS, tournament=tournament, number__lte=last).order_by("number")
    paired_at = {round_.number: round_.drafted_revision for round_ in rounds}
    corrected = list(_corrections(tournament, numbers, paired_at))
    known = {(note.round, frozenset(note.game)) for note in corrected}
    late = [
        n
        for n in _late_decisions(tournament, numbers, paired_at)
        if (n.round, frozenset(n.game)) not in known
    ]
    by_hand = _pairings_by_hand(tournament, event, options, paired_at)
    rematches = _with_rematches(tournament, event, paired_at)
    return [*corrected, *late, *by_hand, *rematches, *_settings(tournament, paired_at)]


def _corrections(
    tournament: Tournament, numbers: Numbers, paired_at: Mapping[int, int]
) -> Iterator[ResultNote | RatingNote]:
    rows = Correction.objects.filter(
        match__round__tournament=tournament, match__round__number__in=paired_at, undone_at__isnull=True
    ).select_related("match__round")
    for row in rows:
        number, game = row.match.round.number, _game(row.match, numbers)
        before, after = _code(from_json(row.before)), _code(from_json(row.after))
        if row.is_of_ratings:
            yield RatingNote(number, game, before, after, row.reason)
        elif row.changes_standings:
            yield ResultNote(number, game, before, after, _since(number, row.number, paired_at), row.reason)


def _late_decisions(
    tournament: Tournament, numbers: Numbers, paired_at: Mapping[int, int]
) -> Iterator[ResultNote]:
    """Games that had another result, or none, when a later round was paired."""
    followed = {number: paired_at[number + 1] for number in paired_at if paired_at.get(number + 1)}
    if not followed:
        return
    entries = JournalEntry.objects.filter(
        tournament=tournament, verb__in=DECIDED, round_number__in=followed, match__isnull=False
    ).filter(number__gt=min(followed.values()))
    matches = Match.objects.select_related("round").in_bulk({entry.match_id for entry in entries})
    first: dict[int, JournalEntry] = {}
    last: dict[int, int] = {}
    for entry in entries.order_by("number"):
        match = matches.get(entry.match_id or 0)
        if match is not None and match.result and entry.number > followed[match.round.number]:
            first.setdefault(match.pk, entry)
            last[match.pk] = entry.number
    for pk, entry in first.items():
        match = matches[pk]
        before, number = str(entry.before.get("result", "")), match.round.number
        if before != match.result:
            yield ResultNote(
                number, _game(match, numbers), before, match.result, _since(number, last[pk], paired_at)
            )


def _since(number: int, changed: int, paired_at: Mapping[int, int]) -> int:
    """The first later round that was, or will be, paired with the change known."""
    later = (other for other, paired in paired_at.items() if other > number and paired > changed)
    return min(later, default=max(paired_at) + 1)


def _pairings_by_hand(
    tournament: Tournament, event: engine.Tournament, options: DutchOptions, paired_at: Mapping[int, int]
) -> Iterator[ManualNote]:
    changed = JournalEntry.objects.filter(
        tournament=tournament, verb__in=BY_HAND, undone_by__isnull=True, undoes__isnull=True
    ).values_list("number", "round_number", "verb", "after")
    known = ((at, number or 0, verb, after) for at, number, verb, after in changed)
    rounds = sorted({change[1] for change in known if _by_hand(*change, paired_at)})
    if not rounds:
        return
    checks = {check.number: check.theirs for check in check_rounds(event, options)}
    for number in rounds:
        yield ManualNote(number, tuple((white, black or NO_ONE) for white, black in checks.get(number, ())))


def _by_hand(
    at: int, number: int, verb: str, after: Mapping[str, object], paired_at: Mapping[int, int]
) -> bool:
    """Whether the change is part of the round as played: a draft paired again follows the rules."""
    gave_bye = verb == "entry.late" and after.get("how") != "play"
    return at > paired_at.get(number, at) and not gave_bye


def _with_rematches(
    tournament: Tournament, event: engine.Tournament, paired_at: Mapping[int, int]
) -> Iterator[RematchesNote]:
    """The rounds last paired with as few rematches as possible, each with its rematches."""
    entries = JournalEntry.objects.filter(
        tournament=tournament, verb=WITH_REMATCHES, number__in=paired_at.values(), undone_by__isnull=True
    )
    numbers = set(entries.values_list("number", flat=True))
    met: set[frozenset[EntryId]] = set()
    for round_ in event.rounds:
        if paired_at.get(round_.number) in numbers:
            games = (match.pairing for match in round_.matches if match.pairing.entries in met)
            yield RematchesNote(round_.number, tuple((game.first, game.second) for game in games))
        met |= {
            match.pairing.entries
            for match in round_.matches
            if match.result and match.result.first.was_played
        }


def _settings(tournament: Tournament, paired_at: Mapping[int, int]) -> Iterator[RoundsNote | TieBreaksNote]:
    start = min(paired_at.values(), default=None)
    if start is None:
        return
    edits = JournalEntry.objects.filter(tournament=tournament, verb="tournament.edited", number__gt=start)
    for entry in edits.order_by("number"):
        number = max(other for other, paired in paired_at.items() if paired < entry.number)
        if "total_rounds" in entry.after:
            totals = int(entry.before["total_rounds"]), int(entry.after["total_rounds"])
            yield RoundsNote(number, *totals, _since(0, entry.number, paired_at))
        if "tie_breaks" in entry.after:
            codes = (write_tie_breaks(side["tie_breaks"]) or "none" for side in (entry.before, entry.after))
            yield TieBreaksNote(number, *codes)


def _game(match: Match, numbers: Numbers) -> tuple[EntryId, EntryId]:
    second = numbers[EntryId(match.second_id)] if match.second_id is not None else NO_ONE
    return numbers[EntryId(match.first_id)], second


def _code(ending: ResultOrBye) -> str:
    return BYE_LETTERS[ByeKind(ending.value)] if isinstance(ending, ByeCode) else ending.code
