"""The evening as people write it: start, minutes, breaks, hours of boards."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind
from crosstable.events.records.settings.hall_settings import HallSettings
from crosstable.games import Words
from crosstable.web.worded_forms import WordedForm
from crosstable.whole_numbers import whole


class EveningForm(WordedForm):
    """Times as people write them; breaks and hours one a line."""

    boards = forms.IntegerField(
        min_value=0, required=False, label="{Tables}", help_text="0: a {table} for every match."
    )
    starts = forms.CharField(
        max_length=5, required=False, label="Start", help_text="18:00; empty: no clock times"
    )
    minutes = forms.IntegerField(min_value=0, required=False, label="Minutes per match")
    rest = forms.IntegerField(min_value=0, required=False, label="Minutes of rest between two matches")
    ends = forms.CharField(max_length=5, required=False, label="All over by", help_text="22:00, or empty")
    breaks = forms.CharField(
        max_length=200, required=False, label="Breaks", help_text="20:00-20:15, separated by commas"
    )
    hours = forms.CharField(
        max_length=400,
        required=False,
        label="{Tables} that are not open all evening",
        help_text="4: 18:00-20:00, 3: 19:00-, separated by commas",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @classmethod
    def of(cls, stage: Stage) -> EveningForm:
        chosen = HallSettings.of(stage)
        initial: dict[str, Any] = {
            "boards": chosen.boards,
            "starts": chosen.starts,
            "minutes": chosen.minutes or None,
            "rest": chosen.rest or None,
            "ends": chosen.ends,
            "breaks": ", ".join(f"{begins}-{ends}" for begins, ends in chosen.breaks),
            "hours": ", ".join(
                f"{board}: {opens}-{closes}" for board, (opens, closes) in chosen.hours.items()
            ),
            "version": stage.version,
        }
        return cls(stage.tournament, initial=initial)

    def chosen(self, stage: Stage) -> dict[str, Any]:
        """What set_evening takes. Raises BadValue."""
        own = {} if stage.kind == StageKind.POOLS else {"boards": self.cleaned_data["boards"] or 0}
        return {**self.times(), "seen_version": self.cleaned_data["version"], **own}

    def times(self) -> dict[str, Any]:
        """The times alone, where boards and version are said elsewhere on the page. Raises BadValue."""
        values = self.cleaned_data
        return {
            "starts": values["starts"],
            "minutes": values["minutes"] or 0,
            "rest": values["rest"] or 0,
            "ends": values["ends"],
            "breaks": [_span(part, "breaks") for part in _parts(values["breaks"])],
            "hours": dict(_hours(part, self.words) for part in _parts(values["hours"])),
        }


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]


def _span(text: str, field: str) -> tuple[str, str]:
    begins, dash, ends = text.replace("–", "-").partition("-")
    if not dash:
        raise BadValue(f"Write from and until with a dash, “20:00-20:15”, not “{text[:20]}”.", field)
    return begins.strip(), ends.strip()


def _hours(text: str, words: Words) -> tuple[str, tuple[str, str]]:
    board, colon, span = text.partition(":")
    if not colon or whole(board.strip()) is None:
        said = words.say("Write the {table} and its hours, “4: 18:00-20:00”, not “{typed}”.", typed=text[:20])
        raise BadValue(said, "hours")
    return str(whole(board.strip())), _span(span, "hours")
