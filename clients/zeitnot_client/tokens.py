"""Checks the token of a bot before it is sent."""

import re

from .exceptions import BadToken

_TOKEN = re.compile(r"[!-~]+")


def checked_token(token: str) -> str:
    """The token without white space around it, such as the line break of a file. Raises
    BadToken."""
    stripped = token.strip()
    if not stripped:
        raise BadToken("the token is empty; `zeitnot bot register NAME` prints one")
    if "\0" in stripped:
        raise BadToken("the token's file is in UTF-16; save it as UTF-8 (PowerShell's > does not)")
    if not _TOKEN.fullmatch(stripped):
        raise BadToken("this is not a token as `zeitnot bot register NAME` prints it")
    return stripped
