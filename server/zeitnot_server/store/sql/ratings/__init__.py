"""Ratings in SQL."""
