"""The tree of a game: its branching, length and size, estimated from played games."""
