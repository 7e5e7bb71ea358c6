"""Reported scores, and which result of a corrected match counts."""
