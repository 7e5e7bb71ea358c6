"""What the documents tell people to type exists, and their links lead somewhere.

The table of settings has its own test in test_operations_doc.py.
"""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from crosstable.cli.main import app

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), ROOT / "bench" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SCREENSHOTS = ROOT / "docs" / "screenshots"
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
named = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def shell_lines(text: str) -> list[str]:
    blocks = [body for language, body in FENCED.findall(text) if language in ("", "sh")]
    inline = INLINE.findall(FENCED.sub("", text))
    return [line.strip() for block in blocks for line in block.splitlines()] + inline


def commands(text: str, program: str) -> list[list[str]]:
    """The words after the program, without comments; settings before it and a path to it do not matter."""
    typed = re.compile(rf"(?:[A-Z_]+=\S+ )*(?:\S*/)?{program} (?=[a-z-])(.*)")
    return [shlex.split(m[1], comments=True) for line in shell_lines(text) if (m := typed.match(line))]


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text()
    return set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))


@named
def test_every_make_target_exists(document):
    words = [word for command in commands(document.read_text(), "make") for word in command]
    assert {word for word in words if "=" not in word} - make_targets() == set()


@named
def test_every_crosstable_command_and_option_exists(document):
    for words in commands(document.read_text(), "crosstable"):
        command, rest = find_command(words)
        is_group = hasattr(command, "commands") and not all(word.startswith("--") for word in rest)
        assert not is_group, f"crosstable {' '.join(words)}"
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in rest if word.startswith("--")} - known == set()


def find_command(words: list[str]) -> tuple[Any, list[str]]:
    """The command these words lead to (still a group if they stop or go astray), and what is left of them."""
    command: Any = typer.main.get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    return command, words


@named
def test_every_relative_link_resolves(document):
    links = [link for link in LINK.findall(document.read_text()) if "://" not in link]
    targets = [(document.parent / link).resolve() for link in links]
    # The pictures are taken from the running product; until there are any, naming them is enough.
    wanted = [t for t in targets if t.parent != SCREENSHOTS or SCREENSHOTS.exists()]
    assert [str(t.relative_to(ROOT)) for t in wanted if not t.exists()] == []


def test_the_names_of_the_glossary_are_in_the_code():
    rows = [line.split("|") for line in (ROOT / "docs" / "glossary.md").read_text().splitlines()]
    cells = [row[2] for row in rows if len(row) == 6]
    names = {part for cell in cells for name in INLINE.findall(cell) for part in re.findall(r"\w+", name)}
    assert len(names) > 80
    assert sorted(names - names_in_code()) == []


def names_in_code() -> set[str]:
    files = [*(ROOT / "src" / "crosstable").rglob("*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text()))]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    fields = {node.id for node in nodes if isinstance(node, ast.Name)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return defined | fields | attributes | {file.stem for file in files}


@named
def test_the_first_paragraph_names_the_reader(document):
    paragraph = document.read_text().split("\n\n")[1]
    assert re.search(r"\b[Ff]or (?:an?yone|[a-z]+s)\b", paragraph), paragraph


@named
def test_lines_have_at_most_120_characters(document):
    """A test name or an address that is longer cannot be broken."""
    lines = document.read_text().splitlines()
    long = [line for line in lines if len(line) > 120 and " " in line.strip(" -")]
    assert long == []


def test_the_readme_begins_with_the_two_commands():
    lines = shell_lines((ROOT / "README.md").read_text())
    assert [line.split("#")[0].strip() for line in lines[:2]] == ["make demo", "make test"]


def test_every_path_named_in_the_recipes_exists():
    """Paths are below the package, unless they start with a folder of the repository."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named_paths = re.findall(r"`([\w./-]+(?:/|\.py|\.md))`", text.split("## Recipes")[1])
    folders = (
        ROOT,
        ROOT / "src" / "crosstable",
        ROOT / "src" / "crosstable" / "events" / "files" / "uploads",
    )
    assert len(named_paths) > 30
    assert [path for path in named_paths if not any((folder / path).exists() for folder in folders)] == []


def test_every_file_and_name_in_the_architecture_exists():
    """A path may start in any folder; a name in the code has a capital or an underscore inside."""
    folders = [ROOT / name for name in ("src", "tests", "docs", "bench")]
    paths = [ROOT / "pyproject.toml", *folders, *(path for folder in folders for path in folder.rglob("*"))]
    known = {f"/{path.relative_to(ROOT)}{'/' * path.is_dir()}" for path in paths}
    source = "\n".join(path.read_text() for path in paths if path.suffix in (".py", ".js"))
    words = set(INLINE.findall(FENCED.sub("", (ROOT / "docs" / "architecture.md").read_text())))
    files = [word for word in words if re.fullmatch(r"\w[\w./-]*(?:/|\.(?:py|js|html|jinja|toml))", word)]
    names = [word.split("(")[0] for word in words if re.fullmatch(r"[A-Za-z]+[A-Z_]\w*(?:\(.*\))?", word)]
    assert (len(files) > 50, len(names) > 5) == (True, True)
    assert [file for file in files if not any(path.endswith(f"/{file}") for path in known)] == []
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []
