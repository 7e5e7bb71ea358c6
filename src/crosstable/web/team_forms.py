"""Forms about teams: their members, and the boards of a team match. Seen from a side where a player fills them in."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.models import Entry, Match, ResultCode, Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.game import counts_points, uses
from crosstable.games import Use

RESULTS = [("", "–"), *((str(code.value), code.label) for code in ResultCode)]
FLIPPED = {"1-0": "0-1", "0-1": "1-0", "1-0F": "0-1F", "0-1F": "1-0F"}


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


class BoardsForm(forms.Form):
    """A result for each board; `reversed_` where the one who fills it in is the second side."""

    part = "organiser/match/boards.html"

    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(max_length=300, required=False)

    def __init__(
        self, tournament: Tournament, match: Match, data: Any = None, *, reversed_: bool = False
    ) -> None:
        super().__init__(data, initial={"version": match.version})
        self.tournament, self.reversed_ = tournament, reversed_
        self.has_points = counts_points(tournament)
        known = {game.number: game for game in match.games.all()}
        for number in range(1, tournament.team_boards + 1):
            game = known.get(number)
            if self.has_points:
                self.fields[f"first_{number}"] = forms.IntegerField(initial=game.first_vp if game else None)
                self.fields[f"second_{number}"] = forms.IntegerField(initial=game.second_vp if game else None)
            else:
                self.fields[f"result_{number}"] = forms.ChoiceField(
                    choices=RESULTS, initial=game.result if game else "", label=f"Board {number}"
                )

    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        names = ("first", "second") if self.has_points else ("result",)
        boards = range(1, self.tournament.team_boards + 1)
        return [(number, [self[f"{name}_{number}"] for name in names]) for number in boards]

    def boards(self) -> list[tuple[int | None, int | None, str | None]]:
        return [self._board(number) for number in range(1, self.tournament.team_boards + 1)]

    def words(self) -> str:
        """As they were filled in, board by board."""
        boards = self.boards()
        return ", ".join(
            f"{first}–{second}" if code is None else ResultCode(code).label for first, second, code in boards
        )

    def _board(self, number: int) -> tuple[int | None, int | None, str | None]:
        if self.has_points:
            both = self.cleaned_data[f"first_{number}"], self.cleaned_data[f"second_{number}"]
            return (*(both[::-1] if self.reversed_ else both), None)
        code = self.cleaned_data[f"result_{number}"]
        return None, None, FLIPPED.get(code, code) if self.reversed_ else code
