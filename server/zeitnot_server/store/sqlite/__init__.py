"""The store on SQLite: all that knows sqlite3, SQLAlchemy and the files."""
