"""What goes wrong with copies, in words for the person at the terminal."""


class UpkeepFailed(Exception):
    """Says what is wrong and what to do about it."""
