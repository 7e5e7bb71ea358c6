"""A faction is chosen: a field that finds it while one types, and a box for one that is not in the list."""

from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crosstable.games.factions import FactionList

OTHER = "faction_other"


class Chosen(forms.TextInput):
    """A line with the list behind it: searched by the browser itself, on a phone as well, without a script."""

    def __init__(self, factions: FactionList) -> None:
        super().__init__(
            attrs={
                "autocomplete": "off",
                "placeholder": "Type a few letters",
                "list": f"factions-{factions.code}",
            }
        )
        self.factions = factions

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        options = format_html_join(
            "", '<option value="{}"></option>', ((one.name,) for one in self.factions.factions)
        )
        line = super().render(name, value, attrs, renderer)
        return format_html(
            '{}<datalist id="{}">{}</datalist>', line, f"factions-{self.factions.code}", options
        )


def offer_factions(form: forms.Form, factions: FactionList) -> None:
    """Turns the form's field of a faction into a choice from this list."""
    form.fields["faction"].widget = Chosen(factions)
    form.fields[OTHER] = forms.BooleanField(required=False, label="Another faction, not in the list")


def choose_faction(form: forms.Form, factions: FactionList, before: str = "") -> None:
    """Puts the name of the list in place of what was typed. `before` was there already and may stay."""
    typed = form.cleaned_data.get("faction", "")
    known = factions.find(typed)
    if known is not None:
        form.cleaned_data["faction"] = known.name
    elif typed and typed != before and not form.cleaned_data.get(OTHER):
        meant = " or ".join(one.name for one in factions.nearest(typed))
        hint = f"Did you mean {meant}? " if meant else ""
        form.add_error(
            "faction",
            f"“{typed}” is not among the factions of {factions.name}. {hint}"
            "Choose one from the list, or tick the box below.",
        )
