"""How many rounds a Swiss tournament usually has for the size of its field."""

# Players up to → rounds: enough to part the field by wins (a power of two), and what clubs add to it.
USUAL = ((8, 3, 4), (16, 4, 5), (32, 5, 6), (64, 6, 7), (128, 7, 9), (256, 8, 9))
LARGEST = (9, 11)


def usual_rounds(players: int) -> tuple[int, int]:
    """The usual least and most rounds. With four or fewer everybody meets everybody in three."""
    if players <= 4:
        return max(1, players - 1), max(1, players - 1)
    return next(((low, high) for most, low, high in USUAL if players <= most), LARGEST)
