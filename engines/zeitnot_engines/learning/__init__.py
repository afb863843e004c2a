"""Fits evaluations to games."""
