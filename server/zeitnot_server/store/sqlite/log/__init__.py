"""The log on SQLite as its only writer keeps it; `sql.logs.places` reads it."""
