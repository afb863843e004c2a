"""Exit statuses of `zeitnot serve` and of its child, the server process; docs/how-to/operating.md
has a table of them."""

FAILED = 1  # an unexpected error
BAD_SETTINGS = 2
DAMAGED = 65  # the database; EX_DATAERR of sysexits.h
NEVER_READY = 70  # after several starts; EX_SOFTWARE
NO_ACCESS = 73  # a file beside the database cannot be opened; EX_CANTCREAT
TEMPORARY_FAILURE = 75  # a temporary failure, such as a full disk; EX_TEMPFAIL

PERMANENT = frozenset({BAD_SETTINGS, DAMAGED})
"""After these, another start would fail in the same way."""
