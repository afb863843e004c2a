"""The texts of SGF's properties: escapes, and the white space that SGF changes (FF[4], Text)."""

import re

# Line ends are LF here, whatever the file has (`Source`). An escaped one is a soft line break.
_ESCAPED = re.compile(r"\\(.)|(\n)|[\t\v\f]", re.DOTALL)
_BLANKS = "\t\v\f"


def text(value: str) -> str:
    """The Text that a raw value means: an escaped line break vanishes, other line breaks stay."""
    return _ESCAPED.sub(lambda found: _meaning(found, "\n"), value)


def simple_text(value: str) -> str:
    """The SimpleText that a raw value means: line breaks are blanks."""
    return _ESCAPED.sub(lambda found: _meaning(found, " "), value)


def escaped(value: str) -> str:
    """The raw value that means this text."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _meaning(found: re.Match[str], line_break: str) -> str:
    if found[1]:
        return "" if found[1] == "\n" else " " if found[1] in _BLANKS else found[1]
    return line_break if found[2] else " "
