"""Connections to PostgreSQL, and reads over them."""
