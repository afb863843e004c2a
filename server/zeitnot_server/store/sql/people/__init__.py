"""Accounts and their tokens, and what the operator does about them."""
