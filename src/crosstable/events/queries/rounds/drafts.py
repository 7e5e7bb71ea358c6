"""What there is to know about a draft before it is published: is it still true, what did it have to bend."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, Notice
from crosstable.engine.pairing.bends import bends
from crosstable.engine.pairing.colors import REVIEW
from crosstable.events.models import Entry, Match, Round
from crosstable.events.queries.rounds.by_hand import as_engine, setting_of
from crosstable.events.records.rules import rules_of
from crosstable.events.records.tournament import load_tournament
from crosstable.events.records.words import points_words, record_words


@dataclass(frozen=True, slots=True)
class Differences:
    """Who is in the draft but no longer plays, and who plays but is not in it. By display name."""

    leavers: Sequence[str]
    missing: Sequence[str]

    @property
    def any(self) -> bool:
        return bool(self.leavers or self.missing)


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft beside the standings it was made from: every player's record, and the rules it bends."""

    records: dict[int, str]
    notices: tuple[Notice, ...]
    names: dict[int, str]


def draft_differences(round_: Round) -> Differences:
    paired = {pk for pair in round_.matches.values_list("first_id", "second_id") for pk in pair if pk}
    active = Entry.objects.filter(
        tournament=round_.tournament_id,
        checked_in_at__isnull=False,
        dropped_at__isnull=True,
        absent_since__isnull=True,
    )
    names = dict(active.values_list("pk", "display_name"))
    gone = Entry.objects.filter(pk__in=paired - names.keys()).values_list("display_name", flat=True)
    return Differences(list(gone), [name for pk, name in names.items() if pk not in paired])


def look_at_draft(round_: Round, matches: Sequence[Match]) -> Draft:
    state = load_tournament(round_.tournament, before_round=round_.number)
    pairings, byes = as_engine(matches)
    notices = bends(state, pairings, byes, setting_of(round_.tournament))
    has_vp = rules_of(round_.tournament).counts_points
    return Draft(
        records={
            id: record_words(h) if has_vp else points_words(h.score) for id, h in history_of(state).items()
        },
        notices=notices if has_vp else _with_reviews(notices, matches),
        names={entry.id: entry.name for entry in state.entries},
    )


def _with_reviews(notices: Sequence[Notice], matches: Sequence[Match]) -> tuple[Notice, ...]:
    """In chess a float is lawful and needs no word; colours the system itself asks to look at do."""
    kept = [notice for notice in notices if notice.rule != "gap"]
    known = {notice.entries for notice in kept if notice.rule == REVIEW}
    marked = [(EntryId(m.first_id), EntryId(m.second_id)) for m in matches if m.review and m.second_id]
    return (*kept, *(Notice(REVIEW, both) for both in marked if both not in known))
