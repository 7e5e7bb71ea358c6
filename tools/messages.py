"""The messages of the product: extract them, update and compile the translations, and make the pseudo-language.

    python tools/messages.py extract            list every message in src/crosstable/locale/crosstable.pot
    python tools/messages.py update de          add new messages to src/crosstable/locale/de
    python tools/messages.py compile            compile every translation (building the package does it, too)
    python tools/messages.py pseudo FOLDER      write the pseudo-language xx into FOLDER

Python is read by its syntax tree, templates by Django, row templates by Jinja2 and scripts by a
pattern.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "crosstable"
LOCALE = SOURCE / "locale"
# Functions that mark a sentence, with the positions (or names) of the sentence and of its plural.
MARKS: dict[str, tuple[int, int | str | None]] = {
    "tr": (0, None),
    "trn": (0, 1),
    "forms": (0, 1),
    "say": (0, None),
    "refusal": (1, "plural"),
}


class Message(NamedTuple):
    one: str
    many: str | None
    place: str


def messages() -> list[Message]:
    return [*in_python(), *in_templates(), *in_rows(), *in_scripts()]


def in_python() -> Iterator[Message]:
    call = re.compile(rf"\b(?:{'|'.join(MARKS)})\(")  # parsing the other files takes twice as long
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if call.search(text) else ():
            if isinstance(node, ast.Call) and (found := marked(node)):
                yield Message(*found, f"{path.relative_to(SOURCE)}:{node.lineno}")


def marked(call: ast.Call) -> tuple[str, str | None] | None:
    """Return the sentence that this call marks, and its plural."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name not in MARKS:
        return None
    first, second = MARKS[name]
    one = _text(call.args[first]) if len(call.args) > first else None
    if isinstance(second, str):
        many = next((_text(keyword.value) for keyword in call.keywords if keyword.arg == second), None)
    else:
        many = _text(call.args[second]) if second is not None and len(call.args) > second else None
    return (one, many) if one else None


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def in_templates() -> Iterator[Message]:
    import django
    from django.conf import settings
    from django.template import engines

    if not settings.configured:  # a test has its own settings, and starts servers in its environment
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crosstable.settings")
        os.environ.setdefault("CROSSTABLE_SECRET_KEY", "extract")
        os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")
        django.setup()
    from crosstable.web.templatetags.texts import TextTag

    folder = SOURCE / "web" / "templates"
    for path in sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".txt")):
        name = str(path.relative_to(folder))
        template = engines["django"].get_template(name)
        for tag in template.template.nodelist.get_nodes_by_type(TextTag):
            yield Message(tag.one, tag.many, f"web/templates/{name}")


def in_rows() -> Iterator[Message]:
    from jinja2 import Environment
    from jinja2.ext import extract_from_ast

    for path in sorted(SOURCE.rglob("*.jinja")):
        tree = Environment(autoescape=True).parse(path.read_text())
        for line, function, found in extract_from_ast(tree, ("tr", "trn"), babel_style=False):
            if found[0]:
                many = found[1] if function == "trn" else None
                yield Message(found[0], many, f"{path.relative_to(SOURCE)}:{line}")


def in_scripts() -> Iterator[Message]:
    from crosstable.web.script_texts import script_messages

    yield from (Message(*found) for found in script_messages())


def catalogue(locale: str | None = None) -> Catalog:
    made = Catalog(locale=locale, project="Crosstable", charset="utf-8")
    for one, many, place in messages():
        name, _, line = place.partition(":")
        made.add((one, many) if many else one, locations=[(name, int(line or 0))])
    return made


# Placeholders, tags, entities and Django's own placeholders stay as they are.
KEPT = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&#?\w+;|%\(\w+\)[sd]|%[sd])")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)


def pseudo(text: str) -> str:
    """Return the sentence in the pseudo-language: other letters, a third longer, in brackets."""
    if not text.strip():
        return text
    parts = KEPT.split(text)
    changed = "".join(part if number % 2 else part.translate(LETTERS) for number, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    return f"⟦{changed}{'·' * (letters // 3)}⟧"


def write_pseudo(folder: Path) -> None:
    """Write the language xx: our own messages, and those of Django."""
    import django

    target = folder / "xx" / "LC_MESSAGES"
    target.mkdir(parents=True, exist_ok=True)
    # Django words forms and dates, passwords, and “3 minutes ago” in a catalogue each.
    made = Catalog(locale="en", charset="utf-8")
    for part in ("conf", "contrib/auth", "contrib/humanize"):
        path = Path(django.__file__).parent / part / "locale/en/LC_MESSAGES/django.po"
        with path.open("rb") as file:
            for message in _translated(read_po(file)):
                if message.id:
                    made.add(message.id, message.string, context=message.context)
    _write(made, target / "django.mo")
    _write(_translated(catalogue()), target / "crosstable.mo")


def _translated(source: Catalog) -> Catalog:
    made = Catalog(locale="en", charset="utf-8")
    for message in source:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            texts = tuple(pseudo(form) for form in forms)
            made.add(message.id, texts if len(texts) > 1 else texts[0], context=message.context)
    return made


def _write(made: Catalog, path: Path) -> None:
    with path.open("wb") as file:
        write_mo(file, made)


def compile_all(folder: Path = LOCALE) -> None:
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as file:
            _write(read_po(file), path.with_suffix(".mo"))


def update(code: str) -> None:
    path = LOCALE / code / "LC_MESSAGES" / "crosstable.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        with path.open("rb") as file:
            current = read_po(file, locale=code)
        current.update(catalogue())
    else:
        current = catalogue(code)
    with path.open("wb") as file:
        write_po(file, current, width=120, sort_by_file=True, ignore_obsolete=True)


def main(words: list[str]) -> None:
    match words:
        case ["extract"]:
            LOCALE.mkdir(exist_ok=True)
            with (LOCALE / "crosstable.pot").open("wb") as file:
                write_po(file, catalogue(), width=120, sort_by_file=True)
        case ["update", code]:
            update(code)
        case ["compile"]:
            compile_all()
        case ["pseudo", folder]:
            write_pseudo(Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
