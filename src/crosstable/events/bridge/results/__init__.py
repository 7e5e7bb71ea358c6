"""What somebody says a match ended like, and which result of a corrected match counts."""
