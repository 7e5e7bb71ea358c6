"""Rows to engine values and back, the only bridge; what was chosen and said, as values."""
