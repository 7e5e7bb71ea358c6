"""The form for the result of a match, built from the shape of its results: for the desk and for players; for a
decision, a report and a correction; for a whole match and for the boards of a team match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from crosstable.engine.results import FORFEIT_CHOICES, USUAL, Field, Score
from crosstable.events.bridge.results.scores import (
    POINT_FIELDS,
    may_end_level,
    read_fields,
    read_score,
    shape_of_match,
)
from crosstable.events.bridge.team_boards import LineUp, color_word, line_ups_of, parts_of
from crosstable.events.errors import BadValue, Refused
from crosstable.events.models import Claim, Match, score_from_json
from crosstable.events.queries.matches import result_from
from crosstable.events.queries.people.lineups import is_secret
from crosstable.text import tr

WHOLE_MATCH = 0
NOTHING = ("", "–")
OUTCOMES = ("win", "draw", "loss")
NUMBER = {"inputmode": "numeric", "size": 4, "autocomplete": "off", "maxlength": 9}
MISSING = {"points": tr("Enter a number for: {label}"), "decided": tr("Choose the result.")}


@dataclass(frozen=True, slots=True)
class Board:
    """One board of the form: its players, and the rows to fill in, both sides of each next to each other."""

    number: int
    names: tuple[str, str]
    # The names of both sides, in a game that has them.
    colors: tuple[str, str]
    rows: list[tuple[str, list[forms.BoundField]]]
    not_played: forms.BoundField | None


class PlainSelect(forms.Select):
    """Django's select without a template per option.

    A player's page with five boards takes 4.4 core-milliseconds, not 8.3.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = (
            (key, mark_safe(" selected") if str(key) in chosen else "", label) for key, label in self.choices
        )
        shown = format_html_join("\n", '<option value="{}"{}>{}</option>', options)
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, attributes, shown)


class ResultForm(forms.Form):
    """The result of a match, or of some of its boards.

    `side` is the side of the player who fills it in, "first" or "second"; empty at the desk, which can also enter
    forfeits and the results an arbiter decides. `boards`: the numbers of the boards it asks about, or the whole match.
    """

    # If True, an empty form leaves the result unchanged.
    may_be_empty = False

    def __init__(
        self,
        match: Match,
        data: Any = None,
        *,
        side: str = "",
        boards: Sequence[int] = (WHOLE_MATCH,),
        **options: Any,
    ) -> None:
        super().__init__(data, **options)
        self.match, self.side, self.boards = match, side, boards
        self.shape = shape_of_match(match)
        self.is_decided = self.shape.kind == "decided"
        self.asks_for_two_numbers = [field.name for field in self.shape.fields()] == ["first", "second"]
        self.scores: list[Score] = []
        self.refused_field: str | None = None
        known = self._known()
        for board in boards:
            self._ask(board)
            self.initial.update(self._sent_as(board, known.get(board)))

    @property
    def board(self) -> int | None:
        """Return the board of a form about one board."""
        return self.boards[0] if self.has_boards and len(self.boards) == 1 else None

    @property
    def has_boards(self) -> bool:
        return WHOLE_MATCH not in self.boards

    @property
    def kind(self) -> str:
        """Return the kind of form: templates/organiser/match has one part for each."""
        if self.has_boards:
            return "boards"
        return self.shape.kind if self.shape.kind in MISSING else "fields"

    @property
    def part(self) -> str:
        return f"organiser/match/{self.kind}.html"

    @property
    def may_end_level(self) -> bool:
        return may_end_level(self.match)

    def _known(self) -> Mapping[int, Score]:
        """Return the scores shown initially; a player gets none for a whole match."""
        if self.has_boards:
            return {part.number: part.parsed_score for part in parts_of(self.match) if part.result}
        if self.side:
            return {}
        row = self.match if self.match.is_agreed else self.match.claims.first()
        return {WHOLE_MATCH: row.parsed_score} if row else {}

    def _ask(self, board: int) -> None:
        if self.side and board == WHOLE_MATCH:
            self.fields["outcome"] = forms.CharField(required=False)
        if self.is_decided and self.side and board == WHOLE_MATCH:
            return  # Only the winner is reported: a player has three buttons.
        for field in self.shape.fields():
            self.fields[self._name(field.name, board)] = self._field(field, board)
        if not self.side and not self.is_decided:
            self.fields[self._name("result", board)] = choice(tr("Not played"), [NOTHING, *FORFEIT_CHOICES])

    def _name(self, name: str, board: int) -> str:
        """Return the name of a field in pages, in reports stored on phones and in scripts.

        For a board, “first” is the side that fills it in.
        """
        if board != WHOLE_MATCH:
            return f"{name}_{board}"
        if self.side and self.asks_for_two_numbers and name in POINT_FIELDS:
            return "mine" if name == self.side else "theirs"
        return POINT_FIELDS.get(name, name) if self.shape.kind == "points" else name

    def _field(self, field: Field, board: int) -> forms.Field:
        if field.choices:
            offered = [choice for choice in field.choices if not self.side or choice[0] in USUAL]
            return choice(field.label, [NOTHING, *offered, *FORFEIT_CHOICES])
        made = forms.CharField(required=False, label=field.label, widget=forms.TextInput(attrs=NUMBER))
        made.widget.is_required = field.required
        if field.side and board == WHOLE_MATCH:
            if self.side:
                is_mine = field.side == self.side
                made.label = tr(
                    "{label}, {side}",
                    label=field.label,
                    side=tr("you") if is_mine else self._entry(field.side),
                )
            elif self.shape.kind == "points":
                made.label = self._entry(field.side)
        return made

    def _entry(self, side: str) -> str:
        return str(getattr(self.match, side))

    def rows(self, board: int = WHOLE_MATCH) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of both sides under one label; a player's own side first."""
        own = (board == WHOLE_MATCH and self.side) or "first"
        rows = [sorted(row, key=lambda field: field.side != own) for row in self.shape.rows()]
        return [(row[0].label, [self[self._name(field.name, board)] for field in row]) for row in rows]

    def sent_as(self, claim: Claim) -> Mapping[str, str]:
        """Return the fields and values of this form that repeat a side's report."""
        if not self.has_boards:
            return self._sent_as(WHOLE_MATCH, claim.parsed_score)
        reported = {n: score_from_json(board) for n, board in enumerate(claim.boards, start=1) if board}
        return {name: value for n in self.boards for name, value in self._sent_as(n, reported.get(n)).items()}

    def _sent_as(self, board: int, score: Score | None) -> dict[str, str]:
        """Return nothing for a score entered before the game was changed."""
        if score is None:
            return {}
        try:
            values = self.shape.to_fields(self._for_side(board, score))
        except (TypeError, ValueError):
            return {}
        return {self._name(name, board): value for name, value in values.items()}

    def _for_side(self, board: int, score: Score) -> Score:
        """Swap the score so that the side that fills in the form is first, or swap it back."""
        return score.swapped if self.side == "second" and board != WHOLE_MATCH else score

    def boards_asked(self) -> list[Board]:
        return [
            Board(n, self._names(n), self._colors(n), self.rows(n), self._not_played(n)) for n in self.boards
        ]

    @cached_property
    def _line_ups(self) -> tuple[LineUp, LineUp]:
        return line_ups_of(self.match)

    def _names(self, number: int) -> tuple[str, str]:
        """Return the players at this board; the opponent's is hidden from players until line-ups are due."""
        first, second = (line_up.name_at(number) for line_up in self._line_ups)
        mine, theirs = (second, first) if self.side == "second" else (first, second)
        return mine, "" if is_secret(self.match.round) and self.side else theirs

    def _colors(self, number: int) -> tuple[str, str]:
        is_second = self.side == "second"
        mine, theirs = (
            color_word(self.match, number, first_side=first) for first in (not is_second, is_second)
        )
        return mine, theirs

    def _not_played(self, number: int) -> forms.BoundField | None:
        return self[self._name("result", number)] if not self.side and not self.is_decided else None

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors and not (self.may_be_empty and not any(map(self._filled, self.boards))):
            self.scores = [score for board in self.boards if (score := self._read(board)) is not None]
        return values

    def _filled(self, board: int) -> dict[str, str]:
        """Return the values entered, under the names of the shape."""
        names = {"result", *(field.name for field in self.shape.fields())}
        return {name: value for name in names if (value := self.cleaned_data.get(self._name(name, board)))}

    def _read(self, board: int) -> Score | None:
        values = self._filled(board)
        if self._is_missing(values):
            return None
        try:
            return self._for_side(board, self._score(values))
        except BadValue as refused:
            name = self._name(refused.field or "", board)
            self.refused_field = "boards" if board else refused.field
            at = name if name in self.fields and not self.side and board == WHOLE_MATCH else None
            self.add_error(
                at, tr("Board {number}: {problem}", number=board, problem=refused) if board else str(refused)
            )
        return None

    def _score(self, values: Mapping[str, str]) -> Score:
        """Raises BadValue."""
        if (outcome := self.cleaned_data.get("outcome")) in OUTCOMES:
            return read_score(self.shape, result_from(outcome, first=self.side == "first"))
        if self.kind == "decided" and self.side:
            raise BadValue(tr("Choose the result."), "outcome")
        return read_fields(self.shape, values)

    def _is_missing(self, values: Mapping[str, str]) -> bool:
        """At the desk, add an error to each empty field, and return whether there is one."""
        if self.side or self.kind not in MISSING or values.get("result"):
            return False
        missing = [field for field in self.shape.fields() if field.name not in values]
        for field in missing:
            name = self._name(field.name, WHOLE_MATCH)
            self.add_error(name, MISSING[self.kind].filled(label=field.label))
        return bool(missing)

    def read(self) -> list[Score]:
        """Return the score of the match, or one per board, first side first. Raises BadValue."""
        if not self.is_valid():
            words = " ".join(str(error) for errors in self.errors.values() for error in errors)
            raise BadValue(words, self.refused_field)
        return self.scores

    def words(self) -> str:
        """Describe the scores entered, board by board."""
        return ", ".join(score.words for score in self.scores)

    def refuse(self, refusal: Refused) -> None:
        """Show a refusal, at its field if there is one. The form's own errors are shown already."""
        if self.is_valid():
            is_there = refusal.field in self.fields and not self.side
            # In other forms the field `result` is only for matches that were not played.
            is_about = refusal.field != "result" or self.kind in MISSING
            self.add_error(refusal.field if is_there and is_about else None, str(refusal))


def choice(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=PlainSelect, required=False, label=label)


def report_form(match: Match, data: Any = None, *, first: bool, board: int | None = None) -> ResultForm:
    """Return the form for a player: all boards of a team match, or one board."""
    side, boards = "first" if first else "second", boards_of(match)
    if board is not None and board in boards:
        # Both forms may be on one page.
        return ResultForm(match, data, side=side, boards=(board,), auto_id="own_%s")
    return ResultForm(match, data, side=side, boards=boards)


def boards_of(match: Match) -> Sequence[int]:
    """Return the numbers of the boards of a team match, or the whole match."""
    tournament = match.round.tournament
    return range(1, tournament.team_boards + 1) if tournament.has_boards else (WHOLE_MATCH,)


class RulingForm(ResultForm):
    """The result of a match as entered at the desk."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False)


def ruling_form(match: Match, data: Any = None) -> RulingForm:
    """Return the desk's form. A team match is entered board by board unless it was not played at all."""
    is_whole = data and data.get("result")
    boards = (WHOLE_MATCH,) if is_whole else boards_of(match)
    return RulingForm(match, data, boards=boards, initial={"version": match.version})
