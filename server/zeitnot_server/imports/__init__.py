"""Games from files: read, made into records like those of games played here, and stored."""
