"""Links that leave the page: in a mail they start with the address this installation was given, never with what a
request said it was."""

from django.conf import settings


def absolute(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"
