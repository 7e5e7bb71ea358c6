"""When two names may be one person: the same words in any order, whatever the case and the accents."""

import unicodedata

from crosstable.engine.names import PLAIN


def name_key(name: str) -> str:
    """Equal for “Müller, Jörg”, “Joerg Mueller” and “JÖRG MÜLLER”."""
    folded = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN)
    bare = "".join(c for c in folded if unicodedata.category(c) != "Mn")
    words = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in bare).split()
    plain = " ".join(sorted(words))
    for two, one in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(two, one)
    return plain or name.casefold()


def heading_key(heading: str) -> str:
    """“Prénom :” and “PRENOM” are one heading."""
    folded = unicodedata.normalize("NFKD", heading.casefold()).translate(PLAIN)
    return "".join(c for c in folded if c.isalnum())
