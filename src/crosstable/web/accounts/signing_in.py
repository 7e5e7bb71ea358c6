"""What the ways into an account share."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from crosstable.accounts import limits
from crosstable.accounts.errors import TooManyTries
from crosstable.accounts.passwords import MOST

MOST_SIGN_UPS = 500  # an hour, from one address
BACKEND = "crosstable.accounts.backends.UsernameOrEmail"


def count_sign_up(request: HttpRequest) -> None:
    """A whole hall may sign up behind one address in an hour; a machine that makes accounts is slowed. Raises
    TooManyTries."""
    if address := limits.address_of(request):
        limits.take("sign up", address, most=MOST_SIGN_UPS)


def locked(request: HttpRequest, refused: TooManyTries) -> HttpResponse:
    return render(request, "accounts/locked.html", {"most": MOST}, status=refused.http_status)
