"""The store on SQLite in WAL mode: one file, one writer. What belongs to the file is here; the rest
is in `sql`."""
