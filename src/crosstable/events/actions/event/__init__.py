"""The event as a whole: creating, setting up, sharing and deleting it."""
