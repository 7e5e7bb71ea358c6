"""Who sends a request: the owner of a token, a user logged in with a browser, or a visitor.

If a token is sent, only the token counts; a session is ignored. With a session, a write needs the page's CSRF token, as
everywhere on the site.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from crosstable.accounts.models import ApiToken, User
from crosstable.accounts.tokens import find_token
from crosstable.api.problems import Problem

SAFE = ("GET", "HEAD", "OPTIONS")


class Request(HttpRequest):
    """A request as `run_operation` passes it on."""

    user: User
    token: ApiToken | None
    # Set by reads: the tournament, its revision, and the audience.
    etag: str
    stamp: str


class VisitorRequest(HttpRequest):
    """A request of a visitor who need not be logged in."""

    user: User | AnonymousUser
    token: ApiToken | None
    etag: str
    stamp: str


def identify(request: Request) -> None:
    """Identify the user. A token that is invalid, or may not do this, is refused immediately."""
    request.token, request.etag, request.stamp = None, "", ""
    if "Authorization" in request.headers:
        _identify_token(request)
    elif request.method not in SAFE and request.user.is_authenticated and check_csrf(request):
        raise Problem(
            403, "csrf", "A write with a browser's session needs its CSRF token, in the header X-CSRFToken."
        )


def _identify_token(request: Request) -> None:
    kind, _, secret = request.headers["Authorization"].partition(" ")
    token = find_token(secret.strip()) if kind.lower() == "bearer" else None
    if token is None:
        raise Problem(401, "bad-token", "This token does not work. It may have been revoked.")
    if request.method not in SAFE and not token.may_write:
        raise Problem(403, "read-only-token", "This token may only read. Create one with the scope “write”.")
    request.token, request.user = token, token.user


class _SignedIn(AuthBase):
    def __call__(self, request: HttpRequest) -> Any:
        return request.user if request.user.is_authenticated else None


class Token(_SignedIn):
    openapi_type: str = "http"
    openapi_scheme = "bearer"


class Session(_SignedIn):
    openapi_type: str = "apiKey"
    openapi_in = "cookie"
    openapi_name = "sessionid"


def any_visitor(request: HttpRequest) -> bool:
    return True


SIGNED_IN = [Token(), Session()]
# For operations that also answer people without an account: @router.get("…", **PUBLIC).
PUBLIC: dict[str, Any] = {"auth": [*SIGNED_IN, any_visitor], "openapi_extra": {"security": [{}]}}
