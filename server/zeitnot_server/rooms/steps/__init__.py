"""A step: what a command does to a room, and each handler of a command."""
