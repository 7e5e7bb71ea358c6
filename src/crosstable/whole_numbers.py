"""A whole number somebody sent, in a form, an address, a header or a file: never longer than we can hold."""

from __future__ import annotations

MOST_DIGITS = 9


def whole(text: str | None, digits: int = MOST_DIGITS) -> int | None:
    """None for anything else, and for one no row of ours can have."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None
