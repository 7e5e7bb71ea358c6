"""Forms about teams: who they are, with their members."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import Entry, Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.game import uses
from crosstable.games import Use


class TeamForm(forms.Form):
    """The name of a team and its members; how many there are is the tournament's to say."""

    display_name = forms.CharField(max_length=60, label="Name of the team")

    def __init__(
        self, tournament: Tournament, data: Any = None, *, entry: Entry | None = None, me: str = ""
    ) -> None:
        super().__init__(data)
        self.tournament, self.size = tournament, tournament.team_size or 2
        known = list(entry.members.select_related("player__user")) if entry else []
        if entry is not None:
            self.fields["display_name"].initial = entry.display_name
        if uses(tournament, Use.FACTIONS):
            self.fields["faction"] = forms.CharField(
                max_length=60, label="Factions", initial=entry.faction if entry else ""
            )
        for number in range(2 if me else 1, self.size + 3):
            self._add_member(number, known[number - 1].player.name if number <= len(known) else "")

    def _add_member(self, number: int, name: str) -> None:
        reserve = number > self.size
        self.fields[f"member_{number}"] = forms.CharField(
            max_length=80,
            required=not reserve,
            initial=name,
            label=f"Reserve {number - self.size}" if reserve else f"Member {number}",
            help_text="" if number > 2 else "A name, or @username if they have an account here.",
        )

    def members(self) -> list[str]:
        """Those named, in order; without the one who registers, who comes first anyway."""
        names = [self.cleaned_data.get(f"member_{n}", "") for n in range(1, self.size + 3)]
        return [name for name in names if name]

    def named(self) -> dict[str, str | None]:
        return {
            "name": self.cleaned_data["display_name"],
            "faction": self.cleaned_data.get("faction"),
        }

    def details(self) -> EntryDetails:
        return EntryDetails(self.cleaned_data["display_name"], faction=self.cleaned_data.get("faction", ""))
