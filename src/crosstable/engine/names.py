"""The order of names in a list: one key for printed lists, web pages, files and starting numbers."""

import unicodedata

# Letters that Unicode does not decompose into a base letter and an accent.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)


def plain(name: str) -> str:
    """Lower case without accents: Å is a, Ø is o, Ć is c, Ł is l."""
    letters = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def name_key(name: str) -> tuple[str, str]:
    """Sort key: accented letters beside their base letters; among equals the name as it is written."""
    return plain(name), name
