"""No sentence of pages, refusals or the journal has a fixed word for the place of a match: the word is the game's.

The walk of the crossings reads every page of every game; this finds also what is said only when something goes wrong.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from crossings.foreign_words import NOT_READ, TAG, TEXT_ATTRIBUTES

SOURCE = Path(__file__).parents[1] / "src" / "crosstable"
PLACE = re.compile(r"\b(?:boards?|tables?)\b", re.IGNORECASE)
FILLED_IN = re.compile(r"\{[^{}]*\}")
IN_TEMPLATES = re.compile(r"(?s)\{% comment %\}.*?\{% endcomment %\}|\{%.*?%\}|\{\{.*?\}\}")
# Sentences marked for translation, in the tags of both kinds of templates.
MARKED = re.compile(r'(?:\{% trn? |\btrn?\()"([^"]*)"(?:,? "([^"]*)")?')
BRAND = "cross<b>table</b>"
# The boards of a team match are boards in every game, and a team has board points.
OF_TEAM_MATCHES = {
    "events/actions/event/details.py",
    "events/actions/people/lineups.py",
    "events/actions/results/by_code.py",
    "events/actions/results/team_boards.py",
    "events/files/printing/pairings.py",
    "events/files/uploads/template.py",
    "events/models/rounds.py",
    "events/models/tournament.py",
    "events/queries/matches.py",
    "events/queries/people/my_matches.py",
    "events/bridge/settings/game_checks.py",
    "events/bridge/settings/stage_checks.py",
    "events/bridge/verbs/labels.py",
    "events/bridge/verbs/results.py",
    "web/lineups.py",
    "web/organiser/events.py",
    "web/organiser/match_pages.py",
    "web/public/codes.py",
    "web/result_form.py",
    "web/jinja/boards.jinja",
    "web/jinja/my_boards.jinja",
    "web/jinja/my_match.jinja",
    "web/jinja/pairings.jinja",
    "web/templates/organiser/match/boards.html",
    "web/templates/organiser/teams.html",
    "web/templates/player/line_up.html",
    "web/templates/public/by_code_boards.html",
    "web/templates/public/stages/matches.html",
}
# Tables and boards without seats: of Berger, of the database, names of fields, messages for programmers.
OTHERWISE = {
    "events/actions/core/row_images.py": {"It is not declared how undo treats this table"},
    "events/errors.py": {  # of team matches
        ": a board has been reported, so who sits where is fixed. An organiser can change it.",
        "This match is played on boards: give the result of each.",
        "You do not report board : no player sits at board . Report your own board, or all of them for the team.",
        "You do not report board : sits at board . Report your own board, or all of them for the team.",
    },
    "events/bridge/hall.py": {"a bye needs no board"},
    "web/templates/screens/screen.html": {"board board-main"},
    "web/templatetags/texts.py": {"Table", "Tables"},  # names of placeholders
    "web/organiser/pool_forms.py": {"Berger tables (FIDE), sides in balance"},
}


def sentences(path: Path) -> set[str]:
    text = path.read_text()
    found = _in_template(text) if path.suffix in (".html", ".jinja") else _in_code(ast.parse(text))
    return {" ".join(one.split()) for one in found if PLACE.search(one)}


def _in_template(text: str) -> Iterator[str]:
    read = NOT_READ.sub(" ", FILLED_IN.sub("", IN_TEMPLATES.sub(" ", text.replace(BRAND, ""))))
    yield from (*TAG.split(read), *TEXT_ATTRIBUTES.findall(read))
    yield from (FILLED_IN.sub("", sentence) for marked in MARKED.findall(text) for sentence in marked)


def _in_code(tree: ast.Module) -> Iterator[str]:
    """What is said has a space or begins with a capital; documentation is no part of it."""
    passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
            yield from _said("…".join(map(_written, node.values)))
        elif id(node) not in passed:
            yield from _said(_written(node))


def _written(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _said(text: str) -> Iterator[str]:
    for part in TAG.split(FILLED_IN.sub("", text)):
        if " " in part or part[:1].isupper():
            yield part


def test_no_sentence_has_a_word_of_its_own_for_where_a_match_is_played():
    files = [*(SOURCE / "events").rglob("*.py"), *(SOURCE / "web").rglob("*.py")]
    files += [*SOURCE.rglob("*.html"), *SOURCE.rglob("*.jinja")]
    named = {path.relative_to(SOURCE).as_posix(): path for path in files if "migrations" not in path.parts}
    found = {name: sentences(path) for name, path in named.items() if name not in OF_TEAM_MATCHES}
    assert {name: texts for name, texts in found.items() if texts - OTHERWISE.get(name, set())} == {}


def test_every_exception_is_one():
    assert [name for name in sorted(OF_TEAM_MATCHES) if not sentences(SOURCE / name)] == []
    assert {name: sentences(SOURCE / name) for name in OTHERWISE} == OTHERWISE
