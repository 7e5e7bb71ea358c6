"""The standard order of seeds in a bracket.

Seeds 1 and 2 can meet in the final only, 1 to 4 in the semi-finals at the earliest, and so on; in each round, if
the better seed always wins, the best meets the worst still there. Seeds from pools are in pools.py.
"""


def bracket_order(entrants: int) -> list[int]:
    """The seeds from the top of the first round to its end; those beyond the entrants are empty places.

    For 8: 1, 8, 4, 5, 2, 7, 3, 6.
    """
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for better in order for seed in (better, size + 1 - better)]
    return order
