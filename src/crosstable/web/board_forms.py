"""The boards of a team match, each asked as the shape of the game asks it: by the desk seen from the first side, by a
player seen from the own side."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from crosstable.engine.results import FORFEIT_CHOICES, USUAL, Field, ResultShape, Score
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Match, score_from_json
from crosstable.events.queries.people.lineups import is_secret
from crosstable.events.records.lineups import LineUp, color_word, line_ups_of
from crosstable.events.records.results.said import read_fields, shape_of_match

NOTHING = ("", "–")


@dataclass(frozen=True, slots=True)
class Board:
    """One board of the form: who sits there, and the rows to fill in, both sides of each beside each other."""

    number: int
    names: tuple[str, str]
    # Of both sides, in a game that has them.
    colors: tuple[str, str]
    rows: list[tuple[str, list[forms.BoundField]]]
    not_played: forms.BoundField | None


class PlainSelect(forms.Select):
    """Django's, without a template for every option: a page with the five boards of a player takes 4.4
    core-milliseconds instead of 8.3."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = (
            (key, mark_safe(" selected") if str(key) in chosen else "", label) for key, label in self.choices
        )
        shown = format_html_join("\n", '<option value="{}"{}>{}</option>', options)
        said = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, said, shown)


class BoardsForm(forms.Form):
    """`is_second`: filled in by the second side, whose numbers come first. Only the desk says what was not played.
    `only`: one board, reported by who sits there."""

    part = "organiser/match/boards.html"

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(max_length=300, required=False)

    def __init__(
        self,
        match: Match,
        data: Any = None,
        *,
        is_second: bool = False,
        at_desk: bool = False,
        only: int | None = None,
    ) -> None:
        # Both may stand on one page.
        super().__init__(data, initial={"version": match.version}, auto_id="own_%s" if only else "id_%s")
        self.match, self.is_second, self.at_desk = match, is_second, at_desk
        self.shape = shape_of_match(match)
        self.only = only
        self.numbers = range(1, match.round.tournament.team_boards + 1) if only is None else (only,)
        known = {part.number: part.said for part in match.parts.all() if part.result}
        for number in self.numbers:
            self._ask(number, known.get(number))

    def _ask(self, number: int, said: Score | None) -> None:
        shown = self._shown(said) if said else {}
        for field in self.shape.fields():
            self.fields[f"{field.name}_{number}"] = self._field(field, shown.get(field.name, ""))
        if self.at_desk and not self._is_decided:
            self.fields[f"result_{number}"] = forms.ChoiceField(
                choices=[NOTHING, *FORFEIT_CHOICES],
                widget=PlainSelect,
                required=False,
                label="Not played",
                initial=shown.get("result"),
            )

    def _field(self, field: Field, value: str) -> forms.Field:
        if field.choices:
            offered = [choice for choice in field.choices if self.at_desk or choice[0] in USUAL]
            choices = [NOTHING, *offered, *FORFEIT_CHOICES]
            return forms.ChoiceField(
                choices=choices, widget=PlainSelect, required=False, label=field.label, initial=value
            )
        return forms.CharField(max_length=9, required=False, label=field.label, initial=value, widget=NUMBER)

    @property
    def _is_decided(self) -> bool:
        """Who won is all that is asked, and what was not played stands among the answers."""
        return any(field.choices for field in self.shape.fields())

    def _shown(self, said: Score) -> dict[str, str]:
        return filled_in(self.shape, said.swapped if self.is_second else said)

    def sent_as(self, claim: Claim) -> Mapping[str, str]:
        """The fields of this form that say what a side claims."""
        reported = (
            (n, board) for n, board in enumerate(claim.boards, start=1) if board and n in self.numbers
        )
        boards = [(n, score_from_json(board)) for n, board in reported]
        return {f"{name}_{n}": value for n, said in boards for name, value in self._shown(said).items()}

    def boards_asked(self) -> list[Board]:
        return [
            Board(n, self._names(n), self._colors(n), self._rows(n), self._not_played(n))
            for n in self.numbers
        ]

    @cached_property
    def _line_ups(self) -> tuple[LineUp, LineUp]:
        return line_ups_of(self.match)

    def _names(self, number: int) -> tuple[str, str]:
        """Who sits there; nobody is named of the other side before line-ups are due."""
        first, second = (line_up.name_at(number) for line_up in self._line_ups)
        mine, theirs = (second, first) if self.is_second else (first, second)
        return mine, "" if is_secret(self.match.round) and not self.at_desk else theirs

    def _colors(self, number: int) -> tuple[str, str]:
        mine, theirs = (
            color_word(self.match, number, first_side=first) for first in (not self.is_second, self.is_second)
        )
        return mine, theirs

    def _rows(self, number: int) -> list[tuple[str, list[forms.BoundField]]]:
        rows = self.shape.rows()
        return [(row[0].label, [self[f"{field.name}_{number}"] for field in row]) for row in rows]

    def _not_played(self, number: int) -> forms.BoundField | None:
        return self[f"result_{number}"] if self.at_desk and not self._is_decided else None

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        self._read = [said for number in self.numbers if (said := self._board(number)) is not None]
        return values

    def _board(self, number: int) -> Score | None:
        end = f"_{number}"
        filled = {name: value for name, value in self.cleaned_data.items() if name.endswith(end) and value}
        try:
            said = read_fields(self.shape, {name.removesuffix(end): value for name, value in filled.items()})
        except BadValue as refused:
            self.add_error(None, f"Board {number}: {refused}")
            return None
        return said.swapped if self.is_second else said

    def boards(self) -> list[Score]:
        """As the match has them, first side first."""
        return self._read

    def words(self) -> str:
        """As they were filled in, board by board."""
        return ", ".join(said.words for said in self._read)


NUMBER = forms.TextInput(attrs={"inputmode": "numeric", "size": 4, "autocomplete": "off"})


def filled_in(shape: ResultShape, said: Score) -> dict[str, str]:
    """What a form shows of a score; nothing of one told before another game was chosen."""
    try:
        return shape.to_fields(said)
    except (TypeError, ValueError):
        return {}
