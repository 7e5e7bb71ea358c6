"""The journal as sentences, built when it is read. An unknown verb is shown unchanged rather than lost."""

from collections.abc import Callable
from typing import Any

from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs import VERBS
from crosstable.events.errors import named
from crosstable.events.models import ByeCode, JournalEntry, Policy, ResultCode, Role, Status
from crosstable.events.models.result import report_words
from crosstable.games import Vocabulary

# Values whose names depend on where a match is played.
PLACES = {"board": "{table}", "table": "{table}", "tables": "{tables}"}
APPOINTED = {Role.ORGANISER: "as organiser", Role.JUDGE: "as judge", Role.DESK: "for the desk"}
SETTINGS = {
    "boards": "{tables}",
    "own_boards": "own {tables}",
    "board_rule": "rule of {tables}",
    "board_kinds": "kinds of {tables}",
}


def describe(entry: JournalEntry) -> str:
    return _sentence(entry, rules_of(entry.tournament).words)


def _sentence(entry: JournalEntry, words: Vocabulary) -> str:
    if entry.undoes is not None and entry.undoes.undoes_id is None:
        return f"Undone: {_sentence(entry.undoes, words)}"
    # An unknown verb may have come in a file: it is text, never a template.
    known = VERBS.get(entry.verb)
    template = known.says if known else entry.verb.replace("{", "{{").replace("}", "}}") + " {subject}"
    return words.say(
        template,
        subject=entry.subject,
        before=entry.before,
        after=entry.after,
        vp=_vp(entry.after),
        vp_before=_vp(entry.before),
        report=_report(entry),
        correction=_correction(entry),
        games=", ".join(map(str, entry.after.get("games", ()))) or "taken back",
        status=_status(entry.after.get("status", "")),
        because=f": {entry.reason}" if entry.reason else "",
        open=named([str(place) for place in entry.after.get("open", [])]),
        locked=", lists locked" if entry.after.get("lists") == "locked" else "",
        checked_in=_checked_in(entry.after.get("here", [])),
        appointed=APPOINTED.get(entry.after.get("role", ""), "to run the event"),
        dismissed=f" ({role})" if (role := entry.before.get("role")) else "",
        changes=", ".join(map(names_in(entry, words), entry.after)) or "nothing",
    )


def names_in(entry: JournalEntry, words: Vocabulary | None = None) -> Callable[[str], str]:
    """Return a function that names the values of this entry. Entries about a match keep the names of their board
    values."""
    own = words or rules_of(entry.tournament).words
    places = PLACES if entry.match_id else PLACES | SETTINGS
    return lambda name: own.say(places[name]) if name in places else name.replace("_", " ")


def _vp(values: dict[str, Any]) -> str:
    if isinstance(values.get("score"), str):
        return str(values["score"])
    if "result" in values and "first_vp" not in values:
        return ResultCode(values["result"]).label
    return f"{values.get('first_vp', '?')}–{values.get('second_vp', '?')}"


def _report(entry: JournalEntry) -> str:
    """“Eve reported 45–75, Bo won”: the reporter's numbers first. Older entries do not name the reporter."""
    values = entry.after
    if "reporter" not in values:
        return f"reported {_vp(values)}"
    score = report_words(values["reported"], values.get("winner", ""), values.get("result", ""))
    return f"{values['reporter']} reported {score}"


def _correction(entry: JournalEntry) -> str:
    if entry.verb != "result.corrected":
        return ""
    policy = entry.after.get("policy", "")
    if policy == Policy.NOTE_ONLY:
        return "note"
    if "bye" in entry.after:
        before, after = (ByeCode(values["bye"]).label for values in (entry.before, entry.after))
    else:
        before, after = _vp(entry.before), _vp(entry.after)
    reach = f" ({Policy(policy).label.lower()})" if policy in Policy.values else ""
    return f"corrected {before} → {after}{reach}"


def _checked_in(names: list[str]) -> str:
    return f", {named(names)} checked in" if names else ""


def _status(value: str) -> str:
    return Status(value).label if value in Status.values else value
