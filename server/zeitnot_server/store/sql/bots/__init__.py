"""The pages of bots in SQL."""
