"""The game log, which has the events of all games, in SQLite: as its only writer stores it.
`sql.logs.places` reads it. (The write-ahead log is called WAL.)"""
