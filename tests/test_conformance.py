"""The page about conformance is what the command writes, and every test it names exists."""

from __future__ import annotations

import ast

from conformance import ACCEPTANCE, PAGE, ROOT, named_tests, page


def test_the_page_is_what_the_command_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_test_it_names_exists() -> None:
    gone = [name for name in named_tests() if name.split("::")[1] not in _tests_in(name.split("::")[0])]
    assert gone == []


def test_yes_is_said_only_with_a_test() -> None:
    assert [point for point, answer, why in ACCEPTANCE if (answer == "yes") != ("::" in why)] == []


def _tests_in(path: str) -> set[str]:
    module = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef)}
