"""The formats of other programs, together."""
