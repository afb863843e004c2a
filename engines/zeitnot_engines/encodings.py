"""Detects the encoding of a file.

A byte order mark decides; otherwise UTF-8, if the file is valid UTF-8 but for a few damaged
characters. Next comes the encoding that an SGF file declares in its property CA, unless that is
UTF-8. Without one it is GBK, Big5 or Shift_JIS if the file is valid in it and most of its
characters are common ones there, and otherwise Latin-1.

A file is decoded before it is parsed, because in the East Asian encodings a character may end in
the byte of a bracket or a backslash.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from encodings.aliases import aliases
from itertools import chain
from typing import NamedTuple

LATIN_1 = "latin-1"
_CA = re.compile(rb"[\s;\]]CA\s*\[\s*([A-Za-z0-9_:. -]{1,40}?)\s*\]")
_HEAD = 4096  # bytes that are searched for a declaration
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_REPLACEMENT = "\ufffd".encode()
_MAX_DAMAGED_SHARE = 0.1  # invalid characters of UTF-8, for each valid one outside ASCII
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "big5hkscs"}
_TITLES = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "gb18030": "GBK",
    "big5hkscs": "Big5",
    "cp932": "Shift_JIS",
    LATIN_1: "Latin-1",
}
_WORDS = re.compile(r"[a-z0-9]+")
# Python's modules. Others, such as `idna`, must not be tried; and Python would remember each name
# that it does not know for ever.
_TEXT_ENCODINGS = frozenset(
    [
        *("ascii", "utf_8", "utf_8_sig", "utf_16", "latin_1", "mac_roman"),
        *(f"iso8859_{number}" for number in range(1, 17)),
        *(f"cp125{number}" for number in range(9)),
        *("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_kr", "cp949"),
        *("shift_jis", "cp932", "shift_jis_2004", "euc_jp", "euc_jis_2004", "iso2022_jp"),
        *("koi8_r", "koi8_u", "cp437", "cp850", "cp866"),
    ]
)


class Encoding(NamedTuple):
    """The codec of a file, and how many characters of UTF-8 are damaged."""

    codec: str
    invalid: int = 0


def detect(blocks: Callable[[], Iterator[bytes]]) -> Encoding:
    """The encoding of a file. Each call of `blocks` reads the file from its start."""
    head = next(blocks(), b"")
    marked = next((codec for mark, codec in _BOMS if head.startswith(mark)), None)
    if marked is not None:
        return Encoding(marked)
    valid, invalid = _count_utf_8(blocks())
    if invalid <= _MAX_DAMAGED_SHARE * valid:
        return Encoding("utf-8", invalid)
    declared = _CA.search(head[:_HEAD])
    codec = python_name(declared[1].decode("ascii")) if declared else None
    if codec is not None and codec != "utf-8":
        return Encoding(codec)
    likely = guess(blocks())
    # A wrong declaration of UTF-8: the file has another encoding, or it is badly damaged.
    return Encoding("utf-8", invalid) if codec and likely == LATIN_1 else Encoding(likely)


def decode(data: bytes) -> str:
    """The text of a whole file. Invalid characters become U+FFFD."""
    return data.decode(detect(lambda: iter((data,))).codec, errors="replace")


def python_name(declared: str) -> str | None:
    """The codec of a declared encoding, such as `GB2312` or `x-sjis`; None if it is unknown.
    Subsets are widened, because programs write `GB2312` for GBK and `Shift_JIS` for CP932."""
    name = "_".join(_WORDS.findall(declared.lower()))
    for prefix in ("", "x_"):
        alias = name.removeprefix(prefix)
        module = aliases.get(alias, alias)
        if module in _TEXT_ENCODINGS:
            codec = codecs.lookup(module).name
            return _WIDER.get(codec, codec)
    return None


def title(codec: str) -> str:
    """The usual name of an encoding, for people."""
    return _TITLES.get(codec, codec)


def _count_utf_8(blocks: Iterable[bytes]) -> tuple[int, int]:
    """How many characters outside ASCII a file has if it is UTF-8: valid and invalid ones."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    others = invalid = 0
    for block in chain(blocks, (b"",)):
        text = decoder.decode(block, final=not block)
        others += len(text) - len(text.encode("ascii", "ignore"))
        invalid += text.count("\ufffd") - block.count(_REPLACEMENT)
    return others - invalid, invalid


def guess(blocks: Iterable[bytes]) -> str:
    """The most likely encoding of a file that is not UTF-8 and declares none."""
    candidates = [_Candidate(codec) for codec in ("gb18030", "big5hkscs", "cp932")]
    for block in blocks:
        for candidate in candidates:
            candidate.feed(block)
    for candidate in candidates:
        candidate.feed(b"", final=True)
    likely = [c for c in candidates if c.valid and c.common_share > _MIN_SHARE]
    # max() keeps the first of equals: GBK before Big5 before Shift_JIS.
    return max(likely, key=lambda c: c.common_share).codec if likely else LATIN_1


_MIN_SHARE = 0.5  # of the characters outside ASCII; in the right encoding most are common ones


@dataclass(slots=True)
class _Candidate:
    """One encoding that a file may be in, fed with the file block by block."""

    codec: str
    valid: bool = True
    _common: int = 0
    _other: int = 0
    _decoder: codecs.IncrementalDecoder = field(init=False)

    def __post_init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder(self.codec)("strict")

    def feed(self, block: bytes, final: bool = False) -> None:
        if not self.valid:
            return
        try:
            text = self._decoder.decode(block, final)
        except UnicodeDecodeError:
            self.valid = False
            return
        for letter in text:
            if letter > "\x7f":
                common = _is_common(letter, self.codec)
                self._common += common
                self._other += not common

    @property
    def common_share(self) -> float:
        """The share of the characters outside ASCII that are common in this encoding."""
        return self._common / max(1, self._common + self._other)


def _is_common(letter: str, codec: str) -> bool:
    """Whether the character is in the part of the encoding's table for everyday use: the first
    level of its Chinese characters, kana, or full-width punctuation."""
    try:
        code = letter.encode(codec)
    except UnicodeEncodeError:
        return False  # a few codes of Big5 mean two characters, the second an accent
    if len(code) != 2:
        return False  # half-width kana and four-byte characters are rare
    lead, trail = code
    if codec == "gb18030":
        return trail >= 0xA1 and (0xB0 <= lead <= 0xD7 or lead in (0xA1, 0xA3))
    if codec == "big5hkscs":
        return 0xA4 <= lead <= 0xC6 or lead == 0xA1
    return lead in (0x81, 0x82, 0x83) or 0x88 <= lead <= 0x97
