"""External engines as players of our games, each by its own protocol."""
