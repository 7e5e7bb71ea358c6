"""The fields of forms that a game brings: what the organiser chooses about it, what is asked of who enters."""

from typing import Any

from django import forms

from crosstable.events.records.settings.game_checks import LONGEST_WORD
from crosstable.fields import Field
from crosstable.games import Ask, Game, Rules, Setting
from crosstable.games.factions import FACTION_LISTS, USUAL_FACTIONS

# Before the names of choices: the name of a game is not the name of an event.
PREFIX = "game_"


class Lines(forms.CharField):
    """Names, one on each line; empty lines and names said twice do not count."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        lines = (" ".join(line.split()) for line in (super().clean(value) or "").splitlines())
        return list(dict.fromkeys(line for line in lines if line))


def choice_field(game: Game, setting: Setting) -> forms.Field:
    said: dict[str, Any] = {
        "label": setting.label,
        "help_text": setting.help,
        "required": setting.required,
    }
    if setting.name == "draws":
        return forms.BooleanField(**{**said, "required": False}, initial=Rules(game).shape.draws)
    if setting.name == "variant":
        return forms.ChoiceField(
            **said, choices=[("", "—"), *((one.code, one.name) for one in game.variants)]
        )
    if setting.name == "scoring":
        named = [(one.code, one.name) for one in game.more_scorings]
        return forms.ChoiceField(**said, choices=[("", "As usual in this game"), *named])
    if setting.name == "factions":
        systems = [(code, one.name) for code, one in FACTION_LISTS.items()]
        return forms.ChoiceField(**said, choices=systems, initial=USUAL_FACTIONS)
    if setting.name == "faction_names":
        return Lines(**said, widget=forms.Textarea(attrs={"rows": 4}))
    if setting.least is not None:
        return forms.IntegerField(**said, min_value=setting.least, max_value=setting.most)
    return forms.CharField(**said, max_length=LONGEST_WORD)


def ask_field(ask: Ask) -> forms.Field:
    if ask.field.is_long:
        area = forms.Textarea(attrs={"class": "list-text", "spellcheck": "false"})
        return form_field(ask.field, help_text=ask.help, required=ask.required, strip=False, widget=area)
    return form_field(ask.field, help_text=ask.help, required=ask.required)


def form_field(field: Field, *, required: bool = False, **said: Any) -> forms.Field:
    """A line of a form for this field, with its limits."""
    said = {"label": field.label, "required": required, **said}
    if field.is_number:
        return forms.IntegerField(**said, min_value=field.least, max_value=field.most)
    return forms.CharField(**said, max_length=field.length or None)
