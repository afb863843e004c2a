"""Several nodes on one database: what each has, and what it tells the others."""
