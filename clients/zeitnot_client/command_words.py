"""Splits a command into words, as the system's shell does."""

import os
import shlex


def split_command(command: str, *, windows: bool = os.name == "nt") -> list[str]:
    """The words of a command. On Windows a backslash is part of a path, and only double quotation
    marks quote. Raises ValueError if a quotation mark is missing."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if windows:
        lexer.escape, lexer.quotes = "", '"'
    return list(lexer)
