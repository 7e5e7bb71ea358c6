"""What is read from files and written to them; stores nothing."""
