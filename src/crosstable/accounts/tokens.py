"""API tokens: create, find, revoke. The secret is shown once, when the token is created."""

import hashlib
import secrets
from contextlib import suppress
from datetime import timedelta

from django.db import OperationalError
from django.db.models import Q, QuerySet
from django.utils import timezone

from crosstable.accounts.errors import AccountRefused
from crosstable.accounts.models import ApiToken, Scope, User
from crosstable.database.compiled_sql import CompiledQuery
from crosstable.text import tr

MOST = 50
LONGEST_NAME = 60
SHOWN = 8
# A busy client costs one write a minute, not one per request.
USE_NOTED_EVERY = timedelta(minutes=1)


def create_token(*, user: User, name: str, scope: str = Scope.READ) -> tuple[ApiToken, str]:
    """Create a token; return it and its secret, which is not stored. Raises AccountRefused."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        raise AccountRefused(
            "name",
            [tr("Give the token a name of 1 to {longest_name} characters.", longest_name=LONGEST_NAME)],
        )
    if scope not in Scope.values:
        raise AccountRefused("scope", [tr("A token may read, or read and write.")])
    if tokens_of(user).count() >= MOST:
        raise AccountRefused(
            "name", [tr("You have {most} tokens. Revoke one that is no longer used first.", most=MOST)]
        )
    secret = f"ct_{secrets.token_urlsafe(32)}"
    token = ApiToken.objects.create(
        user=user,
        name=name,
        scope=scope,
        digest=_digest(secret),
        prefix=secret[:SHOWN],
        created_at=timezone.now(),
    )
    return token, secret


def find_token(secret: str) -> ApiToken | None:
    """Return the token of this secret if it is valid and its account active, and record its use."""
    token = _valid.first(_digest(secret))
    if token is not None:
        _note_use(token)
    return token


def owner_of_token(secret: str) -> int | None:
    """Return the id of the token's account, without recording the use."""
    token = _valid.first(_digest(secret))
    return token.user_id if token is not None else None


_valid = CompiledQuery(
    lambda digest: ApiToken.objects.select_related("user").filter(
        digest=digest, revoked_at=None, user__is_active=True
    ),
    str,
)


def revoke_token(*, user: User, token_id: int) -> ApiToken | None:
    """Revoke the token. Return None if it is not one of this user's."""
    token = tokens_of(user).filter(pk=token_id).first()
    if token is not None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


def revoke_all(*, user: User) -> int:
    return tokens_of(user).update(revoked_at=timezone.now())


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the valid tokens, newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < USE_NOTED_EVERY:
        return
    unseen = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
    with suppress(OperationalError):  # a full disk must not stop reads
        ApiToken.objects.filter(unseen, pk=token.pk).update(last_used_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
