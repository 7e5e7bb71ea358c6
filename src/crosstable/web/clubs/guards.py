"""The club and the member behind an address, and the administrators' guard."""

from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from crosstable.accounts.models import Club, Membership
from crosstable.accounts.permissions import check_may, is_club_administrator, is_system_administrator
from crosstable.accounts.queries import member_of
from crosstable.web.shared import View


def for_club_administrators(view: View) -> View:
    """Load the club and let only its administrators in."""

    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, club: str, *args: Any, **kwargs: Any) -> HttpResponse:
        own_club = get_object_or_404(Club, slug=club)
        check_may(
            is_club_administrator(request.user, own_club), "do this; only the administrators of the club may"
        )
        return view(request, own_club, *args, **kwargs)

    return guarded


def for_system_administrators(view: View) -> View:
    @wraps(view)
    @login_required
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        check_may(is_system_administrator(request.user), "do this; only the system administrators may")
        return view(request, *args, **kwargs)

    return guarded


def member_in(club: Club, member_id: int) -> Membership:
    member = member_of(club, member_id)
    if member is None:
        raise Http404("no such member")
    return member
