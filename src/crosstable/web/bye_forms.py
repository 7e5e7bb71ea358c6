"""What organisers and players type before a round is paired: a bye asked for, two who must not meet."""

from django import forms


class ByeForm(forms.Form):
    entry = forms.IntegerField(required=False)
    round_number = forms.IntegerField()
    kind = forms.CharField(required=False)


class MeetingForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()
