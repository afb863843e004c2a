"""Positions as other programs write them (PDN 3.0, section on FEN), in the form of our rules."""

import re

SQUARES = 32
_RANGE = re.compile(r"(?<![0-9])(K?)([0-9]{1,2})-([0-9]{1,2})(?![0-9-])")


def plain_fen(text: str) -> str:
    """The same without a dot at the end, and with ranges written out: `W21-24` is W21,22,23,24,
    `K1-3` three kings. A range that goes down or past the board stays as it is, for the rules to
    refuse."""
    return _RANGE.sub(_squares, text.strip().removesuffix("."))


def _squares(found: re.Match[str]) -> str:
    first, last = int(found[2]), int(found[3])
    if not 1 <= first <= last <= SQUARES:
        return found[0]
    return ",".join(f"{found[1]}{square}" for square in range(first, last + 1))
