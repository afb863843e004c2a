"""One hosted room: the life of a move."""
