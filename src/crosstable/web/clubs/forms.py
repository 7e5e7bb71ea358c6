"""What is typed about clubs and members. Forms turn text into values; the actions say whether they may be used."""

from __future__ import annotations

from typing import Any

from django import forms

from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.checks import HIGHEST_RATING, LOWEST_RATING
from crosstable.accounts.clubs import LONGEST_DESCRIPTION, ClubDetails
from crosstable.accounts.members import LONGEST_NAME, MemberDetails
from crosstable.accounts.models import GIVEN_BY_CLUB, START_RATING, Club, Membership

_RANGE = f"A rating is between {LOWEST_RATING} and {HIGHEST_RATING}."
_STATUSES = [(status.value, status.label) for status in GIVEN_BY_CLUB]


class ClubForm(forms.Form):
    name = forms.CharField(max_length=80, label="Name of the club")
    town = forms.CharField(max_length=80, required=False)
    description = forms.CharField(
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea,
        help_text="Where and when you play, whom to ask. Everybody can read it.",
    )

    def details(self) -> ClubDetails:
        return ClubDetails(**self.cleaned_data)

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        return cls(initial={name: getattr(club, name) for name in ClubDetails.__slots__})


class StandingForm(forms.Form):
    """What a club decides about a member, account or not."""

    elo = forms.IntegerField(
        label="Club rating",
        initial=START_RATING,
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={"min_value": _RANGE, "max_value": _RANGE, "invalid": "A rating is a whole number."},
    )
    status = forms.ChoiceField(choices=_STATUSES)
    joined_on = forms.DateField(
        required=False, label="Member since", widget=forms.DateInput({"type": "date"})
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def details(self, name: str) -> MemberDetails:
        values = self.cleaned_data
        return MemberDetails(name, values["elo"], values["status"], values["joined_on"])

    @staticmethod
    def values_of(member: Membership) -> dict[str, Any]:
        return {
            "elo": member.rating,
            "status": member.status,
            "joined_on": member.joined_on.isoformat() if member.joined_on else None,
            "version": member.version,
        }


class MemberForm(StandingForm):
    """With name and contact, for somebody without an account."""

    given_name = forms.CharField(max_length=LONGEST_NAME, required=False, label="Given name")
    family_name = forms.CharField(
        max_length=LONGEST_NAME, required=False, label="Family name", help_text="Lists are sorted by it."
    )
    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label="Display name",
        help_text="As it stands on pairings and standings; everybody can see it. Left empty, given and family name.",
    )
    email = forms.EmailField(required=False, label="Email address")
    mobile = forms.CharField(max_length=40, required=False, widget=forms.TextInput({"type": "tel"}))
    address = forms.CharField(max_length=300, required=False)
    field_order = [
        "given_name",
        "family_name",
        "name",
        "elo",
        "status",
        "joined_on",
        "email",
        "mobile",
        "address",
    ]

    def __init__(self, *args: Any, contact: ContactDetails | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contact = contact or ContactDetails()

    def clean(self) -> dict[str, Any]:
        if not any(self.cleaned_data.get(name) for name in ("given_name", "family_name", "name")):
            self.add_error("family_name", "Say the name of the member.")
        return self.cleaned_data

    def details(self, name: str = "") -> MemberDetails:
        values = self.cleaned_data
        contact = ContactDetails(
            values["given_name"] or self.contact.first_name,
            values["family_name"] or self.contact.last_name,
            values["address"],
            values["mobile"],
            values["email"],
        )
        return MemberDetails(
            values["name"],
            values["elo"],
            values["status"],
            values["joined_on"],
            contact,
            values["given_name"],
            values["family_name"],
        )


class AppointForm(forms.Form):
    username = forms.CharField(
        max_length=150,
        label="Appoint somebody by username",
        widget=forms.TextInput({"autocapitalize": "none", "autocomplete": "off"}),
    )
