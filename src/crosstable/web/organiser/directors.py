"""Who runs the event: appoint and dismiss directors, invite somebody by a link."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from crosstable.accounts.errors import LinkExpired
from crosstable.accounts.models import User
from crosstable.events.actions.event import directors as actions
from crosstable.events.models import Tournament
from crosstable.web.organiser.forms import DirectorForm
from crosstable.web.qr import qr_code
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done, for_organisers


@for_organisers
def directors(request: Request, tournament: Tournament) -> HttpResponse:
    form = DirectorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            name = form.cleaned_data["user"]
            user = actions.appoint_by_name(tournament=tournament, name=name, by=request.user)
            messages.success(request, f"{user.get_username()} runs the event with you now.")
            return redirect("directors", slug=tournament.slug)
    return _page(request, tournament, {"form": form}, 422 if form.errors else 200)


@require_POST
@for_organisers
@never_cache
def invite(request: Request, tournament: Tournament) -> HttpResponse:
    """The link is shown here and nowhere else; another press makes another one."""
    token = actions.invite_director(tournament=tournament, by=request.user)
    link = request.build_absolute_uri(reverse("director-invitation", args=[token]))
    return _page(request, tournament, {"form": DirectorForm(), "link": link, "qr": qr_code(link)}, 200)


@login_required
@never_cache
def invitation(request: Request, token: str) -> HttpResponse:
    """Whoever holds the link says yes, signed in as themselves."""
    try:
        tournament = actions.invited_to(token)
        if request.method == "POST":
            actions.accept_directorship(token=token, by=request.user)
            return done(request, f"You run {tournament} now.", "control", slug=tournament.slug)
    except LinkExpired:
        return render(request, "accounts/link_expired.html", status=410)
    return render(request, "organiser/director_invitation.html", {"tournament": tournament})


@require_POST
@for_organisers
def dismiss(request: Request, tournament: Tournament, user_id: int) -> HttpResponse:
    user = get_object_or_404(User, pk=user_id)
    actions.dismiss_director(tournament=tournament, user=user, by=request.user)
    messages.success(request, f"{user.get_username()} no longer runs the event.")
    return redirect("directors", slug=tournament.slug)


def _page(request: Request, tournament: Tournament, more: dict[str, object], status: int) -> HttpResponse:
    appointed = tournament.organisers.select_related("player").order_by("username")
    context = {"tournament": tournament, "appointed": appointed} | more
    return render(request, "organiser/directors.html", context, status=status)
