"""Converts positions of other programs (PDN 3.0, section on FEN) to the form of our rules."""

import re

SQUARES = 32
_NUMBERS = re.compile(r":H0(?=:F|$)|:F[0-9]{1,4}$")  # plies without progress: none; and the move's
_RANGE = re.compile(r"(?<![0-9])(K?)([0-9]{1,2})-([0-9]{1,2})(?![0-9-])")


def normalised_fen(text: str) -> str:
    """The FEN without blanks, a dot at the end and what Hub and lidraughts add (`:H0:F1`), and with
    ranges expanded: `W21-24` is W21,22,23,24, and `K1-3` is three kings. Invalid ranges are kept,
    so that the rules refuse them."""
    plain = _NUMBERS.sub("", "".join(text.split()).removesuffix("."))
    return _RANGE.sub(_squares, plain)


def _squares(found: re.Match[str]) -> str:
    first, last = int(found[2]), int(found[3])
    if not 1 <= first <= last <= SQUARES:
        return found[0]
    return ",".join(f"{found[1]}{square}" for square in range(first, last + 1))
