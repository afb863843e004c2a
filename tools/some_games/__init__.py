"""Builds only some games, separately from the installation: see __main__.py."""
