"""What forms of several pages share: fields of a game, refusals next to their field, labels in the words of the event's
game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.forms import BaseForm
from django.http import QueryDict

from crosstable.accounts.errors import AccountRefused, Refused
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.game_checks import LONGEST_WORD
from crosstable.events.errors import NeedsConfirmation
from crosstable.events.models import Tournament
from crosstable.fields import Field
from crosstable.games import Ask, Game, Rules, Setting
from crosstable.games.factions import FACTION_LISTS, USUAL_FACTIONS

# Prefix of the names of choices, so that a game's field cannot clash with one of the event.
PREFIX = "game_"


class Lines(forms.CharField):
    """Names, one per line; empty lines and repeated names are ignored."""

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
    """Return the form field for this field of a game, with its limits."""
    said = {"label": field.label, "required": required, **said}
    if field.is_number:
        return forms.IntegerField(**said, min_value=field.least, max_value=field.most)
    return forms.CharField(**said, max_length=field.length or None)


# Path of a refused value → prefix of the form's field names for values there.
FIELD_PREFIXES = {"choices": PREFIX, "settings": ""}


@contextmanager
def refusals_on(*forms: BaseForm, kind: type[Refused] | type[AccountRefused] = Refused) -> Iterator[None]:
    """Show a refusal raised inside on the form that has the field, or on the last form."""
    try:
        yield
    except kind as refusal:
        add_refusal(next((form for form in forms if _field(form, refusal)), forms[-1]), refusal)


def add_refusal(form: BaseForm, refusal: Refused | AccountRefused) -> None:
    """Show the refusal. A warning has a checkbox to confirm it, and earlier confirmations are sent again."""
    if isinstance(refusal, NeedsConfirmation):
        form.to_confirm = refusal  # type: ignore[attr-defined]
        form.confirmed = confirmed_in(form.data)  # type: ignore[attr-defined]
    for message in refusal.messages if isinstance(refusal, AccountRefused) else [str(refusal)]:
        form.add_error(_field(form, refusal), message)


def confirmed_in(data: object) -> list[str]:
    """Return the codes of the warnings that a form confirms."""
    return data.getlist("confirm") if isinstance(data, QueryDict) else []


def _field(form: BaseForm, refusal: Refused | AccountRefused) -> str | None:
    """Return the form's field for a refusal. One about `members` is shown at the first member."""
    if refusal.field == "members":
        return next((name for name in form.fields if name.startswith("member_")), None)
    within, _, name = (refusal.field or "").rpartition(".")
    field = f"{FIELD_PREFIXES[within]}{name}" if within in FIELD_PREFIXES else refusal.field
    return field if field in form.fields else None


class ByeForm(forms.Form):
    entry = forms.IntegerField(required=False)
    round_number = forms.IntegerField()
    kind = forms.CharField(required=False)


class MeetingForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()


class WordedForm(forms.Form):
    """A form with labels in the game's words: “Kinds of {tables}” becomes “Kinds of boards”."""

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = rules_of(tournament).words
        for field in self.fields.values():
            field.label = self.words.say(str(field.label)) if field.label else field.label
            field.help_text = self.words.say(str(field.help_text))
            if isinstance(field, forms.ChoiceField):
                choices: Any = field.choices
                field.choices = [(value, self.words.say(str(label))) for value, label in choices]
