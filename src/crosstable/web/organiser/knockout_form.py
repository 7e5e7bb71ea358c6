"""How a knockout is played, as an organiser fills it in. Whether it may be so is the action's to say."""

from typing import Any

from django import forms
from django.utils.html import escape

from crosstable.engine.pairing.knockout import Consolation, Elimination
from crosstable.events.models import Stage, StageKind
from crosstable.events.queries.stages.cuts import everybody_goes_on
from crosstable.events.queries.stages.going_on import stage_before
from crosstable.events.records.settings.stage_settings import (
    AUTO,
    BY_LOT,
    BY_RATING,
    BY_REGISTRATION,
    GoesOn,
    KnockoutSettings,
)

WHOLE = {"invalid": "Enter a whole number.", "required": "Enter a number."}
SERIES = [(n, "One match" if n == 1 else f"Best of {n}") for n in (1, 3, 5, 7, 9)]
AS_THE_OTHERS = [("", "As the others"), *SERIES]
# The rounds before the final, the semi-finals first.
ROUNDS = ("semi_finals", "quarter_finals", "round_of_16", "round_of_32")
OF_ALL = ("elimination", "third_place", "reset", "best_of", "best_of_final", "consolation", "reseed")
OF_THE_FIRST = ("entrants", "seeding")
CUT = ("per_pool", "next_best")


def _longer(label: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        coerce=int, choices=AS_THE_OTHERS, required=False, empty_value=None, label=label
    )


class KnockoutForm(forms.Form):
    """The cut is asked for where a stage comes before, the field and its order where none does."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    elimination = forms.ChoiceField(
        choices=[
            (Elimination.SINGLE.value, "Single: whoever loses is out"),
            (Elimination.DOUBLE.value, "Double: whoever loses twice is out"),
        ],
        label="Elimination",
    )
    best_of = forms.TypedChoiceField(coerce=int, choices=SERIES, label="Every match")
    best_of_final = _longer("The final")
    semi_finals = _longer("The semi-finals")
    quarter_finals = _longer("The quarter-finals")
    round_of_16 = _longer("The round of 16")
    round_of_32 = _longer("The round of 32")
    consolation = forms.ChoiceField(
        choices=[
            (Consolation.NONE.value, "Nobody plays on after a loss"),
            (Consolation.FIRST.value, "The losers of the first round play on for their places"),
            (Consolation.ALL.value, "Everybody plays on: every place is played for"),
        ],
        initial=Consolation.NONE.value,
        required=False,
        label="Consolation (single elimination)",
    )
    third_place = forms.BooleanField(required=False, label="A match for third place (single elimination)")
    reset = forms.BooleanField(
        required=False, label="The final is played again if it is the first loss (double elimination)"
    )
    reseed = forms.BooleanField(
        required=False,
        label="Seeded anew after each round: the best left meets the lowest left (single elimination)",
    )
    per_pool = forms.IntegerField(min_value=0, error_messages=WHOLE, label="Go on from each pool")
    next_best = forms.IntegerField(min_value=0, error_messages=WHOLE, label="And of the next best")
    entrants = forms.IntegerField(
        min_value=2,
        required=False,
        label="How many take part",
        help_text="Empty: everybody.",
        error_messages=WHOLE,
    )
    seeding = forms.ChoiceField(
        choices=[
            (AUTO, "By rating; by lot where nobody has a rating"),
            (BY_LOT, "By lot: every draw has a number, which is kept"),
            (BY_RATING, "By rating"),
            (BY_REGISTRATION, "In the order of registration"),
        ],
        label="Seeded",
    )

    def __init__(self, stage: Stage, data: Any = None) -> None:
        self.before = stage_before(stage)
        chosen = KnockoutSettings.of(stage)
        self.deeper = list(chosen.best_of_rounds[len(ROUNDS) :])
        initial = {name: getattr(chosen, name) for name in (*OF_ALL, *OF_THE_FIRST)}
        initial |= dict(zip(ROUNDS, chosen.best_of_rounds, strict=False))
        if self.before is not None:
            initial |= {name: getattr(GoesOn.of(self.before), name) for name in CUT}
        super().__init__(data, initial={**initial, "version": stage.version})
        for name in CUT if self.before is None else OF_THE_FIRST:
            del self.fields[name]
        if self.before is not None:
            self.fields["per_pool"].help_text = escape(everybody_goes_on(self.before))
        if self.before is not None and self.before.kind == StageKind.SWISS:
            self.fields["per_pool"].label = f"Go on from {self.before}"
            del self.fields["next_best"]

    def settings(self) -> dict[str, Any]:
        said = {name: self.cleaned_data[name] for name in (*OF_ALL, *OF_THE_FIRST) if name in self.fields}
        rounds = [self.cleaned_data[name] for name in ROUNDS] + self.deeper
        while rounds and rounds[-1] is None:
            rounds.pop()
        consolation = said["consolation"] or Consolation.NONE.value
        return said | {"best_of_rounds": rounds, "consolation": consolation}

    def cut(self) -> dict[str, int]:
        return {name: self.cleaned_data[name] for name in CUT if name in self.fields}
