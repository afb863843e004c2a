"""Text files, also as programs on Windows write them."""

import codecs

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def text_of(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one, which
    `>` of Windows PowerShell writes. Raises UnicodeDecodeError."""
    return content.decode("utf-16" if content.startswith(_UTF_16) else "utf-8-sig")
