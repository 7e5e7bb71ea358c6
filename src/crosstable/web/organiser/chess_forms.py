"""What arbiters type in: a chess event, its players, a result. Whether it may be so is the action's to say."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.html import format_html

from crosstable.engine.model import Scoring
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.engine.rounds import USUAL
from crosstable.engine.tie_breaks.registry import CHESS as CHESS_TIE_BREAKS
from crosstable.events.actions.event.details import MOST_ROUNDS, Details
from crosstable.events.models import Tournament
from crosstable.events.records.settings.choices import scoring_of, system_of, tie_breaks_of
from crosstable.games import GAMES
from crosstable.web.organiser.forms import round_minutes_field

CHESS = GAMES["chess"]
POINTS = {
    "win": "Win",
    "draw": "Draw",
    "loss": "Loss",
    "allocated_bye": "Bye, no opponent",
    "half_bye": "Half-point bye",
    "forfeit_win": "Win by forfeit",
    "forfeit_loss": "Loss by forfeit",
}
TIE_BREAK_ROWS = 6
COLORS = [("", "by lot, when round 1 is paired"), ("white", "White"), ("black", "Black")]
ROUNDS_HELP = "Usual: " + " · ".join(
    f"{low}–{high} for {most}{' players' if most == USUAL[0][0] else ''}" for most, low, high in USUAL[:5]
)


def _date(label: str, *, required: bool = True) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, label=label, required=required)


def _systems() -> list[tuple[str, str]]:
    named = [SYSTEMS[name] for name in CHESS.systems]
    return [(s.name, format_html("<b>{}</b> <span>{}</span>", s.title, s.sentence)) for s in named]


def _tie_breaks() -> list[tuple[str, str]]:
    return [("", "—"), *((t.code, f"{t.name} ({t.code})") for t in CHESS_TIE_BREAKS)]


class ChessForm(forms.Form):
    """Points stay text until the action reads them: exact, and empty where they are the usual ones."""

    page = "organiser/chess/form.html"

    name = forms.CharField(max_length=120, label="Name of the event")
    date = _date("Starts")
    end_date = _date("Ends", required=False)
    location = forms.CharField(max_length=120, required=False)
    time_control = forms.CharField(
        max_length=80, required=False, label="Time control", help_text="“90 min + 30 s per move”"
    )
    round_minutes = round_minutes_field()
    max_players = forms.IntegerField(min_value=2, max_value=10_000, required=False, label="Most players")
    total_rounds = forms.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, initial=5, label="Number of rounds", help_text=ROUNDS_HELP
    )
    system = forms.ChoiceField(
        choices=_systems, initial=CHESS.system, widget=forms.RadioSelect, label="Pairing system"
    )
    accelerated = forms.BooleanField(
        required=False,
        label="Accelerate the first rounds (Baku)",
        help_text="For large fields of mixed strength; used by FIDE Dutch.",
    )
    initial_color = forms.ChoiceField(
        choices=COLORS, required=False, label="Colour of the highest rated in round 1"
    )
    players_may_report = forms.BooleanField(
        required=False, initial=True, label="Players may report results on their phones"
    )
    players_see_reasons = forms.BooleanField(
        required=False, initial=True, label="Players may read why they were paired as they were"
    )
    most_requested_byes = forms.IntegerField(
        min_value=0, max_value=MOST_ROUNDS, initial=1, label="Byes a player may ask for"
    )
    description = forms.CharField(
        max_length=5000, required=False, widget=forms.Textarea, help_text="Schedule, prizes, what to bring."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = Scoring()
        for name, label in POINTS.items():
            self.fields[name] = forms.DecimalField(
                min_value=0, max_value=100, decimal_places=2, label=label, initial=getattr(usual, name)
            )
        for n in range(1, TIE_BREAK_ROWS + 1):
            self.fields[f"tie_break_{n}"] = forms.ChoiceField(
                choices=_tie_breaks, required=False, label=f"{n}.", initial=_usual_tie_break(n)
            )

    def points(self) -> list[forms.BoundField]:
        return [self[name] for name in POINTS]

    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{n}"] for n in range(1, TIE_BREAK_ROWS + 1)]

    def details(self, before: Details | None = None) -> Details:
        """What was typed; a choice that means what it meant before is not written anew."""
        asked = {k: v for k, v in self.cleaned_data.items() if k in Details.__slots__}
        asked |= {"scoring": self._scoring(), "tie_breaks": self._chosen_tie_breaks()}
        if before is None:
            return Details(**asked)
        if not before.system and asked["system"] == CHESS.system:
            asked["system"] = ""
        if not before.tie_breaks and asked["tie_breaks"] == CHESS.tie_breaks["swiss"]:
            asked["tie_breaks"] = before.tie_breaks
        return replace(before, **asked)

    def _scoring(self) -> dict[str, str]:
        usual = Scoring()
        typed = {name: self.cleaned_data[name] for name in POINTS}
        return {n: str(Decimal(v).normalize()) for n, v in typed.items() if v != getattr(usual, n)}

    def _chosen_tie_breaks(self) -> tuple[str, ...]:
        """Points always come first; an empty row is skipped, a repeated one counts once."""
        rows = [self.cleaned_data[f"tie_break_{n}"] for n in range(1, TIE_BREAK_ROWS + 1)]
        return ("PTS", *dict.fromkeys(code for code in rows if code))

    @classmethod
    def of(cls, tournament: Tournament) -> ChessForm:
        initial = {name: getattr(tournament, name) for name in Details.__slots__ if name in cls.base_fields}
        scoring, chosen = scoring_of(tournament), [c for c in tie_breaks_of(tournament) if c != "PTS"]
        initial |= {name: getattr(scoring, name) for name in POINTS}
        initial |= {f"tie_break_{n}": code for n, code in enumerate(_padded(chosen), start=1)}
        return cls(initial={**initial, "system": system_of(tournament)})


def _padded(codes: list[str]) -> list[str]:
    return [*codes, *[""] * TIE_BREAK_ROWS][:TIE_BREAK_ROWS]


def _usual_tie_break(n: int) -> str:
    return _padded([code for code in CHESS.tie_breaks["swiss"] if code != "PTS"])[n - 1]
