"""The list of tie-breaks of records 202 and 212: a code that is not FIDE's begins with OTHER_ there."""

from __future__ import annotations

from collections.abc import Iterable

from crosstable.engine.tie_breaks.registry import OWN

OTHER = "OTHER_"
OWN_CODES = frozenset(tie_break.code for tie_break in OWN)


def write_tie_breaks(codes: Iterable[str]) -> str:
    return ",".join(f"{OTHER}{code}" if code in OWN_CODES else code for code in codes)


def read_tie_breaks(text: str) -> tuple[str, ...]:
    """Our own by our codes; what another program calls OTHER_… stays as it is."""
    return tuple(_read(code.strip().upper()) for code in text.split(",") if code.strip())


def _read(code: str) -> str:
    plain = code.removeprefix(OTHER)
    return plain if plain in OWN_CODES else code
