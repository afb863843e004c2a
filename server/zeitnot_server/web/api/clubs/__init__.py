"""The routes about clubs, their members and their ladders."""
