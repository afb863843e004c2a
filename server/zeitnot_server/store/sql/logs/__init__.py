"""The logs of the rooms: commits as rows, how they are written, and the rooms read from them."""
