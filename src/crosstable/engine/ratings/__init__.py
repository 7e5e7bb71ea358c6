"""Rating systems. Each turns a round's games and the ratings before it into changes."""
