"""No address that opens something to anyone who knows it is written to the log."""

from __future__ import annotations

import logging
import re

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from crosstable.log import JsonLines, NoSecrets, without_secrets

# Parts of an address that are public: a slug of an event or a club, the code of a sheet or a language, a format,
# a word to sort by.
PUBLIC = {
    "language_code",
    "preset",
    "slug",
    "club",
    "sheet",
    "paper",
    "kind",
    "game",
    "name",
    "format",
    "verb",
    "path",
    "uidb64",
    "file",
    "act",
}
PUBLIC |= {
    "column",
    "number",
    "pool",
    "action",
    "step",
    "language_code",
    "entry_id",
    "member_id",
    "claim_id",
    "answer",
}
TYPED = re.compile(r"<(?:(?P<type>[a-z]+):)?(?P<name>\w+)>|\(\?P<(?P<named>\w+)>[^)]*\)")


def patterns(found: list[URLPattern | URLResolver], before: str = "/") -> list[str]:
    addresses = []
    for one in found:
        here = before + str(one.pattern).lstrip("^").rstrip("$")
        addresses += patterns(one.url_patterns, here) if isinstance(one, URLResolver) else [here]
    return addresses


def filled(address: str) -> str:
    """The address with numbers and public words, and SECRET for every other text."""

    def value(match: re.Match[str]) -> str:
        name, kind = match["name"] or match["named"], match["type"] or "str"
        return "7" if kind in ("int", "id", "uuid") else "word" if name in PUBLIC else "SECRET"

    return TYPED.sub(value, address).replace("\\", "")


ADDRESSES = sorted({*map(filled, patterns(get_resolver().url_patterns)),
                    *map(filled, patterns(get_resolver("crosstable.api.urls").url_patterns))})  # fmt: skip


def test_every_address_with_a_secret_is_written_without_it():
    secret = [address for address in ADDRESSES if "SECRET" in address]
    assert len(secret) > 15
    assert [address for address in secret if "SECRET" in without_secrets(address)] == []


@pytest.mark.parametrize(
    "path", ["/door/SECRET", "/m/7/SECRET", "/b/SECRET", "/api/tournaments/share/SECRET"]
)
def test_neither_the_message_nor_the_facts_of_a_request_have_it(path):
    record = logging.makeLogRecord({"msg": f"Not Found: {path}", "path": without_secrets(path)})
    NoSecrets().filter(record)
    assert "SECRET" not in JsonLines().format(record)
