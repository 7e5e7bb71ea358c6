"""Paper and files: printouts, the whole event as one file, the emergency pack."""
