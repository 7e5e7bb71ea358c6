"""The boards of a stage being played: what is on them, who could be called, the plan of the evening."""
