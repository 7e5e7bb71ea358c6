"""The standings and their explanations."""
