"""What a person, a club or a visitor sees."""
