"""Sentences that can be translated. Below every other package, and without Django.

    tr("{name} has withdrawn.", name=entry.name)
    trn("{count} result is missing.", "{count} results are missing.", count)

The source language is British English: the pattern is the English sentence and the key of its translation. Write whole
sentences with named placeholders; never join parts. A list as a value is worded as a list (“Ann, Bo and Cy”);
`decimal(value, places)` writes a number.

`Text` is a `str` in the language that was active when it was made. `str(text)`, an f-string and a template show it in
the language active then. So a Text may be a constant of a module, raised in a refusal or cached. A join, `.lower()` or
JSON takes the characters as they are: call `str()` first where a constant is used so.

`docs/translation.md` explains the whole path, from marking a sentence to a new language.
"""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel import Locale

SOURCE = "en-gb"
# The translations of the product: <language>/LC_MESSAGES/crosstable.mo, compiled from the .po next to it.
OWN = Path(__file__).parent / "locale"
PLAIN_PATTERN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{[A-Za-z_]+\})*")


class Language:
    """A language: its messages, and how it writes lists and numbers (CLDR, by Babel)."""

    def __init__(self, code: str, messages: gettext.NullTranslations | None = None) -> None:
        self.code = code
        self._messages = messages
        self._known: dict[str, str] = {}

    def message(self, pattern: str) -> str:
        if self._messages is None:
            return pattern
        known = self._known.get(pattern)
        if known is None:
            known = self._messages.gettext(pattern)
            if known == pattern:
                # A sentence that is also the singular of another place stands in the catalogue as that.
                known = self._messages.ngettext(pattern, pattern, 1)
            self._known[pattern] = known
        return known

    def plural(self, one: str, many: str, count: int) -> str:
        if self._messages is None:
            return one if count == 1 else many
        return self._messages.ngettext(one, many, count)

    @cached_property
    def cldr(self) -> Locale:
        """The formats of this language. Babel is imported late: most commands need none."""
        from babel import Locale, UnknownLocaleError

        try:
            return Locale.parse(self.code, sep="-")
        except (UnknownLocaleError, ValueError):
            return Locale.parse(SOURCE, sep="-")

    @cached_property
    def decimal_sign(self) -> str:
        from babel.numbers import get_decimal_symbol

        return str(get_decimal_symbol(self.cldr))


ENGLISH = Language(SOURCE)
_active: ContextVar[Language] = ContextVar("language", default=ENGLISH)
active = _active.get


def catalogues() -> list[Path]:
    """Return the folders with translations: the product's own, and one to try out a translation."""
    more = os.environ.get("CROSSTABLE_LOCALE")
    return [OWN, Path(more)] if more else [OWN]


def languages_found() -> list[str]:
    """Return the codes of all languages, English first."""
    files = [path for folder in catalogues() for path in folder.glob("*/LC_MESSAGES/crosstable.mo")]
    return [SOURCE, *sorted({path.parts[-3].replace("_", "-").lower() for path in files})]


@cache
def language(code: str) -> Language:
    """Return the language of this code: “pt-br” is in the folder pt_BR."""
    if code == SOURCE:
        return ENGLISH
    first, _, country = code.partition("-")
    names = [f"{first}_{country.upper()}" if country else first]
    for folder in catalogues():
        if gettext.find("crosstable", folder, names):
            return Language(code, gettext.translation("crosstable", folder, names))
    raise LookupError(f"There is no translation {code}.")


def language_of_environment() -> Language:
    """Return the language of LC_ALL, LC_MESSAGES or LANG, such as pt_BR.UTF-8; English without a translation."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((value for name in names if (value := os.environ.get(name))), "")
    code = re.split("[.@]", wanted)[0].replace("_", "-").lower()
    for known in (code, code.partition("-")[0]):
        with suppress(LookupError):
            return language(known)
    return ENGLISH


def activate(wanted: Language) -> None:
    """Use this language from now on in this thread."""
    _active.set(wanted)


@contextmanager
def using(wanted: Language) -> Iterator[None]:
    """Use this language for a while: a mail is written in the language of its recipient."""
    before = _active.set(wanted)
    try:
        yield
    finally:
        _active.reset(before)


class Text(str):
    """A sentence with its values, shown in the language of the reader."""

    __slots__ = ("_count", "_language", "_many", "_pattern", "_values")
    _pattern: str
    _many: str | None
    _count: int
    _values: Mapping[str, Any] | None
    _language: Language

    def __str__(self) -> str:
        now = _active.get()
        if now is self._language:
            return str.__str__(self)
        return _worded(now, self._pattern, self._many, self._count, self._values)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __add__(self, other: str) -> str:
        return str(self) + str(other)

    def __radd__(self, other: str) -> str:
        return str(other) + str(self)

    def __mod__(self, values: Any) -> str:
        return str(str(self) % values)

    def __reduce__(self) -> tuple[Any, ...]:
        return _text, (self._pattern, self._many, self._count, self._values)

    def filled(self, /, **values: object) -> Text:
        """Return the sentence of a declared pattern with its values."""
        count = values.get("count", self._count) if self._many is not None else 0
        assert isinstance(count, int)
        return _text(self._pattern, self._many, count, {**(self._values or {}), **values})

    def to_json(self) -> dict[str, Any]:
        """Return what the database stores of a sentence: the pattern and its values, not the words of one language."""
        stored: dict[str, Any] = {"text": self._pattern}
        if self._many is not None:
            stored |= {"many": self._many, "count": self._count}
        if self._values:
            stored["values"] = {name: stored_value(value) for name, value in self._values.items()}
        return stored


def tr(pattern: str, /, **values: Any) -> Text:
    """Mark a sentence for translation. The values fill its {placeholders}; without values the braces stay."""
    return _text(pattern, None, 0, values or None)


def trn(one: str, many: str, /, count: int, **values: Any) -> Text:
    """Mark a sentence that depends on a number; {count} is the number. A language may have more than two forms."""
    return _text(one, many, count, {"count": count, **values})


def forms(one: str, many: str, /) -> Text:
    """Mark the two forms of a sentence whose number is not known yet: `filled(count=…)` chooses one."""
    return _text(one, many, 0, None)


def text_from_json(stored: Mapping[str, Any]) -> Text:
    """Return the sentence that `to_json` described. Raises ValueError, LookupError or TypeError if it is none.

    It may have come in a file: a placeholder is a name, so that it cannot read anything but its own values.
    """
    if not all(map(_is_safe, (stored["text"], stored.get("many") or ""))):
        raise ValueError("A stored sentence has plain names as placeholders.")
    values = {name: loaded_value(value) for name, value in stored.get("values", {}).items()} or None
    return _text(stored["text"], stored.get("many"), stored.get("count", 0), values)


def _is_safe(pattern: str) -> bool:
    return PLAIN_PATTERN.fullmatch(pattern) is not None


def stored_value(value: object) -> Any:
    """Return a value as JSON. Sentences stay sentences; anything else JSON lacks becomes a string."""
    if isinstance(value, Text):
        return value.to_json()
    if isinstance(value, dict):
        return {name: stored_value(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [stored_value(one) for one in value]
    if isinstance(value, bool | int | float | str | None):
        return value
    # A row may word itself by a sentence: “Round 3”.
    words = value.__str__()
    return words.to_json() if isinstance(words, Text) else words


def loaded_value(value: Any) -> Any:
    """Return a value that `stored_value` stored. What looks like a sentence and is none stays as it is."""
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            with suppress(ValueError, LookupError, TypeError, AttributeError):
                return text_from_json(value)
        return {name: loaded_value(one) for name, one in value.items()}
    return [loaded_value(one) for one in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """Return the value with every Text in it as a plain string, for JSON, spreadsheets and printouts."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, dict):
        return {plain(name): plain(one) for name, one in value.items()}
    return type(value)(map(plain, value)) if type(value) in (list, tuple) else value


def names_text(names: Iterable[object], *, most: int = 6) -> Text:
    """Mark a list of names, worded when it is read: “Ann, Bo and 3 more”."""
    shown = list(names)
    if len(shown) > most:
        shown[most:] = [trn("{count} more", "{count} more", len(shown) - most)]
    return _text("{names}", None, 0, {"names": shown})


def listed(items: Iterable[object], *, most: int | None = None) -> str:
    """Word a list: “Ann, Bo and Cy”, or “Ann, Bo and 3 more”."""
    shown = [str(item) for item in items]
    if most is not None and len(shown) > most:
        shown[most:] = [str(trn("{count} more", "{count} more", len(shown) - most))]
    if len(shown) < 2:
        return "".join(shown)
    from babel.lists import format_list

    return format_list(shown, locale=active().cldr)


def alternatives(items: Iterable[object]) -> str:
    """Word a choice: “1, 0 or =”."""
    shown = [str(item) for item in items]
    if len(shown) < 2:
        return "".join(shown)
    from babel.lists import format_list

    return format_list(shown, style="or", locale=active().cldr)


def decimal(value: float | Decimal | Fraction, places: int) -> str:
    """Write a number with this many decimal places, and the decimal sign of the language."""
    written = f"{float(value):.{places}f}"
    sign = active().decimal_sign
    return written if sign == "." else written.replace(".", sign)


class _Decimal:
    """A number that is written when it is read."""

    def __init__(self, value: float | Decimal | Fraction, places: int) -> None:
        self.value, self.places = value, places

    def __str__(self) -> str:
        return decimal(self.value, self.places).replace("-", "−")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def decimal_text(value: float | Decimal | Fraction, places: int) -> Text:
    """Return the number of `decimal`, written in the reader's language where the page was cached in another."""
    return _text("{number}", None, 0, {"number": _Decimal(value, places)})


def _text(pattern: str, many: str | None, count: int, values: Mapping[str, Any] | None) -> Text:
    now = _active.get()
    text = str.__new__(Text, _worded(now, pattern, many, count, values))
    text._pattern, text._many, text._count, text._values, text._language = pattern, many, count, values, now
    return text


def _worded(
    language: Language, pattern: str, many: str | None, count: int, values: Mapping[str, Any] | None
) -> str:
    wording = language.message(pattern) if many is None else language.plural(pattern, many, count)
    if values is None:
        return wording
    shown = {
        name: listed(value) if isinstance(value, list | tuple) else value for name, value in values.items()
    }
    try:
        return wording.format_map(shown)
    except (KeyError, IndexError, ValueError, AttributeError):
        if wording in (pattern, many):
            raise
        # A translation with a wrong placeholder shows the English sentence, never an error.
        return (pattern if many is None or count == 1 else many).format_map(shown)
