"""People as others see them: the storage interface, and what profiles count."""
