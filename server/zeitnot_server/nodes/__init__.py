"""Several nodes on one database: the state that each of them publishes to its peers."""
