"""People as others see them, in SQL."""
