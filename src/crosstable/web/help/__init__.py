"""Help in the product: the guides of `docs/` and the records of games, formats and tie-breaks, with a search."""
