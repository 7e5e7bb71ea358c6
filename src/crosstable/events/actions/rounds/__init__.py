"""Pairing, publishing, starting, closing a round, and changing it on the way."""
