"""Forms about teams: who they are, with their members."""

from typing import Any

from django import forms

from crosstable.accounts.models import Player
from crosstable.accounts.names import PersonName, whole_name
from crosstable.events.actions.people.teams import Member
from crosstable.events.models import Entry, Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.rules import rules_of
from crosstable.fields import ENTRY_FIELDS
from crosstable.games import Use
from crosstable.web.organiser.game_fields import form_field


class TeamForm(forms.Form):
    """The name of a team and its members; how many there are is the tournament's to say."""

    display_name = form_field(ENTRY_FIELDS["display_name"], required=True, label="Name of the team")

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
                label="Factions",
                initial=entry.faction if entry else "",
            )
        for number in range(2 if me else 1, self.size + 3):
            self._add_member(number, known[number - 1].player if number <= len(known) else Player())

    def _add_member(self, number: int, player: Player) -> None:
        reserve = number > self.size
        who = f"Reserve {number - self.size}" if reserve else f"Member {number}"
        in_parts = player.name == whole_name(player.given_name, player.family_name)
        self.fields[f"given_{number}"] = form_field(
            ENTRY_FIELDS["given_name"],
            initial=player.given_name if in_parts else "",
            label=f"{who}: given name",
        )
        self.fields[f"member_{number}"] = forms.CharField(
            max_length=80,
            required=not reserve,
            error_messages={"required": f"Say the name of member {number}; one name alone stands here."},
            initial=player.family_name if in_parts else player.name,
            label=f"{who}: family name",
            help_text="" if number > 2 else "Or one name alone, or @username of an account here.",
        )

    def rows(self) -> list[list[forms.BoundField]]:
        """What stands side by side: given and family name of a member."""
        given = [name for name in self.fields if name.startswith("given_")]
        members = [[self[name], self[name.replace("given", "member")]] for name in given]
        beside = {field.name for row in members for field in row}
        return [[self[name]] for name in self.fields if name not in beside] + members

    def members(self) -> list[Member]:
        """Those named, in order; without the one who registers, who comes first anyway."""
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
