"""What organisers type in. Forms turn text into values; whether a value may be used is the action's to say."""

from django import forms

from crosstable.events.models import Role


class SwapForm(forms.Form):
    first = forms.IntegerField()
    second = forms.IntegerField()


class TableForm(forms.Form):
    table = forms.IntegerField()


class MissionForm(forms.Form):
    mission = forms.CharField(max_length=80, required=False)


# What each role is for, beside its name.
ROLE_SENTENCES = {
    Role.ORGANISER: "Everything you can, but for deleting the event.",
    Role.JUDGE: "Rules on disputes, gives walkovers, corrects results, gives more time; also enters results.",
    Role.DESK: "Enters results and checks people in; nothing else.",
}


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        choices=Role.choices,
        initial=Role.ORGANISER.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose what they may do."),
    )

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class DirectorForm(RoleForm):
    user = forms.CharField(
        max_length=254, label="Username", help_text="Of somebody whose email address is confirmed."
    )
