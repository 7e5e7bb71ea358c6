"""Pairing, publishing, starting, closing and changing a round."""
