"""Forms for a player or a team of an event: names, members, and the fields of the game's registration form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from crosstable.accounts.models import Player
from crosstable.accounts.names import PersonName, whole_name
from crosstable.events.actions.people.teams import Member
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.rules import factions_of, rules_of
from crosstable.events.models import Entry, Tournament
from crosstable.fields import ENTRY_FIELDS
from crosstable.games import Use
from crosstable.games.factions import FactionList
from crosstable.text import tr
from crosstable.web.forms import ask_field, form_field

OTHER = "faction_other"


class Chosen(forms.TextInput):
    """A text field with a datalist: searchable on a phone too, without a script."""

    def __init__(self, factions: FactionList) -> None:
        super().__init__(
            attrs={
                "autocomplete": "off",
                "placeholder": str(tr("Type a few letters")),
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


def _offer_factions(form: forms.Form, factions: FactionList) -> None:
    """Turn the faction field of the form into a choice from this list."""
    form.fields["faction"].widget = Chosen(factions)
    form.fields[OTHER] = forms.BooleanField(required=False, label=tr("Another faction, not in the list"))


def _choose_faction(form: forms.Form, factions: FactionList, before: str = "") -> None:
    """Replace the typed faction by the list's spelling. The stored value, `before`, may stay."""
    typed = form.cleaned_data.get("faction", "")
    known = factions.find(typed)
    if known is not None:
        form.cleaned_data["faction"] = known.name
    elif typed and typed != before and not form.cleaned_data.get(OTHER):
        nearest = [one.name for one in factions.nearest(typed)]
        sentences = [tr("“{faction}” is not a faction of {list}.", faction=typed, list=factions.name)]
        if nearest:
            sentences.append(tr("Similar names: {names}.", names=nearest))
        sentences.append(tr("Choose one from the list, or tick the box below."))
        form.add_error("faction", " ".join(map(str, sentences)))


NAME_PARTS = ("given_name", "family_name")
NAMES = ("display_name", *NAME_PARTS)


class EntryForm(forms.Form):
    display_name = form_field(ENTRY_FIELDS["display_name"], required=True)

    def __init__(
        self, tournament: Tournament, data: Any = None, *, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.asks = rules_of(tournament).game.asks
        for ask in self.asks:
            self.fields[ask.name] = ask_field(ask)
        self.factions = factions_of(tournament) if "faction" in self.fields else None
        if self.factions:
            _offer_factions(self, self.factions)
            self.order_fields(["display_name", "faction", OTHER])

    def clean(self) -> dict[str, Any]:
        if "given_name" in self.fields and not any(self.cleaned_data.get(name) for name in NAMES):
            self.add_error("family_name", tr("Enter a name or a display name."))
        if self.factions:
            _choose_faction(self, self.factions, before=self.initial.get("faction", ""))
        return self.cleaned_data

    def details(self) -> EntryDetails:
        """Return the entry's details. Browsers send CRLF in text areas; long texts are stored with LF."""
        values = {
            name: self.cleaned_data[name] for name in ("display_name", *(ask.name for ask in self.asks))
        }
        values |= {
            name: self.cleaned_data[name] for name in NAME_PARTS if name in self.fields
        } or self._parts()
        for ask in self.asks:
            if ask.field.is_long:
                values[ask.name] = values[ask.name].replace("\r\n", "\n")
            if ask.field.in_capitals:
                values[ask.name] = values[ask.name].upper()
        if "rating" in values:
            values["rating"] = values["rating"] or 0
        return EntryDetails(**values)

    def _parts(self) -> dict[str, str]:
        """Keep the stored given and family name if the displayed name is unchanged."""
        same = self.cleaned_data["display_name"] == self.initial.get("display_name")
        return {name: self.initial.get(name, "") for name in NAME_PARTS} if same else {}

    @classmethod
    def of(cls, entry: Entry, data: Any = None) -> EntryForm:
        names = (*NAMES, *(ask.name for ask in rules_of(entry.tournament).game.asks))
        return cls(entry.tournament, data, initial={name: getattr(entry, name) or "" for name in names})


class NamedEntryForm(EntryForm):
    """An entry added by an organiser, with given and family name in separate fields."""

    def __init__(
        self, tournament: Tournament, data: Any = None, *, initial: dict[str, Any] | None = None
    ) -> None:
        super().__init__(tournament, data, initial=initial)
        self.fields["given_name"] = form_field(ENTRY_FIELDS["given_name"])
        self.fields["family_name"] = form_field(
            ENTRY_FIELDS["family_name"], help_text=tr("Lists are sorted by family name.")
        )
        self.fields["display_name"].required = False
        self.fields["display_name"].help_text = tr(
            "Shown to everyone. Leave empty to use given and family name."
        )
        self.order_fields([*NAME_PARTS, "display_name", "faction", OTHER])


class DeskEntryForm(NamedEntryForm):
    """An entry added at the desk, which can be checked in immediately if the event has a check-in."""

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(tournament, data)
        if Use.CHECK_IN in rules_of(tournament).uses:
            self.fields["checked_in"] = forms.BooleanField(required=False, label=tr("Check in immediately"))
            self.order_fields([*NAME_PARTS, "display_name", "faction", OTHER, "checked_in"])


class TeamForm(forms.Form):
    """The name of a team and its members; the event sets their number."""

    display_name = form_field(ENTRY_FIELDS["display_name"], required=True, label=tr("Name of the team"))

    def __init__(
        self, tournament: Tournament, data: Any = None, *, entry: Entry | None = None, me: str = ""
    ) -> None:
        super().__init__(data)
        self.tournament, self.size = tournament, tournament.team_size or 2
        known = list(entry.members.select_related("player__user")) if entry else []
        if entry is not None:
            self.fields["display_name"].initial = entry.display_name
        if Use.FACTIONS in rules_of(tournament).uses:
            self.fields["faction"] = form_field(
                ENTRY_FIELDS["faction"],
                required=True,
                label=tr("Factions"),
                initial=entry.faction if entry else "",
            )
        for number in range(2 if me else 1, self.size + 3):
            self._add_member(number, known[number - 1].player if number <= len(known) else Player())

    def _add_member(self, number: int, player: Player) -> None:
        reserve = number > self.size
        if reserve:
            given = tr("Reserve {number}: given name", number=number - self.size)
            family = tr("Reserve {number}: family name", number=number - self.size)
        else:
            given = tr("Member {number}: given name", number=number)
            family = tr("Member {number}: family name", number=number)
        in_parts = player.name == whole_name(player.given_name, player.family_name)
        self.fields[f"given_{number}"] = form_field(
            ENTRY_FIELDS["given_name"],
            initial=player.given_name if in_parts else "",
            label=given,
        )
        self.fields[f"member_{number}"] = forms.CharField(
            max_length=80,
            required=not reserve,
            error_messages={"required": tr("Enter the name of member {number}.", number=number)},
            initial=player.family_name if in_parts else player.name,
            label=family,
            help_text="" if number > 2 else tr("Or a single name, or the @username of an account here."),
        )

    def rows(self) -> list[list[forms.BoundField]]:
        """Return the fields in rows: a member's given and family name share one."""
        given = [name for name in self.fields if name.startswith("given_")]
        members = [[self[name], self[name.replace("given", "member")]] for name in given]
        beside = {field.name for row in members for field in row}
        return [[self[name]] for name in self.fields if name not in beside] + members

    def members(self) -> list[Member]:
        """Return the named members in order, without the one who registers: they come first anyway."""
        return [name for name in map(self._member, range(1, self.size + 3)) if str(name)]

    def _member(self, number: int) -> Member:
        given, family = (self.cleaned_data.get(f"{part}_{number}", "") for part in ("given", "member"))
        return PersonName.of_parts(given, family) if given and not family.startswith("@") else family

    def named(self) -> dict[str, str | None]:
        return {
            "name": self.cleaned_data["display_name"],
            "faction": self.cleaned_data.get("faction"),
        }

    def details(self) -> EntryDetails:
        return EntryDetails(self.cleaned_data["display_name"], faction=self.cleaned_data.get("faction", ""))
