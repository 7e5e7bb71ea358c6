"""The context every action runs in, and undo."""
