"""Forms of a pool stage. They parse; the actions decide what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import escape

from crosstable.engine.pairing.round_robin import BoardRule, Distribution, Rounds
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings
from crosstable.events.models import Entry, Stage
from crosstable.events.queries.stages.advancing import stage_after
from crosstable.events.queries.stages.participants import all_advance_warning, pools_proposed
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.forms import WordedForm

POINTS = ("win", "draw", "loss")
TABLES = [
    (Rounds.CIRCLE.value, tr("Circle method")),
    (Rounds.BERGER.value, tr("Berger tables (FIDE), sides in balance")),
]
RULES = [
    (
        BoardRule.FORMULA.value,
        tr("Formula: match by match to the next {table}, starting one {table} later in each round"),
    ),
    (BoardRule.BALANCED.value, tr("Balanced: each plays on every {table} equally often, as far as possible")),
]
WAYS = [
    (Distribution.SNAKE.value, tr("Snake: keeps strong players apart")),
    (Distribution.DEAL.value, tr("Deal: one after the other")),
]
WHOLE = {"invalid": tr("Enter a whole number."), "required": tr("Enter a number.")}


class SetupForm(WordedForm):
    """How the stage is played, and the points of each result."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    name = forms.CharField(max_length=60, label=tr("Name of the stage"))
    boards = forms.IntegerField(min_value=1, error_messages=WHOLE, label=tr("{Tables}"))
    own_boards = forms.BooleanField(
        required=False, label=tr("Each pool has this number of {tables} to itself")
    )
    board_rule = forms.ChoiceField(choices=RULES, required=False, label=tr("Assignment of {tables}"))
    board_kinds = forms.CharField(
        required=False,
        max_length=400,
        label=tr("Kinds of {tables}"),
        help_text=tr("From {table} 1 on, separated by commas: “stream, stream, quiet”."),
    )
    rounds = forms.ChoiceField(choices=TABLES, label=tr("Order of the rounds"))
    double = forms.BooleanField(required=False, label=tr("All opponents meet twice, with sides exchanged"))
    per_pool = forms.IntegerField(min_value=0, error_messages=WHOLE, label=tr("Advance from each pool"))
    next_best = forms.IntegerField(min_value=0, error_messages=WHOLE, label=tr("And of the next best"))
    win = forms.DecimalField(min_value=0, max_value=100, decimal_places=2, label=tr("Win"))
    draw = forms.DecimalField(min_value=0, max_value=100, decimal_places=2, label=tr("Draw"))
    loss = forms.DecimalField(min_value=0, max_value=100, decimal_places=2, label=tr("Loss"))

    @classmethod
    def of(cls, stage: Stage) -> SetupForm:
        chosen, scoring = PoolSettings.of(stage), rules_of(stage.tournament).scoring
        initial = {name: getattr(chosen, name) for name in SETTINGS}
        points = {name: f"{getattr(scoring, name):f}" for name in POINTS}
        kinds = ", ".join(chosen.board_kinds)
        initial |= {"board_kinds": kinds, "name": stage.name, "version": stage.version}
        form = cls(stage.tournament, initial={**initial, **points})
        form.fields["per_pool"].help_text = escape(all_advance_warning(stage))
        return form

    def settings(self) -> dict[str, Any]:
        values = {name: self.cleaned_data[name] for name in SETTINGS if self.cleaned_data[name] != ""}
        kinds = [kind.strip() for kind in self.cleaned_data["board_kinds"].split(",")]
        return {**values, "board_kinds": kinds if any(kinds) else []}

    def points(self) -> dict[str, str]:
        """Return the points. A forfeit counts like the result unless the event's settings differ."""
        points = {name: f"{self.cleaned_data[name]:f}" for name in POINTS}
        return {**points, "forfeit_win": points["win"], "forfeit_loss": points["loss"]}


SETTINGS = ("boards", "own_boards", "board_rule", "rounds", "double", "per_pool", "next_best")


class PoolsForm(forms.Form):
    # Empty: as proposed. A number the organiser types stays, even if it equals the proposal.
    groups = forms.IntegerField(
        min_value=1, required=False, error_messages=WHOLE, label=tr("Number of pools")
    )
    distribution = forms.ChoiceField(choices=WAYS, label=tr("Distribution"))
    order = forms.ChoiceField(
        choices=[(order, order) for order in ("seeds", "shuffle", "seed")],
        initial="seeds",
    )
    shuffle_seed = forms.IntegerField(min_value=0, required=False, label=tr("Draw number"))
    version = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, stage: Stage) -> PoolsForm:
        chosen = PoolSettings.of(stage)
        order = "seeds" if chosen.shuffle_seed is None else "seed"
        form = cls(
            initial={
                "groups": chosen.groups,
                "distribution": chosen.distribution,
                "order": order,
                "shuffle_seed": chosen.shuffle_seed,
                "version": stage.version,
            }
        )
        form.propose(stage)
        return form

    def propose(self, stage: Stage) -> None:
        """Show the proposed number of pools. If no stage follows, it is one and needs no help text."""
        proposed, field = pools_proposed(stage), self.fields["groups"]
        field.widget.attrs["placeholder"] = proposed
        if stage_after(stage) is not None:
            field.help_text = tr(
                "Leave empty to use {number}, so the pools eliminate someone. It changes with the number of entries; a "
                "number you enter stays.",
                number=proposed,
            )

    def asked(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "groups": values["groups"],
            "as_proposed": values["groups"] is None,
            "distribution": values["distribution"],
            "shuffle": values["order"] == "shuffle",
            "shuffle_seed": values["shuffle_seed"] if values["order"] == "seed" else None,
            "seen_version": values["version"],
        }


class ConstraintForm(forms.Form):
    """One preference or requirement. The kind decides which fields count; the others are ignored."""

    kind = forms.ChoiceField()
    entry = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    other = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    number = forms.IntegerField(min_value=1, required=False)
    slot = forms.IntegerField(min_value=1, required=False)
    boards = forms.CharField(required=False, max_length=200)
    weight = forms.IntegerField(min_value=1, max_value=1000, required=False)

    def __init__(self, data: Any, kinds: Sequence[str], entries: Sequence[Entry]) -> None:
        super().__init__(data)
        people = [("", ""), *((str(entry.pk), str(entry)) for entry in entries)]
        for name, choices in (("kind", [(k, k) for k in kinds]), ("entry", people), ("other", people)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def constraint(self) -> dict[str, Any]:
        values = self.cleaned_data
        made = {"kind": values["kind"], **FIELDS[values["kind"]](values)}
        return {**made, "weight": values["weight"]} if values["weight"] else made


def _numbers(text: str) -> list[int]:
    return [n for n in map(whole, text.replace(",", " ").split()) if n is not None]


def _unavailable(v: dict[str, Any]) -> dict[str, Any]:
    made = {"entry": v["entry"], "round": v["number"]}
    return {**made, "slot": v["slot"]} if v["slot"] else made


FIELDS = {
    "unavailable": _unavailable,
    "not_before": lambda v: {"entries": [v["entry"], v["other"]], "round": v["number"]},
    "on_boards": lambda v: {"entry": v["entry"], "boards": _numbers(v["boards"])},
    "on_kind": lambda v: {"entry": v["entry"], "board_kind": v["boards"].strip()},
    "rest": lambda v: {"slots": v["number"], **({"entry": v["entry"]} if v["entry"] else {})},
}
