"""Forms about where matches are played: labels, help and choices say it with the word of the event's game."""

from typing import Any

from django import forms

from crosstable.events.models import Tournament
from crosstable.events.records.rules import rules_of


class WordedForm(forms.Form):
    """Written as “Kinds of {tables}”, read as “Kinds of boards”."""

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = rules_of(tournament).words
        for field in self.fields.values():
            field.label = self.words.say(str(field.label)) if field.label else field.label
            field.help_text = self.words.say(str(field.help_text))
            if isinstance(field, forms.ChoiceField):
                choices: Any = field.choices
                field.choices = [(value, self.words.say(str(label))) for value, label in choices]
