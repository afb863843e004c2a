"""Exit statuses of `zeitnot serve` and of the server's process below it; a table of all that there
are is in docs/how-to/operating.md."""

AGAIN = 1  # what failed may pass, as a full disk does
BAD_SETTINGS = 2
DAMAGED = 65  # the database; EX_DATAERR of sysexits.h

LASTING = frozenset({BAD_SETTINGS, DAMAGED})
"""Who is started again would say the same again."""
