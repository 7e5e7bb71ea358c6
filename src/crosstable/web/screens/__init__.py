"""The displays in the hall: what they can show, how each is filled, and the pages that show them."""
