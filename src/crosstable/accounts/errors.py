"""What an account action refuses, with the field it is about and words a person can act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(eq=False)
class AccountRefused(Exception):
    """Nothing was changed. `field` names the input at fault."""

    field: str
    messages: Sequence[str]

    def __str__(self) -> str:
        return " ".join(self.messages)


class UsernameRefused(AccountRefused):
    def __init__(self, message: str) -> None:
        super().__init__("username", [message])


class EmailRefused(AccountRefused):
    def __init__(self, message: str) -> None:
        super().__init__("email", [message])


class PasswordRefused(AccountRefused):
    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("password", messages)


class LinkExpired(Exception):
    """A confirmation link that is too old, was used, or is not ours."""
