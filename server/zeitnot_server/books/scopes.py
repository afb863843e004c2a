"""The books that exist, and the parts of each."""

SERVER = "server"
IMPORTED = "imported"
PRE_0_2 = "former"
"""The book of versions before 0.2, until its games have been learnt again (`learning`)."""

SCOPES = {SERVER: (SERVER, IMPORTED)}
"""The parts of each book: the server's has lines learnt from games and lines from files, kept
apart so that either can be rebuilt."""
