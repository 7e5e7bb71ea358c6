"""The page an invitation link opens: a member without an account takes over the record the club keeps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from crosstable.accounts.errors import CannotMerge, LinkExpired
from crosstable.accounts.invitations import accept_invitation, invitation_of
from crosstable.accounts.models import User
from crosstable.web.shared import done


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
    except CannotMerge as refusal:
        context = {"invitation": invited, "reason": str(refusal)}
        return render(request, "clubs/invitation.html", context, status=409)
    return render(request, "clubs/invitation.html", {"invitation": invited})
