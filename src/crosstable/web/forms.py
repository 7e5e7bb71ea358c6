"""What forms of several pages share: fields of a game, refusals next to their field, labels in the words of the event's
game.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BaseForm
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

from crosstable.accounts.errors import AccountRefused, Refused
from crosstable.accounts.setup import FIXED_NAME, FIXED_TIME_ZONE
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.game_checks import LONGEST_WORD
from crosstable.events.errors import NeedsConfirmation
from crosstable.events.models import Tournament
from crosstable.fields import Field
from crosstable.games import EntryField, Game, Rules, Setting
from crosstable.games.factions import FACTION_LISTS, USUAL_FACTIONS
from crosstable.installation import REGIONS, USUAL_NAME, installation_name, installation_zone, time_zones
from crosstable.text import Language, active, tr

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
    options: dict[str, Any] = {
        "label": setting.label,
        "help_text": setting.help,
        "required": setting.required,
    }
    if setting.name == "draws":
        return forms.BooleanField(**{**options, "required": False}, initial=Rules(game).shape.draws)
    if setting.name == "variant":
        return forms.ChoiceField(
            **options, choices=[("", "—"), *((one.code, one.name) for one in game.variants)]
        )
    if setting.name == "scoring":
        named = [(one.code, one.name) for one in game.more_scorings]
        return forms.ChoiceField(**options, choices=[("", tr("Usual scoring of this game")), *named])
    if setting.name == "factions":
        systems = [(code, one.name) for code, one in FACTION_LISTS.items()]
        return forms.ChoiceField(**options, choices=systems, initial=USUAL_FACTIONS)
    if setting.name == "faction_names":
        return Lines(**options, widget=forms.Textarea(attrs={"rows": 4}))
    if setting.least is not None:
        return forms.IntegerField(**options, min_value=setting.least, max_value=setting.most)
    return forms.CharField(**options, max_length=LONGEST_WORD)


def ask_field(ask: EntryField) -> forms.Field:
    if ask.field.is_long:
        area = forms.Textarea(attrs={"class": "list-text", "spellcheck": "false"})
        return form_field(ask.field, help_text=ask.help, required=ask.required, strip=False, widget=area)
    return form_field(ask.field, help_text=ask.help, required=ask.required)


def form_field(field: Field, *, required: bool = False, **options: Any) -> forms.Field:
    """Return the form field for this field of a game, with its limits."""
    options = {"label": field.label, "required": required, **options}
    if field.is_number:
        return forms.IntegerField(**options, min_value=field.least, max_value=field.most)
    return forms.CharField(**options, max_length=field.length or None)


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
    for other in getattr(refusal, "also", ()):
        add_refusal(form, other)


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


class TimeZoneSelect(forms.Select):
    """A select of time zones. Its options are rendered once: Django's templates take 25 ms for 440 options."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        attributes = flatatt(self.build_attrs(self.attrs, {"name": name, **(attrs or {})}))
        leading = tuple((code, str(label)) for code, label in self.choices if isinstance(label, str))
        html = f"<select{attributes}>{_options(leading)}{_options_by_region(active())}</select>"
        chosen = f'value="{conditional_escape(value or "")}"'
        return mark_safe(html.replace(f"{chosen}>", f"{chosen} selected>", 1))  # noqa: S308  every part is escaped


def _options(choices: Iterable[tuple[str, str]]) -> SafeString:
    return format_html_join("", '<option value="{}">{}</option>', choices)


@cache
def _options_by_region(language: Language) -> SafeString:
    """Return the zones in the language given, which is the active one."""
    regions = (
        (REGIONS[region], _options((name, name) for name in names)) for region, names in time_zones().items()
    )
    return format_html_join("", '<optgroup label="{}">{}</optgroup>', regions)


def time_zone_choices(current: str) -> list[tuple[str, Any]]:
    """Return the time zones by region; the current one also if it has another name, as “GB”."""
    regions = [(region, [(name, name) for name in names]) for region, names in time_zones().items()]
    others = dict.fromkeys(["UTC", current] if current.partition("/")[0] not in time_zones() else ["UTC"])
    return [*((name, name) for name in others if name), *regions]


def offer_time_zones(field: forms.Field) -> None:
    """Offer the zones for the installation, or show the one that CROSSTABLE_TIME_ZONE sets."""
    field.initial = installation_zone()
    field.choices = time_zone_choices(field.initial)  # type: ignore[attr-defined]
    field.disabled = settings.HAS_FIXED_TIME_ZONE
    field.help_text = (
        FIXED_TIME_ZONE.filled(zone=field.initial)
        if field.disabled
        else tr("Times are shown in this zone, unless an event has its own.")
    )


def offer_name(field: forms.Field) -> None:
    """Show the name of the installation, fixed if CROSSTABLE_NAME sets it."""
    name = installation_name()
    field.initial = "" if name == USUAL_NAME else name
    field.disabled = bool(settings.INSTALLATION_NAME)
    if field.disabled:
        field.help_text = FIXED_NAME.filled(name=name)


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
        self.vocabulary = rules_of(tournament).vocabulary
        for field in self.fields.values():
            field.label = self.vocabulary.say(str(field.label)) if field.label else field.label
            # The translation of an empty text would be the header of the catalogue.
            field.help_text = self.vocabulary.say(str(field.help_text)) if field.help_text else ""
            if isinstance(field, forms.ChoiceField):
                choices: Any = field.choices
                field.choices = [(value, self.vocabulary.say(str(label))) for value, label in choices]
