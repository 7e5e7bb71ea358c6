"""The shape of an event, whatever the game: its format, and whether single players or teams take part."""

from dataclasses import replace

from django import forms
from django.utils.html import format_html

from crosstable.events.actions.event.details import LARGEST_TEAM, Details
from crosstable.events.records.settings.stage_formats import FORMATS


def _formats() -> list[tuple[str, str]]:
    return [(f.code, format_html("<b>{}</b> <span>{}</span>", f.name, f.sentence)) for f in FORMATS.values()]


class ShapeForm(forms.Form):
    format = forms.ChoiceField(choices=_formats, initial="swiss", required=False, widget=forms.RadioSelect)
    team_size = forms.IntegerField(
        min_value=2,
        max_value=LARGEST_TEAM,
        required=False,
        label="Members of a team",
        help_text="2 for doubles. Empty: single players take part.",
    )
    team_boards = forms.IntegerField(
        min_value=1,
        max_value=LARGEST_TEAM,
        required=False,
        label="Boards of a team match",
        help_text="1: the team plays together, as in doubles.",
    )

    def clean_format(self) -> str:
        return self.cleaned_data["format"] or "swiss"


def with_teams(details: Details, shape: ShapeForm) -> Details:
    chosen = shape.cleaned_data
    return replace(details, team_size=chosen["team_size"], team_boards=chosen["team_boards"] or 1)
