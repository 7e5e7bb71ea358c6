"""Going to the provider of the tests and coming back."""

from __future__ import annotations

import http.client
import re
from urllib.parse import urlsplit

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from building import user
from crosstable.accounts.models import User
from identity_provider import ANN
from waiting import LIMIT

PASSWORD = "pass-word-1"


def gone(client: Client, address: str = "/login/openid") -> str:
    """Visit the provider. Return the address the visitor is sent back to."""
    sent = client.get(address)
    assert sent.status_code == 302
    there = urlsplit(sent.url)
    connection = http.client.HTTPConnection(there.netloc, timeout=LIMIT)
    connection.request("GET", f"{there.path}?{there.query}")
    back = connection.getresponse().headers["Location"]
    connection.close()
    return back.removeprefix("http://testserver")


def visit(client: Client, address: str = "/login/openid"):
    return client.get(gone(client, address))


def username_of(client: Client) -> str:
    return str(client.get(reverse("contact")).context["user"]) if "_auth_user_id" in client.session else ""


def ann_here() -> User:
    """An account made with a password, at the address the provider knows."""
    ann = user("ann", email_confirmed_at=timezone.now())
    assert ann.email == ANN["email"]
    return ann


def reason(answer) -> tuple[int, str]:
    found = re.search(
        r"<h1>That did not work</h1>\s*<p class=\"muted\">(.*?)</p>", answer.content.decode(), re.S
    )
    return answer.status_code, " ".join(found[1].split()) if found else ""
