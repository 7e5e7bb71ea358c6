"""Reading and writing files; stores nothing."""
