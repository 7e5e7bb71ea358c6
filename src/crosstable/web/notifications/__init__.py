"""What a person was told, what the person wants to hear, and the way out of the mails."""
