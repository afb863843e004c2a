"""Cleans text that users write and others see: names and chat.

Invisible characters, and those that change the direction of what follows, make one text look like
another. Many combining marks cover the lines above. Letters of several alphabets that look alike
are handled by `store.names`.
"""

import unicodedata

NAME_LENGTH = 32
MARKS_IN_A_ROW = 2
# Invisible, though they are letters or symbols: Hangul fillers and the empty Braille cell.
BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"))
# They join emoji and shape Persian and Indic words; in a name they can only mislead.
JOINERS = "\u200c\u200d"


def tidy_name(name: str) -> str:
    """A name that may be shown: composed, without invisible characters, with single spaces, at most
    NAME_LENGTH characters; may be empty."""
    spaced = " ".join(_visible(unicodedata.normalize("NFC", name)).split())
    return _limit_marks(spaced)[:NAME_LENGTH].strip()


def tidy_chat(text: str) -> str:
    """A line of chat that may be shown: like a name, but of any length and with joiners. May be
    empty."""
    tidied = _limit_marks(" ".join(_visible(text, JOINERS).split()))
    return tidied if tidied.strip(JOINERS) else ""


def _visible(text: str, allowed: str = "") -> str:
    """The visible part of a text; line ends become spaces."""
    ends = "".join(" " if c in "\t\n\r\x0b\x0c\x85" else c for c in text)
    visible = (c for c in ends if unicodedata.category(c)[0] != "C" or c in allowed)
    return "".join(visible).translate(BLANKS)


def _limit_marks(text: str) -> str:
    """The text with at most MARKS_IN_A_ROW combining marks on a letter, and none without a
    letter."""
    characters: list[str] = []
    marks = MARKS_IN_A_ROW
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW:
            characters.append(c)
    return "".join(characters)
