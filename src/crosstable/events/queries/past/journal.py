"""The journal for organisers: filtered by person, kind, round, words and time, and exported."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.engine.starting_numbers import name_key
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs import VERBS, Verb, verbs_that
from crosstable.events.bridge.verbs.labels import VALUES
from crosstable.events.bridge.verbs.sentences import describe, names_in, values_of
from crosstable.events.models import JournalEntry, Tournament
from crosstable.events.models.stock_names import shown_name
from crosstable.games import Vocabulary
from crosstable.text import plain, tr

# Primary keys for code that reads the journal.
NOT_SHOWN = ("next_matches",)


@dataclass(frozen=True, slots=True)
class JournalSearch:
    """Filters for entries; an empty one matches all. `by` is a username, `kind` the first half of a verb."""

    by: str = ""
    kind: str = ""
    round: int | None = None
    words: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One value of an entry, before and after; None on a side without a value."""

    name: str
    before: str | None
    after: str | None


def journal(tournament: Tournament, search: JournalSearch | None = None) -> QuerySet[JournalEntry]:
    """Return the entries newest first, with the people and the undone entries loaded."""
    rows = tournament.journal.select_related("by", "undoes", "undone_by__by").order_by("-number")
    return rows.filter(_narrowed(search, rules_of(tournament).vocabulary)) if search else rows


def _narrowed(search: JournalSearch, vocabulary: Vocabulary) -> Q:
    narrow = Q()
    if search.by:
        narrow &= Q(by__username__iexact=search.by)
    if search.kind:
        narrow &= _of_kind(search.kind)
    if search.round is not None:
        narrow &= Q(round_number=search.round)
    if search.since:
        narrow &= Q(at__gte=search.since)
    if search.until:
        narrow &= Q(at__lt=search.until)
    for word in search.words.split():
        narrow &= _says(word, vocabulary)
    return narrow


def _of_kind(first: str) -> Q:
    """Match all verbs with the same label on the page; `first` is the first half of one of them."""
    label = _label(first)
    alike = verbs_that(lambda verb: verb.kind.value == label)
    return Q(verb__in=alike) | Q(verb=first) | Q(verb__startswith=f"{first}.")


def _label(first: str) -> str:
    """Return the label of a verb's kind by the first half of the verb; works for unknown verbs too."""
    known = (verb.kind.value for code, verb in VERBS.items() if code.partition(".")[0] == first)
    return next(known, first)


def _says(word: str, vocabulary: Vocabulary) -> Q:
    """Search the names, the reason and the sentence itself: “closed” finds every closed round."""
    verbs = verbs_that(lambda verb: any(word.lower() in one for one in _fixed(verb, vocabulary)))
    return Q(subject__icontains=word) | Q(reason__icontains=word) | Q(verb__in=verbs)


def _fixed(verb: Verb, vocabulary: Vocabulary) -> list[str]:
    """The parts of a verb's sentences that are constant within an event, in lower case."""
    sentences = []
    for text in (verb.says, *verb.variants.values()):
        sentence = str(text)
        for name, place in vocabulary.of_places.items():
            sentence = sentence.replace(f"{{{name}}}", str(place))
        sentences.append("".join(part.rpartition("}")[2] for part in sentence.split("{")).lower())
    return sentences


def people_in(tournament: Tournament) -> list[str]:
    """Return the usernames of all who have acted in this event."""
    users = User.objects.filter(pk__in=tournament.journal.order_by().values("by").distinct())
    return sorted(users.values_list("username", flat=True), key=name_key)


def kinds_in(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the kinds of action in this journal, each once, by label."""
    verbs = tournament.journal.order_by().values_list("verb", flat=True).distinct()
    firsts = {verb.partition(".")[0] for verb in verbs}
    labels = {_label(first): first for first in sorted(firsts, reverse=True)}
    return sorted((first, rules_of(tournament).say(label)) for label, first in labels.items())


def rounds_in(tournament: Tournament) -> list[int]:
    numbers = tournament.journal.order_by().values_list("round_number", flat=True).distinct()
    return sorted(number for number in numbers if number is not None)


def changes(entry: JournalEntry) -> list[Change]:
    """Return the entry's values before and after, in the order they were written."""
    before, after = _with_score(values_of(entry.before)), _with_score(values_of(entry.after))
    names = list(dict.fromkeys([*before, *after]))
    names = [name for name in names if name not in NOT_SHOWN]
    names = [name for name in names if before.get(name) or after.get(name) not in (None, "", [])]
    label = names_in(entry)
    return [
        Change(
            label(name),
            _text(before[name], label) if name in before else None,
            _text(after[name], label) if name in after else None,
        )
        for name in names
    ]


def _with_score(values: Mapping[str, Any]) -> dict[str, Any]:
    """Merge both sides' victory points into one score: 77–74."""
    first, second = values.get("first_vp"), values.get("second_vp")
    if first is None or second is None:
        return dict(values)
    rest = {name: value for name, value in values.items() if name not in ("first_vp", "second_vp")}
    return {"score": f"{first}–{second}", **rest}


def _text(value: Any, label: Callable[[str], str] = str) -> str:
    """Format a value. `label` names nested values; exports keep the API's names."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return str(tr("yes") if value else tr("no"))
    if isinstance(value, list):
        return "; ".join(_text(item, label) for item in value) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{label(name)}: {_text(item, label)}" for name, item in value.items()) or "–"
    return str(value) if label is str else str(VALUES.get(str(value)) or shown_name(str(value)))


def as_data(rows: QuerySet[JournalEntry]) -> Iterator[dict[str, Any]]:
    """Yield every entry with its sentence and values, for a JSON export."""
    for entry in rows.iterator(chunk_size=500):
        yield {
            "number": entry.number,
            "at": timezone.localtime(entry.at).isoformat(),
            "by": entry.who or None,
            "verb": entry.verb,
            "sentence": str(describe(entry)),
            "round": entry.round_number,
            "match": entry.match_id,
            "entry": entry.entry_id,
            "stage": entry.stage_id,
            "reason": entry.reason,
            "before": plain(values_of(entry.before)),
            "after": plain(values_of(entry.after)),
            "undoes": entry.undoes.number if entry.undoes else None,
        }


def as_rows(rows: QuerySet[JournalEntry]) -> list[list[Any]]:
    """Return one row per entry for a table, values as “name: value”."""
    table: list[list[Any]] = [
        [
            *(str(tr("No.")), str(tr("Time")), str(tr("Who")), str(tr("What")), str(tr("Round"))),
            *(str(tr("Reason")), str(tr("Before")), str(tr("After")), str(tr("Undoes"))),
        ]
    ]
    for entry in as_data(rows):
        before, after = _text(entry["before"]), _text(entry["after"])
        values = [entry[name] for name in ("number", "at", "by", "sentence", "round", "reason")]
        table.append([*values, before, after, entry["undoes"]])
    return table
