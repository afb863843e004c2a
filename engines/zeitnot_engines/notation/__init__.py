"""How people and programs write moves (SAN and the like) where that is not how they are sent: one
module a game, with a `NOTATION`, found by its name."""
