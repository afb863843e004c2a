"""People with roles, their one-time codes, and deleted accounts, in SQL."""
