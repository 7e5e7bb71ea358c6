"""What organisers type in. Forms turn text into values; whether a value may be used is the action's to say."""

from django import forms


class SwapForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()


class TableForm(forms.Form):
    table = forms.IntegerField()


class MissionForm(forms.Form):
    mission = forms.CharField(max_length=80, required=False)


class DirectorForm(forms.Form):
    user = forms.CharField(
        max_length=254, label="Username", help_text="Of somebody whose email address is confirmed."
    )
