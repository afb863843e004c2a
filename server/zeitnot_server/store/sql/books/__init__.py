"""The books: their lines, what is learnt, and which games are."""
