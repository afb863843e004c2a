"""Fitting an evaluation to games."""
