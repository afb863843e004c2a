"""Engines of others, each spoken to in its own protocol, as players of our games."""
