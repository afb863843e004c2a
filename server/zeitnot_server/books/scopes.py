"""The books that exist, and the parts of each."""

SERVER = "server"
IMPORTED = "imported"
PRE_0_2 = "former"
"""The book of versions before 0.2, until its games are indexed again (`indexing`)."""

SCOPES = {SERVER: (SERVER, IMPORTED)}
"""The parts of each book. The server's book has lines from its games and imported lines, stored
separately so that either part can be rebuilt."""
