"""Moves as people write them, game by game."""
