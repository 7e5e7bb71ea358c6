"""The organiser's word about a match, asked as the shape of its result asks: a part of the page for each kind of form.

Two numbers and a plain result keep the names they have always had; any other shape brings its fields.
"""

from collections.abc import Mapping
from typing import Any

from django import forms

from crosstable.engine.results import ResultShape, Score
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, ResultCode
from crosstable.events.records.results.said import (
    FORFEITS,
    for_journal,
    read_fields,
    shape_of_match,
    understand,
)
from crosstable.web.board_forms import BoardsForm, filled_in

NOT_PLAYED = [("", "–"), *((code.value, code.label) for code in FORFEITS)]


class _Ruling(forms.Form):
    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=300, required=False)

    def __init__(self, shape: ResultShape, data: Any = None, *, said: Score | None, version: int) -> None:
        self.shape = shape
        super().__init__(data, initial={**(self.sent_as(said) if said else {}), "version": version})

    def sent_as(self, said: Score) -> Mapping[str, object]:
        """The fields of this form that say so."""
        return for_journal(said)


def ask_for_whole(form: forms.Form, shape: ResultShape) -> None:
    """What is said of a number that is missing or none, in the word the game has for what is counted."""
    counted = shape.fields()[0].label
    wrong = {"invalid": f"{counted.capitalize()} are whole numbers.", "required": f"Enter the {counted}."}
    for name in ("first_vp", "second_vp"):
        if name in form.fields:
            form.fields[name].error_messages |= wrong
            form.fields[name].label = f"{counted.capitalize()}, {name.removesuffix('_vp')} side"


class PointsRuling(_Ruling):
    """Both scores, or a result of a match that was not played: one side forfeits, or both lose."""

    part = "organiser/match/points.html"
    first_vp = forms.IntegerField(required=False)
    second_vp = forms.IntegerField(required=False)
    result = forms.ChoiceField(choices=NOT_PLAYED, required=False)

    def __init__(self, shape: ResultShape, data: Any = None, *, said: Score | None, version: int) -> None:
        super().__init__(shape, data, said=said, version=version)
        ask_for_whole(self, shape)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not values.get("result"):
            for name in ("first_vp", "second_vp"):
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, self.fields[name].error_messages["required"])
        return values

    def said(self) -> Score:
        """A forfeit counts before numbers. Raises BadValue."""
        values = self.cleaned_data
        if values["result"]:
            return understand(self.shape, None, None, values["result"])
        return understand(self.shape, values["first_vp"], values["second_vp"], None)

    def words(self) -> str:
        values = self.cleaned_data
        if values["result"]:
            return str(ResultCode(values["result"]).label)
        return f"{values['first_vp']}–{values['second_vp']}"


class DecidedRuling(_Ruling):
    part = "organiser/match/decided.html"
    result = forms.ChoiceField(choices=ResultCode.choices, error_messages={"required": "Choose the result."})

    def said(self) -> Score:
        """Raises BadValue."""
        return understand(self.shape, None, None, self.cleaned_data["result"])

    def words(self) -> str:
        return str(ResultCode(self.cleaned_data["result"]).label)


class ShapeRuling(_Ruling):
    """The fields of the shape, both sides beside each other; or a result of a match that was not played."""

    part = "organiser/match/fields.html"
    result = forms.ChoiceField(choices=NOT_PLAYED, required=False, label="Not played")

    def __init__(self, shape: ResultShape, data: Any = None, *, said: Score | None, version: int) -> None:
        super().__init__(shape, data, said=said, version=version)
        for field in shape.fields():
            self.fields[field.name] = forms.CharField(max_length=9, required=False, label=field.label)

    def sent_as(self, said: Score) -> Mapping[str, object]:
        return filled_in(self.shape, said)

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """What is asked of both sides at once, under one label."""
        return [(row[0].label, [self[field.name] for field in row]) for row in self.shape.rows()]

    def filled_fields(self) -> dict[str, str]:
        """What was filled in about the result."""
        names = ("result", *(field.name for field in self.shape.fields()))
        return {name: str(value) for name in names if (value := self.cleaned_data.get(name))}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        try:
            self.read = read_fields(self.shape, self.filled_fields())
        except BadValue as refused:
            self.add_error(refused.field if refused.field in self.fields else None, str(refused))
        return values

    def said(self) -> Score:
        return self.read

    def words(self) -> str:
        return self.read.words


Ruling = PointsRuling | DecidedRuling | ShapeRuling
BY_KIND: Mapping[str, type[Ruling]] = {"points": PointsRuling, "decided": DecidedRuling}


def ruling_form(match: Match, data: Any = None) -> Ruling | BoardsForm:
    """How an organiser says how this match ended. A team match is told board by board, unless nobody plays it."""
    tournament = match.round.tournament
    if tournament.has_boards and not (data and data.get("result")):
        return BoardsForm(match, data, at_desk=True)
    shape, claim = shape_of_match(match), match.claims.first()
    said = match.said if match.is_agreed else claim.said if claim else None
    form = BY_KIND.get(shape.kind, ShapeRuling)(shape, data, said=said, version=match.version)
    for name, side in (("first_vp", match.first), ("second_vp", match.second)):
        if name in form.fields:
            form.fields[name].label = str(side)
    return form
