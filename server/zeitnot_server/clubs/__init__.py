"""Clubs and their ladders: what they are, who may do what, and the storage interface. Pure."""
