"""What every action runs in, and how it is taken back."""
