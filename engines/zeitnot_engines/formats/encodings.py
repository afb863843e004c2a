"""Which encoding a file is in.

UTF-8, with or without a byte order mark, wins where it is valid. Otherwise the encoding that the
file declares counts (SGF's `CA`), and without one the East Asian encodings and Latin-1 are told
apart by validity, and among valid ones by how many of their characters are common ones.
"""

import codecs
from collections.abc import Iterable
from dataclasses import dataclass, field

LATIN_1 = "latin-1"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
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
# Declared names that Python's registry also knows, but that are no text encodings, are not tried.
_TEXT_ENCODINGS = frozenset(
    [
        *("ascii", "utf-8", "utf-8-sig", "utf-16", "latin-1", "iso8859-1", "mac-roman"),
        *(f"iso8859-{number}" for number in range(2, 17)),
        *(f"cp125{number}" for number in range(9)),
        *("gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_kr", "cp949"),
        *("shift_jis", "cp932", "shift_jis_2004", "euc_jp", "euc_jis_2004", "iso2022_jp"),
        *("koi8-r", "koi8-u", "cp437", "cp850", "cp866"),
    ]
)


def python_name(declared: str) -> str | None:
    """The codec for a declared encoding, such as `GB2312` or `x-sjis`; None if it is unknown.
    Subsets are widened, because programs write `GB2312` for GBK and `Shift_JIS` for CP932."""
    name = declared.strip().lower().replace(" ", "-")
    for prefix in ("", "x-"):
        try:
            codec = codecs.lookup(name.removeprefix(prefix)).name
        except (LookupError, ValueError):
            continue
        if codec in _TEXT_ENCODINGS:
            return _WIDER.get(codec, codec)
    return {"x-sjis": "cp932", "sjis": "cp932"}.get(name)


def title(codec: str) -> str:
    """The usual name of an encoding, for people."""
    return _TITLES.get(codec, codec)


def by_mark(head: bytes) -> str | None:
    """The encoding that a byte order mark at the start of a file names."""
    return next((codec for mark, codec in _BOMS if head.startswith(mark)), None)


def guessed(blocks: Iterable[bytes]) -> str:
    """The encoding of a text without mark and declaration: UTF-8 if it is valid, else the most
    likely of GBK, Big5, Shift_JIS and Latin-1."""
    candidates = [_Candidate(codec) for codec in ("utf-8", "gb18030", "big5hkscs", "cp932")]
    for block in blocks:
        for candidate in candidates:
            candidate.feed(block)
    for candidate in candidates:
        candidate.feed(b"", final=True)
    if candidates[0].valid:
        return "utf-8"
    likely = [c for c in candidates[1:] if c.valid and c.common_share > _LIKELY]
    # max() keeps the first of equals: GBK before Big5 before Shift_JIS.
    return max(likely, key=lambda c: c.common_share).codec if likely else LATIN_1


_LIKELY = 0.5  # of a text in the right encoding, more of the other characters are common ones


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
        if self.codec != "utf-8":
            self._count(text)

    def _count(self, text: str) -> None:
        for letter in text:
            if letter > "\x7f":
                common = _is_common(letter, self.codec)
                self._common += common
                self._other += not common

    @property
    def common_share(self) -> float:
        """Which part of the characters outside ASCII are common ones in this encoding."""
        return self._common / max(1, self._common + self._other)


def _is_common(letter: str, codec: str) -> bool:
    """Whether the character is in the part of the encoding's table for everyday use: the first
    level of its Chinese characters, kana, or full-width punctuation."""
    code = letter.encode(codec)
    if len(code) != 2:
        return False  # half-width kana and four-byte characters are rare
    lead, trail = code
    if codec == "gb18030":
        return trail >= 0xA1 and (0xB0 <= lead <= 0xD7 or lead in (0xA1, 0xA3))
    if codec == "big5hkscs":
        return 0xA4 <= lead <= 0xC6 or lead == 0xA1
    return lead in (0x81, 0x82, 0x83) or 0x88 <= lead <= 0x97
