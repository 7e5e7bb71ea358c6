"""The evening: who is called to which board, which boards are open, and when everything is played."""
