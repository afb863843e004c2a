"""Others' text for a terminal or a log: characters that control a terminal, end a line or change
the direction of what follows are replaced."""

import unicodedata

REPLACEMENT = "\ufffd"
JOINERS = "\u200c\u200d"  # they shape Persian and Indic words, and join emoji
_CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")


def printable(text: str, keep: str = "") -> str:
    """The same text, as long, with U+FFFD for each control character (Unicode's Cc, as ESC), sign
    of format (Cf, as bidirectional overrides; the joiners stay), lone surrogate and line separator.
    `keep`: such characters as may stay, as line feeds."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(REPLACEMENT if _is_control(c) and c not in keep else c for c in text)


def _is_control(c: str) -> bool:
    return c not in JOINERS and unicodedata.category(c) in _CONTROL
