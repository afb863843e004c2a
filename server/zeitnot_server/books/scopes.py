"""Whose books there are, and of which parts each consists."""

SERVER = "server"
IMPORTED = "imported"
FORMER = "former"
"""What versions before 0.2 had learnt, until its games have been learnt again (`learning`)."""

SCOPES = {SERVER: (SERVER, IMPORTED)}
"""The parts of each book that is shown: the server's has what was learnt from games, and
what came from files, apart so that either can be made anew."""
