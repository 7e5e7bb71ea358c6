"""What the tests of the Dutch system share: random events, and the rules written down literally."""
