"""Kept accounts: passwords, sign-ins, and guests whose games are merged into an account."""
