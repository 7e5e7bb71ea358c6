"""What the ways into an account share."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from crosstable.accounts.errors import Refused
from crosstable.accounts.passwords import MOST

BACKEND = "crosstable.accounts.backends.UsernameOrEmail"


def locked(request: HttpRequest, refused: Refused) -> HttpResponse:
    return render(request, "accounts/locked.html", {"most": MOST}, status=refused.http_status)
