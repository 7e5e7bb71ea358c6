"""Visit pages as a user: log in, read the words, the errors, the link in the last mail."""

from __future__ import annotations

import re

from django.core import mail
from django.test import Client

from building import user

SIGN_UP = {
    "first_name": "Ann",
    "last_name": "Hart",
    "email": "ann@example.org",
    "username": "ann",
    "password": "kalypso-77",
}


def logged_in(name: str, **extra: object) -> Client:
    client = Client()
    client.force_login(user(name, **extra))
    return client


def text(response) -> str:
    """The words of the page, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def markup(response) -> str:
    """The page with its tags, one space wherever there is any: how a template is laid out says nothing."""
    return re.sub(r"\s+(?=>)", "", " ".join(response.content.decode().split()))


def page(client: Client, address: str) -> str:
    """A page that opens, with its tags."""
    response = client.get(address)
    assert response.status_code == 200, response.status_code
    return markup(response)


def link_in_mail() -> str:
    return re.search(r"http://[^/\s]+(/\S+)", mail.outbox[-1].body).group(1)


def errors(response) -> dict[str, list[str]]:
    return {field: list(messages) for field, messages in response.context["form"].errors.items()}
