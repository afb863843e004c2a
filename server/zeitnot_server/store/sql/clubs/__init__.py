"""Clubs and their ladders, in SQL."""
