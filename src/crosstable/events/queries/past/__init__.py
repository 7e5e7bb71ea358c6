"""The journal, corrections and their effects."""
