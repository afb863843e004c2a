"""The server's own bots: clients that play rooms with our engine and share the processors."""
