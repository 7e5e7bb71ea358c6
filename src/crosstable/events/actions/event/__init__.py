"""The event as a whole: made, set up, shared, taken away."""
