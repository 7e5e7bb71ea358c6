"""Conversion between rows and engine values, the only one; settings and reported scores as values."""
