"""The journal as sentences, built when it is read, in the reader's language. An unknown verb is shown unchanged."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any

from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs import VERBS, Verb
from crosstable.events.bridge.verbs.labels import label_of
from crosstable.events.bridge.words import signed_words
from crosstable.events.models import ByeCode, JournalEntry, ResultCode, Role, Status
from crosstable.events.models.stock_names import shown_name
from crosstable.games import Rules
from crosstable.text import loaded_value, names_text, tr

# Words of codes that a sentence shows.
CODES: dict[str, type[Status | Role]] = {"status": Status, "role": Role}


def describe(entry: JournalEntry) -> str:
    return _sentence(entry, rules_of(entry.tournament))


def subject_of(entry: JournalEntry) -> str:
    """Return what the entry is about in the reader's language; an old entry has only the words of its moment."""
    subject = loaded_value(entry.subject_text)
    return subject if isinstance(subject, str) else shown_name(entry.subject)


def values_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values before or after an action, with the sentences among them worded for the reader."""
    return {name: loaded_value(value) for name, value in values.items()}


def _sentence(entry: JournalEntry, rules: Rules) -> str:
    if entry.undoes is not None and entry.undoes.undoes_id is None:
        return tr("Undone: {action}", action=_sentence(entry.undoes, rules))
    subject = subject_of(entry)
    if (verb := VERBS.get(entry.verb)) is not None:
        values = {**_values(entry, verb, rules), "subject": subject}
        return verb.variants.get(str(values.get(verb.varies_by)), verb.says).filled(**values)
    return f"{entry.verb} {subject}"


def _values(entry: JournalEntry, verb: Verb, rules: Rules) -> dict[str, Any]:
    """Return the values of the sentence: those after the action by their name, those before it as `old_…`."""
    before, after = values_of(entry.before), values_of(entry.after)
    values = {f"old_{name}": value for name, value in _with_words(before, rules).items()}
    values |= _with_words(after, rules)
    values |= rules.vocabulary.in_sentences
    values["reason"], values["has_reason"] = entry.reason, "yes" if entry.reason else ""
    values["has_games"] = "yes" if after.get("games") else ""
    values["games"] = ", ".join(map(str, after.get("games", ())))
    values["also"] = ", ".join(
        words
        for words, is_so in (("locked", after.get("lists") == "locked"), ("checked in", after.get("here")))
        if is_so
    )
    values["status_and_also"] = ", ".join(filter(None, (values["status_code"], values["also"])))
    values["report"] = _report(after)
    if "{fields}" in verb.says:
        values["fields"] = [label_of(name, entry, rules.vocabulary) for name in after] or "–"
    return values


def _with_words(values: dict[str, Any], rules: Rules) -> dict[str, Any]:
    """Add what a sentence says of these values."""
    more = {
        "result": _result(values),
        "number": values.get("table", values.get("board")),
        "pairings": values.get("tables"),
        "points": _points(values, rules),
    }
    for name, labels in CODES.items():
        code = values.get(name, "")
        more[f"{name}_code"] = code
        more[name] = labels(code).label if code in labels.values else code
    if isinstance(values.get("here"), list):
        more["here"] = names_text(values["here"])
    if isinstance(values.get("open"), list):
        more["open"] = names_text(values["open"])
    # Before 1.1 the words of a claim were stored: “by ann”.
    if isinstance(how := values.get("how"), str) and how.startswith("by "):
        more["how"] = {"by its link": "link", "by the e-mail address": "email"}.get(how, how)
        more["username"] = how.removeprefix("by ")
    return {**values, **more}


def _result(values: dict[str, Any]) -> str:
    if "bye" in values:
        return _label(ByeCode, values["bye"])
    if isinstance(values.get("score"), str):
        return str(values["score"])
    if "result" in values and "first_vp" not in values:
        return _label(ResultCode, values["result"])
    return f"{values.get('first_vp', '?')}–{values.get('second_vp', '?')}"


def _label(labels: type[ByeCode | ResultCode], code: str) -> str:
    return str(labels(code).label) if code in labels.values else str(code)


def _points(values: dict[str, Any], rules: Rules) -> str:
    """“−5 VP”. An entry before 1.1 has the words."""
    if "words" in values or "amount" not in values:
        return str(values.get("words", ""))
    with suppress(InvalidOperation, TypeError, ValueError):
        return rules.penalty_words(signed_words(Decimal(values["amount"])))
    return str(values["amount"])


def _report(values: dict[str, Any]) -> str:
    """Who reported is named first, with the numbers of that side first. Old entries do not name the reporter."""
    if "reporter" not in values:
        return ""
    if values.get("winner"):
        return "won"
    return "drawn" if str(values.get("result", "")).startswith(ResultCode.DRAW) else "named"


def names_in(entry: JournalEntry) -> Callable[[str], str]:
    """Return a function that names the values of this entry."""
    vocabulary = rules_of(entry.tournament).vocabulary
    return lambda name: label_of(name, entry, vocabulary)
