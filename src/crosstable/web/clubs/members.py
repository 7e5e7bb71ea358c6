"""A club's members, for its administrators: the list with contact data, add, edit, requests, invitations."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.mail import send_mail
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from crosstable.accounts import mail, queries
from crosstable.accounts import members as actions
from crosstable.accounts.actions import ContactDetails
from crosstable.accounts.checks import HIGHEST_RATING, LOWEST_RATING
from crosstable.accounts.errors import BothHavePlayed, CannotMerge, LinkExpired
from crosstable.accounts.invitations import accept_invitation, invitation_of
from crosstable.accounts.invitations import invite as make_invitation
from crosstable.accounts.members import LONGEST_NAME, MemberDetails
from crosstable.accounts.models import GIVEN_BY_CLUB, START_RATING, Club, Membership, User
from crosstable.installation import installation_name
from crosstable.languages import speaking
from crosstable.text import tr
from crosstable.web.clubs.views import for_club_administrators, member_in
from crosstable.web.forms import refusals_on
from crosstable.web.shared import Request, absolute, done

_RANGE = tr("Enter a rating from {lowest} to {highest}.", lowest=LOWEST_RATING, highest=HIGHEST_RATING)
_STATUSES = [(status.value, status.label) for status in GIVEN_BY_CLUB]


class StandingForm(forms.Form):
    """What a club decides about a member, with or without an account."""

    elo = forms.IntegerField(
        label=tr("Club rating"),
        initial=START_RATING,
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        error_messages={
            "min_value": _RANGE,
            "max_value": _RANGE,
            "invalid": tr("Enter a whole number, for example 1500."),
        },
    )
    status = forms.ChoiceField(choices=_STATUSES, label=tr("Status"))
    joined_on = forms.DateField(
        required=False, label=tr("Member since"), widget=forms.DateInput({"type": "date"})
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
    """The standing, name and contact of a member without an account."""

    given_name = forms.CharField(max_length=LONGEST_NAME, required=False, label=tr("Given name"))
    family_name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=tr("Family name"),
        help_text=tr("Lists are sorted by it."),
    )
    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=tr("Display name"),
        help_text=tr(
            "Shown to everyone in pairings and standings. Leave empty to use given and family name."
        ),
    )
    email = forms.EmailField(required=False, label=tr("Email address"))
    mobile = forms.CharField(
        max_length=40, required=False, label=tr("Mobile number"), widget=forms.TextInput({"type": "tel"})
    )
    address = forms.CharField(max_length=300, required=False, label=tr("Address"))
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
            self.add_error("family_name", tr("Enter the name of the member."))
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


PER_PAGE = 100

MEMBER_ACTIONS = {
    "accept": (actions.accept, tr("{name} is now a member.")),
    "decline": (actions.decline, tr("The request of {name} is declined.")),
    "remove": (actions.remove_member, tr("{name} is removed from the club.")),
}


@for_club_administrators
@never_cache
def members(request: Request, club: Club) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:80]
    page = Paginator(queries.members_for_administrators(club, search), PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"club": club, "page": page, "search": search, "tab": "members"}
    return render(request, "clubs/members.html", context | {"asking": list(queries.requests_to_join(club))})


@for_club_administrators
def add(request: Request, club: Club) -> HttpResponse:
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            member = actions.add_member_with(club=club, details=form.details(), by=request.user)
            messages.success(request, tr("{name} is now a member.", name=member))
            return redirect("add-member" if "another" in request.POST else "club-members", club=club.slug)
    context = {"club": club, "form": form}
    return render(request, "clubs/add_member.html", context, status=422 if form.errors else 200)


@for_club_administrators
@never_cache
def edit(request: Request, club: Club, member_id: int) -> HttpResponse:
    member = member_in(club, member_id)
    form = _form(request, member)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            details = form.details(member.player.name)
            seen = form.cleaned_data["version"]
            actions.edit_member(membership=member, details=details, by=request.user, seen_version=seen)
            return done(request, tr("{name} is saved.", name=details.name), "club-members", club=club.slug)
    context = {"club": club, "member": member, "form": form}
    return render(request, "clubs/edit_member.html", context, status=422 if form.errors else 200)


def _form(request: Request, member: Membership) -> StandingForm:
    """Return the form for a member; only the account holder can change their name and contact."""
    if member.player.user_id is not None:
        return StandingForm(request.POST or None, initial=StandingForm.values_of(member))
    stored = getattr(member.player, "contact", None)
    contact = {name: getattr(stored, name, "") for name in ContactDetails.__slots__}
    names = {name: getattr(member.player, name) for name in ("name", "given_name", "family_name")}
    initial = StandingForm.values_of(member) | contact | names
    return MemberForm(request.POST or None, initial=initial, contact=ContactDetails(**contact))


@require_POST
@for_club_administrators
def act(request: Request, club: Club, member_id: int, verb: str) -> HttpResponse:
    action, words = MEMBER_ACTIONS[verb]
    member = member_in(club, member_id)
    action(membership=member, by=request.user)
    return done(request, words.filled(name=member.player.name), "club-members", club=club.slug)


@require_POST
@for_club_administrators
@never_cache
def invite(request: Request, club: Club, member_id: int) -> HttpResponse:
    """Show the link, and send it on request. It is not shown again: a new one replaces it."""
    member = member_in(club, member_id)
    token = make_invitation(membership=member, by=request.user)
    link = absolute(reverse("invitation", args=[token]))
    email = getattr(getattr(member.player, "contact", None), "email", "")
    sent_to = email if email and "send" in request.POST and _send(member, email, link) else ""
    if "send" in request.POST and not sent_to:
        messages.error(request, tr("The email could not be sent. Pass the link on yourself."))
    context = {"club": club, "member": member, "link": link, "sent_to": sent_to}
    return render(request, "clubs/invited.html", context)


def _send(member: Membership, email: str, link: str) -> bool:
    club, name = mail.without_links(member.club.name), mail.without_links(member.player.name)
    # The recipient has no account, so their language is unknown.
    with speaking(""):
        text = render_to_string("clubs/invitation.txt", {"club": club, "name": name, "link": link})
        subject = str(tr("{club}: your membership at {site}", club=club, site=installation_name()))
    return bool(send_mail(subject, text, None, [email], fail_silently=True)) and mail.is_sent()


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Ask a visitor to sign up or log in first, and return here."""
    try:
        invited = invitation_of(token)
        if request.method == "POST" and isinstance(request.user, User):
            accept_invitation(token=token, by=request.user)
            welcome = tr("Welcome to {club}: this membership is now yours.", club=invited.club)
            return done(request, welcome, "account")
    except LinkExpired:
        return render(request, "clubs/invitation_over.html", status=410)
    except (BothHavePlayed, CannotMerge) as refusal:
        context = {"invitation": invited, "reason": str(refusal)}
        return render(request, "clubs/invitation.html", context, status=409)
    return render(request, "clubs/invitation.html", {"invitation": invited})
