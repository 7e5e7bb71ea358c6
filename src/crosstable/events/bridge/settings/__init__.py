"""The organiser's settings of an event and its stages."""
