"""Tags that mark the sentences of templates for translation (loaded for every template, settings.TEMPLATES).

    {% tr "Standings" %}
    {% tr "{name} has withdrawn." name=entry.name %}
    {% trn "{count} result is missing." "{count} results are missing." count=missing %}
    {% tr url=event.url name=event.name %}See <a href="{url}">{name}</a> for the times.{% endtr %}
    {% tr count=missing %}<b>{count}</b> result is missing.{% plural %}<b>{count}</b> results are missing.{% endtr %}
    {{ event.date|date:"j F Y" }}

Values are escaped, sentences are not: they are our own. The words of the event's game ({Table}, {Tables}, {table},
{tables}, {first}, {second}) need no value. `as name` at the end of an inline tag stores the sentence in a variable.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

from django import template
from django.template.base import FilterExpression, Node, Parser, TextNode, Token, token_kwargs
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from crosstable.languages import date_words
from crosstable.text import active, tr, trn

register = template.Library()
SPACE = re.compile(r"\s+")
# The formatter may put the > of a tag on its own line: no part of the sentence.
END_OF_TAG = re.compile(r"(<[^<>]*[^<>\s])\s+>")
GAME_WORDS = frozenset({"Table", "Tables", "table", "tables", "first", "second"})


@register.filter(expects_localtime=True)
def date(value: datetime.date | None, form: str) -> str:
    """Write a day or a moment in the reader's language. It replaces Django's filter."""
    return date_words(value, form) if value else ""


class TextTag(Node):
    def __init__(
        self, one: str, many: str | None, values: Mapping[str, FilterExpression], stored_as: str | None = None
    ) -> None:
        self.one, self.many, self.values, self.stored_as = one, many, values, stored_as
        names = {name for _, name, _, _ in Formatter().parse(one + (many or "")) if name}
        self.has_game_words = bool(names & GAME_WORDS - values.keys())
        if unknown := names - values.keys() - GAME_WORDS:
            raise template.TemplateSyntaxError(f"“{one}” has no value for {sorted(unknown)}")
        if many is not None and "count" not in values:
            raise template.TemplateSyntaxError(f"“{one}” depends on a number: it needs count=…")

    def render(self, context: template.Context) -> SafeString:
        if not self.values and not self.has_game_words:
            text = active().message(self.one)
        else:
            values: dict[str, Any] = {}
            if self.has_game_words:
                words = context["game"].vocabulary.in_sentences
                values = {name: conditional_escape(word) for name, word in words.items()}
            values |= {name: _shown(value.resolve(context), context) for name, value in self.values.items()}
            if self.many is None:
                text = tr(self.one, **values)
            else:
                count = self.values["count"].resolve(context)
                text = trn(self.one, self.many, **{**values, "count": count})
        shown = mark_safe(str(text))  # noqa: S308  our own sentence; its values are escaped
        if self.stored_as is None:
            return shown
        context[self.stored_as] = shown
        return SafeString("")


def _shown(value: Any, context: template.Context) -> Any:
    if isinstance(value, list | tuple):
        return [conditional_escape(one) for one in value]
    return conditional_escape(value) if context.autoescape else value


@register.tag(name="tr")
def tr_tag(parser: Parser, token: Token) -> TextTag:
    bits = token.split_contents()[1:]
    if bits and bits[0][0] in "\"'":
        return _inline(parser, bits, 1)
    values = _values(parser, bits)
    one = _block(parser, ("plural", "endtr"))
    many = None
    if parser.tokens and parser.next_token().contents == "plural":
        many = _block(parser, ("endtr",))
        parser.delete_first_token()
    return TextTag(one, many, values)


@register.tag(name="trn")
def trn_tag(parser: Parser, token: Token) -> TextTag:
    return _inline(parser, token.split_contents()[1:], 2)


def _inline(parser: Parser, bits: list[str], number: int) -> TextTag:
    texts = [bit[1:-1] for bit in bits[:number]]
    rest, stored_as = bits[number:], None
    if len(rest) >= 2 and rest[-2] == "as":
        rest, stored_as = rest[:-2], rest[-1]
    return TextTag(texts[0], texts[1] if number == 2 else None, _values(parser, rest), stored_as)


def _values(parser: Parser, bits: list[str]) -> dict[str, FilterExpression]:
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"tr takes name=value, not {' '.join(bits)}")
    return values


def _block(parser: Parser, ends: tuple[str, ...]) -> str:
    nodes = parser.parse(ends)
    if any(not isinstance(node, TextNode) for node in nodes):
        raise template.TemplateSyntaxError("The text of tr has {placeholders}, no tags or variables.")
    text = SPACE.sub(" ", "".join(node.s for node in nodes if isinstance(node, TextNode))).strip()
    return END_OF_TAG.sub(r"\1>", text)
