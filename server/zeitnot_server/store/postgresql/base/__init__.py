"""Connections to PostgreSQL, and what is read by them."""
