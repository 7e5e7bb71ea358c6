"""Light, dark, or as the device says. The choice is a cookie: it belongs to the screen, not to the account."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from crosstable.web.context import THEMES

YEAR = 365 * 24 * 3600


def safe_next(request: HttpRequest, fallback: str = "/") -> str:
    """Where the visitor came from, when it is an address of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    here = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(asked, allowed_hosts=here, require_https=request.is_secure())
    return asked if is_ours and asked.startswith("/") else fallback


@require_http_methods(["GET", "HEAD", "POST"])
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        current = request.COOKIES.get("theme", "dark")
        return render(request, "theme.html", {"next": safe_next(request), "current": current})
    response = HttpResponseRedirect(safe_next(request))
    response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response
