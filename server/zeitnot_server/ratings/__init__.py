"""Ratings, pure: how a game changes them, and which games count. docs/why/ratings.md explains the
rules; `store.end_effects.ratings` applies them when a game ends."""
