"""Lists, records and searches of games."""
