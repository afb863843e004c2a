"""Books in SQL: their lines, and the indexing of games."""
