"""A club's members, for its administrators: the list with contact data, add, edit, requests, invitations."""

from django.conf import settings
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
from crosstable.accounts.errors import BothHavePlayed, CannotMerge, LinkExpired
from crosstable.accounts.invitations import accept_invitation, invitation_of
from crosstable.accounts.invitations import invite as make_invitation
from crosstable.accounts.models import Club, Membership, User
from crosstable.web.clubs.forms import MemberForm, StandingForm
from crosstable.web.clubs.guards import for_club_administrators, member_in
from crosstable.web.links import absolute
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done

PER_PAGE = 100

ACTIONS = {
    "accept": (actions.accept, "{name} is a member now."),
    "decline": (actions.decline, "The request of {name} is declined."),
    "remove": (actions.remove_member, "{name} is removed from the club."),
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
            messages.success(request, f"{member} is a member now.")
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
            return done(request, f"{details.name} is saved.", "club-members", club=club.slug)
    context = {"club": club, "member": member, "form": form}
    return render(request, "clubs/edit_member.html", context, status=422 if form.errors else 200)


def _form(request: Request, member: Membership) -> StandingForm:
    """Name and contact of somebody with an account are theirs to change."""
    if member.player.user_id is not None:
        return StandingForm(request.POST or None, initial=StandingForm.values_of(member))
    kept = getattr(member.player, "contact", None)
    contact = {name: getattr(kept, name, "") for name in ContactDetails.__slots__}
    initial = StandingForm.values_of(member) | contact | _names(member)
    return MemberForm(request.POST or None, initial=initial, contact=ContactDetails(**contact))


def _names(member: Membership) -> dict[str, str]:
    return {name: getattr(member.player, name) for name in ("name", "given_name", "family_name")}


@require_POST
@for_club_administrators
def act(request: Request, club: Club, member_id: int, verb: str) -> HttpResponse:
    action, words = ACTIONS[verb]
    member = member_in(club, member_id)
    action(membership=member, by=request.user)
    return done(request, words.format(name=member.player.name), "club-members", club=club.slug)


@require_POST
@for_club_administrators
@never_cache
def invite(request: Request, club: Club, member_id: int) -> HttpResponse:
    """Shows the link, and sends it when asked to. It cannot be shown again: making another one replaces it."""
    member = member_in(club, member_id)
    token = make_invitation(membership=member, by=request.user)
    link = absolute(reverse("invitation", args=[token]))
    email = getattr(getattr(member.player, "contact", None), "email", "")
    sent_to = email if email and "send" in request.POST and _send(member, email, link) else ""
    if "send" in request.POST and not sent_to:
        messages.error(request, "The mail could not be sent. Pass the link on yourself.")
    context = {"club": club, "member": member, "link": link, "sent_to": sent_to}
    return render(request, "clubs/invited.html", context)


def _send(member: Membership, email: str, link: str) -> bool:
    club, name = mail.without_links(member.club.name), mail.without_links(member.player.name)
    text = render_to_string("clubs/invitation.txt", {"club": club, "name": name, "link": link})
    subject = f"{club}: your membership at {settings.INSTALLATION_NAME}"
    return bool(send_mail(subject, text, None, [email], fail_silently=True)) and mail.is_sent()


@never_cache
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever is not signed in is asked to sign up or log in first, and comes back here."""
    try:
        invited = invitation_of(token)
        if request.method == "POST" and isinstance(request.user, User):
            accept_invitation(token=token, by=request.user)
            return done(request, f"Welcome to {invited.club}: the membership is yours now.", "account")
    except LinkExpired:
        return render(request, "clubs/invitation_over.html", status=410)
    except (BothHavePlayed, CannotMerge) as refusal:
        context = {"invitation": invited, "reason": str(refusal)}
        return render(request, "clubs/invitation.html", context, status=409)
    return render(request, "clubs/invitation.html", {"invitation": invited})
