"""A round from its draft to its last result: what it is made from, what it bends, ways out."""
