"""How people write moves: one module a game, with a `NOTATION`, found by its name."""
