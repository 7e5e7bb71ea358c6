"""Pools, brackets, and the players who advance."""
