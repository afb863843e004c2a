"""Decodes a file with the charset in its CA property.

A file is decoded before it is parsed, because in Shift_JIS, Big5 and GBK a character may end in the
byte of a bracket or a backslash.
"""

import codecs
import re

_CA = re.compile(rb"[\s;\]]CA\s*\[\s*([A-Za-z0-9_:. -]{1,40}?)\s*\]")
_HEAD = 4096  # bytes that are searched for the property
# Known charsets. Other codecs of Python, such as `idna`, must not be tried.
_KNOWN = re.compile(
    r"ascii|utf-8|utf-8-sig|latin-1|iso8859-\d+|cp125\d|cp93[26]|cp949|cp950|gb2312|gbk|gb18030"
    r"|big5|big5hkscs|shift_jis|euc_jp|euc_jis_2004|euc_kr|iso2022_jp|koi8-r|koi8-u|mac-roman"
)
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932"}


def decode(data: bytes) -> str:
    """The text of a file. Without a charset it is UTF-8, or otherwise Latin-1, the default of
    FF[4]. Invalid characters become U+FFFD."""
    data = data.removeprefix(codecs.BOM_UTF8)
    found = _CA.search(data[:_HEAD])
    name = _python_name(found[1].decode("ascii")) if found else None
    if name is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    return data.decode(name, errors="replace")


def _python_name(name: str) -> str | None:
    """Python's name of a charset; None for an unknown one."""
    try:
        codec = codecs.lookup(name.replace(" ", "-")).name
    except (LookupError, ValueError):
        return None
    return _WIDER.get(codec, codec) if _KNOWN.fullmatch(codec) else None
