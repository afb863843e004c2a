"""Exit codes of the commands, beside click's."""

INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C has ended
