"""Players from a file, and tables to take away."""
