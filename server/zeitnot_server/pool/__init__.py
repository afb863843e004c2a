"""The pool: the server pairs bots that have asked for it, one game at a time for each."""
