"""Which textbook opponents do not play here."""

TOO_SLOW = ("alphabeta-4",)
"""Without an order of the moves its depth takes up to a minute."""
