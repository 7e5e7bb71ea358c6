"""A round from its draft to its last result: its inputs, rule exceptions and repairs."""
