"""Exit statuses of `zeitnot serve` and of the server's process below it; a table of all that there
are is in docs/how-to/operating.md."""

FAILED = 1  # an error that nobody has thought of
BAD_SETTINGS = 2
DAMAGED = 65  # the database; EX_DATAERR of sysexits.h
NEVER_READY = 70  # start after start; EX_SOFTWARE
NO_ACCESS = 73  # a file beside the database cannot be opened; EX_CANTCREAT
AGAIN = 75  # what failed may pass, as a full disk does; EX_TEMPFAIL

LASTING = frozenset({BAD_SETTINGS, DAMAGED})
"""Who is started again would say the same again."""
