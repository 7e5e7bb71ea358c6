"""What organisers type about a live round: somebody late, a pairing by hand, a table, a seat."""

from typing import Any

from django import forms

from crosstable.events.records.entries import EntryDetails
from crosstable.fields import ENTRY_FIELDS
from crosstable.web.entry_form import NAMES
from crosstable.web.organiser.game_fields import form_field
from crosstable.whole_numbers import whole


class LateForm(forms.Form):
    """Somebody registered, or the name of somebody new; and what becomes of them in this round."""

    entry = forms.IntegerField(required=False)
    given_name = form_field(
        ENTRY_FIELDS["given_name"],
        widget=forms.TextInput(attrs={"autocomplete": "off", "data-focus": ""}),
    )
    family_name = form_field(ENTRY_FIELDS["family_name"], help_text="Lists are sorted by it.")
    display_name = form_field(
        ENTRY_FIELDS["display_name"], help_text="What everybody sees; left empty, given and family name."
    )
    faction = form_field(ENTRY_FIELDS["faction"])
    rating = form_field(ENTRY_FIELDS["rating"])
    title = form_field(ENTRY_FIELDS["title"])
    federation = form_field(ENTRY_FIELDS["federation"])
    fide_id = form_field(ENTRY_FIELDS["fide_id"])
    how = forms.CharField(error_messages={"required": "Choose what becomes of the player in this round."})

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("entry") and not any(values.get(name) for name in NAMES):
            self.add_error("family_name", "Choose a player, or type the name of a new one.")
        return values

    def details(self) -> EntryDetails | None:
        values = self.cleaned_data
        if values["entry"]:
            return None
        names = {name: values[name] for name in NAMES}
        more = {name: values[name] for name in ("faction", "title", "federation", "fide_id")}
        return EntryDetails(**names, **more, rating=values["rating"] or 0)

    def choice(self) -> tuple[str, int | None]:
        """'play-17' is to play entry 17."""
        return self.cleaned_data["how"].partition("-")[0], self.opponent_typed()

    def opponent_typed(self) -> int | None:
        return whole(str(self["how"].value() or "").partition("-")[2])


class PairForm(forms.Form):
    first = forms.IntegerField(error_messages={"required": "Choose two players."})
    second = forms.IntegerField(error_messages={"required": "Choose two players."})
    table = forms.IntegerField(required=False)


class GiveByeForm(forms.Form):
    entry = forms.IntegerField()
    kind = forms.CharField()


class SeatForm(forms.Form):
    entry = forms.IntegerField(error_messages={"required": "Choose a player."})
    table = forms.IntegerField(required=False)


class BlockForm(forms.Form):
    table = forms.IntegerField()
    reason = forms.CharField(max_length=100, required=False)
