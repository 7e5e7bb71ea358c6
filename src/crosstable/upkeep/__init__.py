"""What keeps an installation alive: copies of its database, the way back from one, a check of its health, tidying."""
