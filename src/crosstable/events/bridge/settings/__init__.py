"""What an organiser chooses for an event and its stages."""
