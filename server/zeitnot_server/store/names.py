"""Names that pass for others: what they look like, and which are not given to people.

Letters of several alphabets look alike, so a name can pass for somebody else's. `skeleton` brings
look-alikes together as in Unicode Technical Standard 39, section 4, by the table of the library
confusable-homoglyphs. Two things are added. Case does not tell names apart here, so capitals are
compared as capitals first (Greek `Ν` is an N, `ν` a v), and what looks like i in one case or the
other is one. And small capitals, which the standard leaves apart, are their letters.
A word that mixes alphabets as no language does (section 5.2, "highly restrictive") is refused.
"""

import re
import unicodedata
from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ..rooms.text import BLANKS

_LIBRARY = "confusable_homoglyphs"
_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
_ROUNDS = 3  # from Cyrillic в to small capital ʙ to b
_BEYOND_THE_STANDARD = {"l": "i", "1": "i", "|": "i", "!": "i"}
_PAIRS = (("rn", "m"), ("vv", "w"))

RESERVED = (
    *("admin", "administrator", "moderator", "mod", "operator", "owner", "root", "staff"),
    *("support", "official", "server", "system", "zeitnot"),
    *("管理员", "管理員", "系统", "系統", "系统管理员", "系統管理員", "官方", "版主", "客服"),
    *("服务器", "伺服器", "操作员", "操作員", "工作人员", "工作人員"),
)

# What goes together in one word; a word of one alphabet alone always does.
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_ANY = {"COMMON", "INHERITED", "Unknown"}


def skeleton(name: str) -> str:
    """The same text for all names that look alike; never shown.

    Case, accents, spaces, hyphens and other punctuation do not tell names apart.
    """
    apart = _letters(unicodedata.normalize("NFKD", name).translate(BLANKS))
    plain = "".join(_looks(c) for c in apart)
    plain = "".join(c for c in plain if unicodedata.category(c) not in ("Pd", "Pc", "Po"))
    for pair, one in _PAIRS:
        plain = plain.replace(pair, one)
    return plain


def is_reserved(name: str) -> bool:
    """Whether a name says that its bearer runs this place, with or without decoration."""
    words = name.split()
    return _says_so(name) or (bool(words) and all(map(_says_so, words)))


def mixes_scripts(name: str) -> bool:
    """Whether a word of this name is written in alphabets that do not go together."""
    return any(_mixed({_script(c) for c in word} - _ANY) for word in name.split())


def _mixed(scripts: set[str]) -> bool:
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def _says_so(text: str) -> bool:
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
    return not _reserved().isdisjoint({skeleton(text), skeleton(bare)})


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


def _letters(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c)[0] not in "CMZ")


@lru_cache(4096)
def _looks(c: str) -> str:
    """What one character looks like, in small letters."""
    shown = _prototypes().get(c, c) if c.isupper() else c
    for _ in range(_ROUNDS):
        small = _letters(unicodedata.normalize("NFKD", shown.casefold()))
        shown = "".join(map(_prototype, small))
    return "".join(_BEYOND_THE_STANDARD.get(one, one) for one in _letters(shown.casefold()))


def _prototype(c: str) -> str:
    if found := _SMALL_CAPITAL.fullmatch(unicodedata.name(c, "")):
        return found[1].lower()
    return _prototypes().get(c, c)


# ── the library's data ─────────────────────────────────────────────────────────────────────────
# Read here and not by its own modules: they keep the name of every character in memory, too.


class _Alike(msgspec.Struct, gc=False):
    c: str


class _Ranges(msgspec.Struct):
    """Ranges of characters: first, last, script and category by number."""

    iso_15924_aliases: list[str]
    code_points_ranges: list[tuple[int, int, int, int]]


@cache
def _prototypes() -> dict[str, str]:
    """A character to the text that stands for all that look like it.

    The library tells who looks like whom both ways. Whoever has many look-alikes stands for them;
    of two, a text of several characters, then one of ASCII, then the first.
    """
    alike = msgspec.json.decode(_read("confusables.json"), type=dict[str, list[_Alike]])
    found: dict[str, str] = {}
    for text, others in alike.items():
        if len(text) == 1 and len(others) == 1:
            one, other = text, others[0].c
            if len(alike.get(other, ())) > 1 or _rank(other) < _rank(one):
                found[one] = _letters(other)
    return found


def _rank(text: str) -> tuple[bool, bool, str]:
    return len(text) == 1, not text.isascii(), text


@cache
def _scripts() -> tuple[list[int], list[tuple[int, str]]]:
    """The first characters of all ranges, in order; the last of each, and its script."""
    ranges = msgspec.json.decode(_read("categories.json"), type=_Ranges)
    named = [
        (last, ranges.iso_15924_aliases[script]) for _, last, script, _ in ranges.code_points_ranges
    ]
    return [first for first, *_ in ranges.code_points_ranges], named


def _script(c: str) -> str:
    firsts, named = _scripts()
    last, script = named[bisect_right(firsts, ord(c)) - 1]
    return script if ord(c) <= last else "Unknown"


def _read(file: str) -> bytes:
    return (files(_LIBRARY) / file).read_bytes()


def warm() -> None:
    """Reads the tables now, so that the first guest need not wait for them."""
    _prototypes()
    _scripts()
