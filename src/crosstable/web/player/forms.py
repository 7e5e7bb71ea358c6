"""What a player types in: how a match ended, asked as its shape asks it, and why a report is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from crosstable.engine.results import Field, Score
from crosstable.events.errors import BadValue
from crosstable.events.models import Match
from crosstable.events.queries.matches import result_from
from crosstable.events.records.results.said import may_end_level, read_fields, read_score, shape_of_match
from crosstable.web.board_forms import BoardsForm
from crosstable.whole_numbers import whole

OUTCOMES = ("win", "draw", "loss")
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Input:
    """One number to fill in. `name` is the shape's, or `mine` and `theirs` where there is one for each side."""

    name: str
    label: str
    field: Field
    value: str


@dataclass(frozen=True, slots=True)
class Row:
    """What is asked of both sides at once: mine, then theirs; drawn games are nobody's and stand alone."""

    label: str
    inputs: tuple[Input, ...]


class ReportForm:
    """Seen from the player: mine first, whoever is first at the table."""

    def __init__(self, match: Match, *, i_am_first: bool, data: Mapping[str, str] | None = None) -> None:
        self.match, self.i_am_first, self.data = match, i_am_first, data or {}
        self.shape = shape_of_match(match)
        # Who won is all there is to say: three buttons.
        self.is_decided = self.shape.kind == "decided"
        self.asks_for_two_numbers = [field.name for field in self.shape.fields()] == ["first", "second"]
        self.errors: list[str] = []

    def __iter__(self) -> Iterator[Row]:
        """What is wrong is said once, above: it has no fields with errors of their own."""
        return iter(())

    @property
    def non_field_errors(self) -> list[str]:
        return self.errors

    @property
    def may_end_level(self) -> bool:
        return may_end_level(self.match)

    @property
    def lower_wins(self) -> bool:
        return bool(getattr(self.shape, "lower_wins", False))

    @property
    def may_agree_to_draw(self) -> bool:
        return self.shape.may_agree_to_draw

    def rows(self) -> list[Row]:
        """The fields of both sides beside each other."""
        return [self._row(fields) for fields in self.shape.rows()]

    def _row(self, fields: Sequence[Field]) -> Row:
        mine = "first" if self.i_am_first else "second"
        ordered = sorted(fields, key=lambda field: field.side != mine)
        return Row(fields[0].label, tuple(self._input(field) for field in ordered))

    def _input(self, field: Field) -> Input:
        name, mine = self._name(field), "first" if self.i_am_first else "second"
        other = self.match.second if self.i_am_first else self.match.first
        whose = f", {'you' if field.side == mine else other}" if field.side else ""
        return Input(name, f"{field.label}{whose}", field, self.data.get(name, ""))

    def _name(self, field: Field) -> str:
        """Phones keep reports of two numbers as mine and theirs, and send them later."""
        if not self.asks_for_two_numbers:
            return field.name
        return "mine" if (field.side == "first") == self.i_am_first else "theirs"

    def said(self) -> Score:
        """Raises BadValue."""
        if (outcome := self.data.get("outcome", "")) in OUTCOMES:
            return read_score(self.shape, result_from(outcome, first=self.i_am_first))
        if self.is_decided:
            raise BadValue("Say how it ended.", "outcome")
        if self.asks_for_two_numbers:
            sides = ("mine", "theirs") if self.i_am_first else ("theirs", "mine")
            values = {name: self.data.get(side, "") for name, side in zip(SIDES, sides, strict=True)}
            return read_fields(self.shape, values)
        return read_fields(self.shape, self.data)


def report_form(match: Match, *, i_am_first: bool, data: Any = None) -> ReportForm | BoardsForm:
    """How a player says how this match ended: a team match board by board, or of the own board alone."""
    if match.round.tournament.has_boards:
        only = whole(data.get("board")) if data is not None else None
        boards = match.round.tournament.team_boards
        known = only if only is not None and 1 <= only <= boards else None
        return BoardsForm(match, data, is_second=not i_am_first, only=known)
    return ReportForm(match, i_am_first=i_am_first, data=data.dict() if data is not None else None)


class DisputeForm(forms.Form):
    reason = forms.CharField(max_length=300, required=False)
