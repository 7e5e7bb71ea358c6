"""Names people cannot be deceived by: usernames in one spelling and one script, no characters that cannot be seen."""

import re
import unicodedata

USERNAME = re.compile(r"[\w.+-]{2,40}")
# Letters and marks, though nothing is drawn for them; and a blank that is no space.
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Zero-width joiners belong into words of these scripts.
_JOINED = {"ARABIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA"}
_JOINED |= {"MALAYALAM", "SINHALA", "SYRIAC", "MONGOLIAN", "KHMER", "MYANMAR", "TIBETAN"}
_JOINERS = "\u200c\u200d"
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
MOST_MARKS = 4


def canonical(name: str) -> str:
    """How a username is written: `tOmasz` and full-width letters are `tomasz`."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())


def why_no_username(name: str) -> str:
    """What is wrong with a canonical username; empty when nothing is."""
    if not USERNAME.fullmatch(name) or any(c.isnumeric() and not c.isascii() for c in name):
        return "Use 2 to 40 letters, digits or . _ + - in a username, without spaces."
    scripts = {_script(c) for c in name if c.isalpha()}
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        return "Use letters of one alphabet in a username, so that nobody can look like somebody else."
    return ""


def among_numbers(name: str) -> str:
    """The name in a sentence with a score: one that is written from the right does not turn the score around, too."""
    from_the_right = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"\u2068{name}\u2069" if from_the_right else name


def can_be_seen(text: str) -> bool:
    """Nothing in it is invisible, turns the direction of text, or piles up marks; something in it is drawn."""
    marks = 0
    for place, char in enumerate(text):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS or char in _BLANK or kind in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
            return False
        if (kind == "Cf" and not _joins(text, place)) or (_chooses(char) and not _can_choose(text, place)):
            return False
    return not text or any(unicodedata.category(c)[0] in "LNPS" for c in text)


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in _JOINERS and len(around) == 2 and all(_script(c) in _JOINED for c in around)


def _chooses(char: str) -> bool:
    """A variation selector: it says which form of the character before it is drawn, and is not drawn itself."""
    return "VARIATION SELECTOR" in unicodedata.name(char, "")


def _can_choose(text: str, place: int) -> bool:
    """Only these have forms to choose from: signs (♟︎), Chinese characters, Mongolian letters."""
    before = text[place - 1 : place]
    return bool(before) and (unicodedata.category(before) == "So" or _script(before) in ("CJK", "MONGOLIAN"))


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]
