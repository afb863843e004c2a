"""Makes text from other people safe for a terminal or a log: replaces characters that control a
terminal, end a line or change the text direction."""

import unicodedata

REPLACEMENT = "\ufffd"
JOINERS = "\u200c\u200d"  # they shape Persian and Indic words, and join emoji
_CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")


def printable(text: str, keep: str = "") -> str:
    """The text with U+FFFD for each control character (Unicode Cc, such as ESC), format character
    (Cf, such as bidirectional overrides, but not the joiners), lone surrogate and line separator.
    Its length does not change. `keep`: characters to keep, such as line feeds."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(REPLACEMENT if _is_control(c) and c not in keep else c for c in text)


def _is_control(c: str) -> bool:
    return c not in JOINERS and unicodedata.category(c) in _CONTROL
