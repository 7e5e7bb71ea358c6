"""Sentences in the arguments that people read are marked for translation.

Only literals are checked: a name or a call brings its own mark.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from crosstable.text import OWN

SOURCE = OWN.parent
# The functions and the positions of the sentence; keywords that label a field of a form.
SENTENCES = {"BadValue": 0, "Slots": 1, "success": 1, "error": 1, "warning": 1, "info": 1}
LABELS = {"label", "help_text", "says"}
# Sentences and labels that a refusal shows: the functions and their positions.
PARTS = {
    "check_may": 1,
    "row_of": 1,
    "check_can": 3,
    "action": 3,
    "club_action": 3,
    "require": 0,
    "require_hall": 1,
    "require_stage": 1,
}
# Keywords of a refusal, or of the functions above.
PART_NAMES = {"about", "action", "limit", "now", "problem", "what", "who_may", "why"}
REFUSALS = {
    "BoardNotFree",
    "BoardStaysOpen",
    "CannotBeUndone",
    "EveningTooShort",
    "EventFileDamaged",
    "EventFileNewer",
    "EventFileTooBig",
    "IsARehearsal",
    "NoLiveRound",
    "NoMatchToCall",
    "NoSuchRound",
    "NotNow",
    "StageFixed",
    "Stale",
    "StepWaits",
    "WrongStatus",
}
# What the commands print and their help: the functions and the positions of the sentence.
COMMANDS = ("cli", "upkeep")
PRINTED = {"say": 0, "give_up": 0, "echo": 0, "prompt": 0, "confirm": 0, "stop": 1}
HELP = {"help", "prompt", "show_default"}
# The program's name, options and paths are the same in every language.
SAME = re.compile(r"^crosstable |--[a-z-]+|\./\w+")
# The API's descriptions are English; a migration is a record of the past.
ENGLISH = ("api", "events/migrations", "accounts/migrations")


def unmarked(path: Path) -> Iterator[str]:
    is_english = str(path.relative_to(SOURCE)).startswith(ENGLISH)
    is_command = str(path.relative_to(SOURCE)).startswith(COMMANDS)
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        owner = getattr(getattr(node.func, "value", None), "id", "")
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = SENTENCES.get(name)
        checked = [k.value for k in node.keywords if k.arg in LABELS] if not is_english else []
        if (
            place is not None
            and (name in ("BadValue", "Slots") or owner == "messages")
            and len(node.args) > place
        ):
            checked.append(node.args[place])
        checked += parts(node, name)
        checked += printed(node, name) if is_command else []
        for value in checked:
            if is_words(value):
                yield f"{path.relative_to(SOURCE)}:{value.lineno}"


def parts(call: ast.Call, name: str) -> Iterator[ast.expr]:
    if name in PARTS:
        yield from call.args[PARTS[name] : PARTS[name] + 1]
    if name in PARTS or name in REFUSALS:
        yield from (keyword.value for keyword in call.keywords if keyword.arg in PART_NAMES)


def printed(call: ast.Call, name: str) -> Iterator[ast.expr]:
    if name in PRINTED:
        yield from call.args[PRINTED[name] : PRINTED[name] + 1]
    yield from (keyword.value for keyword in call.keywords if keyword.arg in HELP)


def is_words(value: ast.expr) -> bool:
    if isinstance(value, ast.JoinedStr | ast.BoolOp):
        return any(is_words(part) for part in value.values)
    if isinstance(value, ast.IfExp):
        return is_words(value.body) or is_words(value.orelse)
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and any(map(str.isalpha, SAME.sub("", value.value)))
    )


def test_sentences_in_refusals_messages_and_labels_are_marked():
    assert [place for path in sorted(SOURCE.rglob("*.py")) for place in unmarked(path)] == []


def test_style_sheets_have_no_words():
    written = re.compile(r'content:[^"\n]*"[^"\n]*[A-Za-z]{2}')
    sheets = sorted(SOURCE.rglob("*.css"))
    assert sheets and [path.name for path in sheets if written.search(path.read_text())] == []
