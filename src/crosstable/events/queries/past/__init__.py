"""The journal, corrections, and what they move."""
