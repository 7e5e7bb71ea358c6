"""Every refusal has a whole sentence, and is raised with exactly the values that its sentence needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

from crosstable.accounts import errors as account_errors
from crosstable.accounts.errors import Declared, refusal
from crosstable.events import errors as event_errors
from crosstable.events import play_errors
from crosstable.games import Vocabulary
from crosstable.games.model import Noun

SOURCE = Path(__file__).parents[1] / "src" / "crosstable"
MODULES = (account_errors, event_errors, play_errors)
DECLARED = {
    name: kind
    for module in MODULES
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Declared) and kind is not Declared
}
# Their whole sentence is written where they are raised, in the words of what went wrong there.
WORDED_BY_THE_CALLER = {"CannotMerge", "DeletionBlocked", "StepWaits", "BadLineUp", "NoMatchToCall"}


def example(kind: type[Declared], name: str) -> object:
    """Something that the placeholder can show: a time, a number, names, or a word."""
    specs = {field: spec for _, field, spec, _ in Formatter().parse(kind.says + kind.plural) if field}
    if name == "vocabulary":
        return Vocabulary()
    if name == "names":
        return ["Ann", "Bo"]
    if "%" in (specs.get(name) or ""):
        return datetime(2026, 3, 1, 14, 3, tzinfo=UTC)
    return 1234 if name == "count" or specs.get(name) == "," else f"({name})"


@pytest.mark.parametrize("name", DECLARED)
def test_a_declared_refusal_is_a_whole_sentence_with_its_values_filled_in(name):
    kind = DECLARED[name]
    values = {keyword: example(kind, keyword) for keyword in kind.keywords}
    sentences = [str(kind(**values))]
    if kind.plural:
        one = {"count": 1} if "count" in values else {"names": ["Ann"]}
        sentences.append(str(kind(**values | one)))
        assert sentences[0] != sentences[1]
    for sentence in sentences:
        assert "{" not in sentence
        if name not in WORDED_BY_THE_CALLER:
            assert sentence[0] in "“(" or sentence[0].isupper() or sentence[0].isdigit(), sentence
            assert sentence.endswith((".", ")")), sentence


@pytest.mark.parametrize("name", DECLARED)
def test_a_declared_refusal_takes_no_other_values_than_those_of_its_sentence(name):
    kind = DECLARED[name]
    values = {keyword: example(kind, keyword) for keyword in kind.keywords}
    with pytest.raises(TypeError):
        kind(**values, misspelt="x")
    if values:
        with pytest.raises(TypeError):
            kind(**dict(list(values.items())[1:]))


def test_one_is_singular_and_every_other_number_is_plural():
    waiting = refusal("waiting", "{count} match of {stage} waits.", plural="{count} matches of {stage} wait.")
    assert [str(waiting(stage="Pools", count=count)) for count in (0, 1, 2)] == [
        "0 matches of Pools wait.",
        "1 match of Pools waits.",
        "2 matches of Pools wait.",
    ]
    absent = refusal("absent", "{names} is absent.", plural="{names} are absent.")
    assert [str(absent(names=names)) for names in (["Ann"], ["Ann", "Bo"])] == [
        "Ann is absent.",
        "Ann and Bo are absent.",
    ]


def test_the_place_of_a_match_is_named_in_the_words_of_the_game():
    free = refusal("free", "{Table} {number} is free, as are other {tables}.")
    assert (
        str(free(vocabulary=Vocabulary(Noun.typed("Pitch", "Pitches")), number=4))
        == "Pitch 4 is free, as are other Pitches."
    )


def raised() -> Iterator[tuple[str, str, ast.Call | None]]:
    """Where a declared refusal is made: called, or raised as it is."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        imported = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in {module.__name__ for module in MODULES}
            for alias in node.names
        }
        for node in ast.walk(tree):
            call = node if isinstance(node, ast.Call) else None
            made = (
                node.func if isinstance(node, ast.Call) else node.exc if isinstance(node, ast.Raise) else None
            )
            if isinstance(made, ast.Name) and made.id in imported & DECLARED.keys():
                yield f"{path.relative_to(SOURCE)}:{made.lineno}", made.id, call


def test_every_raise_in_the_source_has_the_keywords_of_the_declaration():
    wrong = []
    for place, name, call in raised():
        given = {keyword.arg for keyword in call.keywords} - {"field"} if call else set()
        if (call and call.args) or given != DECLARED[name].keywords:
            wrong.append((place, name, sorted(map(str, given))))
    assert wrong == []


def test_every_declared_refusal_is_raised():
    assert DECLARED.keys() - {name for _, name, _ in raised()} == set()
