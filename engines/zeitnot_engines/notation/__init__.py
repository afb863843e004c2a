"""Other notations of moves than that of the wire (SAN and the like): one module a game, with a
`NOTATION`, found by its name."""
