"""Pools, brackets, and who goes on."""
