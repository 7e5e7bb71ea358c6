"""The tags that mark sentences in templates."""

import pytest
from django.template import Context, Template, TemplateSyntaxError

from crosstable.games import Vocabulary
from crosstable.games.model import Noun


class Rules:
    vocabulary = Vocabulary(Noun.typed("<Pitch>"))


def rendered(source: str, **values: object) -> str:
    return Template(source).render(Context(values))


def test_values_are_escaped_and_the_sentence_is_not():
    assert rendered('{% tr "<b>{name}</b> won." name=name %}', name="<Ann>") == "<b>&lt;Ann&gt;</b> won."


def test_a_block_is_one_sentence_however_it_is_broken_into_lines():
    source = '{% tr url="/rules" %}\n  Read <a href="{url}">the\n  rules</a> first.\n{% endtr %}'
    assert rendered(source) == 'Read <a href="/rules">the rules</a> first.'


def test_a_tag_broken_before_its_end_is_the_same_sentence():
    source = '{% tr url="/rules" %}3 > 2: read <a\n  href="{url}"\n>the rules</a\n> first.{% endtr %}'
    assert rendered(source) == '3 > 2: read <a href="/rules">the rules</a> first.'


def test_the_number_decides_the_form_inline_and_in_a_block():
    inline = '{% trn "{count} player" "{count} players" count=n %}'
    block = "{% tr count=n %}<b>{count}</b> player{% plural %}<b>{count}</b> players{% endtr %}"
    assert [rendered(inline, n=n) for n in (0, 1, 2)] == ["0 players", "1 player", "2 players"]
    assert [rendered(block, n=n) for n in (1, 2)] == ["<b>1</b> player", "<b>2</b> players"]


def test_the_words_of_the_game_need_no_value_and_are_escaped():
    assert rendered('{% tr "{Table} {number}" number=4 %}', game=Rules()) == "&lt;Pitch&gt; 4"


def test_a_sentence_can_be_stored_in_a_variable():
    assert rendered('{% tr "Standings" as title %}<i title="{{ title }}">') == '<i title="Standings">'


@pytest.mark.parametrize(
    "source",
    [
        '{% tr "{name} won." %}',
        '{% trn "one" "many" %}',
        "{% tr %}{{ name }} won.{% endtr %}",
        '{% tr "Won" name %}',
    ],
)
def test_a_tag_without_its_values_is_refused_when_the_template_is_read(source):
    with pytest.raises(TemplateSyntaxError):
        Template(source)
