"""What hurried people type: one spelling for the many of dashes, halves and spaces, and the forfeits of every game."""

import re

MOST_CHARACTERS = 200
_DASHES = re.compile(r"\s*[-‐‑‒–—−:]+\s*")
_SPACES = re.compile(r"\s+")

FORFEIT_LINES = {
    **dict.fromkeys(("1f", "1-0f", "+/-", "+-"), "1-0F"),
    **dict.fromkeys(("0f", "0-1f", "-/+", "-+"), "0-1F"),
    **dict.fromkeys(("=f", "f", "0-0f", "-/-"), "0-0F"),
}
_HALF = ("½", "1/2", "0.5", "0,5", ".5", ",5")
AGREED_DRAW_LINES = ("=", "d", "draw", "½", "½-½", "½ ½", "1/2-1/2")
DECIDED_LINES = {
    **dict.fromkeys(("1", "1-0", "1 0"), "1-0"),
    **dict.fromkeys(("0", "0-1", "0 1"), "0-1"),
    **dict.fromkeys(("=", "d", "draw", "=-=", *_HALF), "1/2-1/2"),
    **{f"{half}{between}{half}": "1/2-1/2" for half in _HALF for between in ("-", " ")},
    **{f"{half}{between}0": "1/2-0" for half in (*_HALF, "=") for between in ("-", " ")},
    **{f"0{between}{half}": "0-1/2" for half in (*_HALF, "=") for between in ("-", " ")},
    **dict.fromkeys(("0-0", "0 0"), "0-0"),
}
_UNRATED = re.compile(r" ?(u|unrated)$")


def decided_in(line: str) -> str | None:
    """The code of a decided result in a normalised line: `1`, `0-½`, `=u`."""
    code = DECIDED_LINES.get(_UNRATED.sub("", line))
    return f"{code}U" if code and _UNRATED.search(line) else code


def normalised(text: str) -> str:
    """Small letters, single spaces, a plain hyphen between two numbers whatever stood there."""
    return _SPACES.sub(" ", _DASHES.sub("-", text.strip().lower()))


def forfeit_in(line: str) -> str | None:
    """The code of a forfeit in a normalised line: `1f`, `0-1 F`, `=f`."""
    return FORFEIT_LINES.get(line.replace(" ", ""))


def numbers_in(line: str, between: str = r"[ -]|, |/| / ") -> tuple[int, ...] | None:
    """Whole numbers of at most six digits with one separator between any two; None for anything else."""
    parts = re.split(between, line)
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        return None
    return tuple(int(part) for part in parts)


def without_open_mark(line: str) -> tuple[str, bool]:
    """`1-1 so far` and `1-1 …` tell of a series that goes on, where time could also have ended it."""
    for mark in ("so far", "...", "…"):
        if line.endswith(mark):
            return line.removesuffix(mark).strip(), True
    return line, False


def pairs_in(line: str) -> tuple[tuple[int, int], ...] | None:
    """`21-19 18-21`, with commas or slashes between, or the numbers alone: `21 19 18 21`. None for anything else."""
    tokens = re.split(r"[ ,;/|]+", line)
    if all(re.fullmatch(r"[0-9]{1,4}-[0-9]{1,4}", token) for token in tokens):
        numbers = [int(n) for token in tokens for n in token.split("-")]
    elif len(tokens) % 2 == 0 and all(re.fullmatch(r"[0-9]{1,4}", token) for token in tokens):
        numbers = [int(token) for token in tokens]
    else:
        return None
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))
