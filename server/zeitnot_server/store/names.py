"""Confusable names: which names look alike, and which are refused.

Letters of several alphabets look alike, so a name can pass for somebody else's. `skeleton` maps
confusable names to the same text as in Unicode Technical Standard 39, section 4, by the table of
the library confusable-homoglyphs, with two additions. Names are compared without case, so capitals
are compared as capitals first (Greek `Ν` is an N, `ν` a v), and everything that looks like i in one
case or the other is the same. And small capitals, which the standard distinguishes, are letters.
A word that mixes alphabets as no language does (section 5.2, "highly restrictive") is refused, and
so are symbols that are not part of a word: a tick after a name looks like a verified account.
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

HOUSE_BOT = "Ponderer"
"""The bot that the server starts by itself."""
RULE = (
    "A name is made of letters and digits of any script, at least one,"
    " with spaces and - _ . ' between them"
)
SIGNS = frozenset(" -_.'’·•・")
"""What may stand in a name beside letters, marks and digits: the last three in names of people that
are written in Chinese, Catalan or Japanese."""

RESERVED = (
    *("admin", "administrator", "moderator", "mod", "operator", "owner"),
    *("admins", "administrators", "moderators", "mods"),
    *("support", "official", "server", "zeitnot"),
)
"""Not to be a word of a name, nor one with SUFFIXES behind it."""
ALONE = ("root", "staff", "system", "host")
"""Not to be a whole name; with other words they mean something else: Root Beer."""
SUFFIXES = ("team", "bot", "bots", "staff", "support", "official", "server", "admin", "zeitnot")
BEGINNINGS = ("админ", "адмін", "модератор")
"""No word begins with these: they have many endings."""
ANYWHERE = ("管理", "官方", "版主", "客服")
"""Han is written without gaps."""
AT_AN_END = (*("系统", "系統", "服务器", "伺服器", "操作员", "操作員", "工作人员", "工作人員"),)

# What goes together in one word; a word of one alphabet alone always does.
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_ANY = {"COMMON", "INHERITED", "Unknown"}
_CAPITAL_WITHIN = re.compile("(?<=[a-z])(?=[A-Z])")


def skeleton(name: str) -> str:
    """The same text for all names that look alike; never shown.

    Letters and digits alone tell names apart, without case and accents.
    """
    apart = _letters(unicodedata.normalize("NFKD", name).translate(BLANKS))
    converted = "".join(_confusable_key(c) for c in apart)
    converted = "".join(c for c in converted if unicodedata.category(c)[0] in "LN")
    for pair, one in _PAIRS:
        converted = converted.replace(pair, one)
    return converted


def is_plain(name: str) -> bool:
    """Whether a name is as RULE says."""
    kinds = {unicodedata.category(c) for c in name}
    return unfit_sign(name) is None and any(k[0] == "L" or k in ("Nd", "Nl") for k in kinds)


def unfit_sign(name: str) -> str | None:
    """The first character that is no part of a name."""
    for c in name:
        kind = unicodedata.category(c)
        if c not in SIGNS and kind[0] not in "LM" and kind not in ("Nd", "Nl"):
            return c
    return None


def is_reserved(name: str) -> bool:
    """Whether a name, or a word of it, says that its bearer runs this place or is the house's bot.
    The bot's name alone is not reserved: whoever has it, has it."""
    words = [name, *_words(name)]
    if any(map(_sounds_official, words)) or _has(name, _pattern(ALONE)) or _in_han(name):
        return True
    house_bot = _pattern((HOUSE_BOT,))
    return skeleton(name) != skeleton(HOUSE_BOT) and any(_has(word, house_bot) for word in words)


def mixes_scripts(name: str) -> bool:
    """Whether a word of this name is written in alphabets that do not go together."""
    return any(_mixed({_script(c) for c in word} - _ANY) for word in name.split())


def _mixed(scripts: set[str]) -> bool:
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def _words(name: str) -> list[str]:
    """The words of a name, apart by whatever is no letter, mark or digit, or as in `AdminTeam`."""
    apart = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return _CAPITAL_WITHIN.sub(" ", apart).split()


def _sounds_official(text: str) -> bool:
    small = skeleton(text.casefold())  # capitals look like others
    return small.startswith(_official_prefixes()) or _has(text, _pattern(RESERVED))


def _has(text: str, pattern: re.Pattern[str]) -> bool:
    """Whether it is one of the pattern's words, with digits and signs around or between or as
    letters (`Adm1n2`)."""
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
    without = re.sub(r"[\W\d_]", "", text)
    return any(pattern.fullmatch(skeleton(one)) for one in (text, bare, without))


def _in_han(name: str) -> bool:
    """By NFKC: the table of look-alikes takes some of these for signs."""
    letters = "".join(c for c in unicodedata.normalize("NFKC", name) if c.isalpha())
    at_an_end = letters.startswith(AT_AN_END) or letters.endswith(AT_AN_END)
    return at_an_end or any(word in letters for word in ANYWHERE)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Of skeletons: one of these words, perhaps with suffixes."""
    first, behind = ("|".join(map(skeleton, words_)) for words_ in (words, SUFFIXES))
    return re.compile(f"(?:{first})(?:{behind})*")


@cache
def _official_prefixes() -> tuple[str, ...]:
    return tuple(map(skeleton, BEGINNINGS))


def _letters(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c)[0] not in "CMZ")


@lru_cache(4096)
def _confusable_key(c: str) -> str:
    """What one character looks like, in small letters."""
    lookalike = _prototypes().get(c, c) if c.isupper() else c
    for _ in range(_ROUNDS):
        small = _letters(unicodedata.normalize("NFKD", lookalike.casefold()))
        lookalike = "".join(map(_prototype, small))
    return "".join(_BEYOND_THE_STANDARD.get(one, one) for one in _letters(lookalike.casefold()))


def _prototype(c: str) -> str:
    if match := _SMALL_CAPITAL.fullmatch(unicodedata.name(c, "")):
        return match[1].lower()
    return _prototypes().get(c, c)


# ── the library's data ─────────────────────────────────────────────────────────────────────────
# Read here and not by its own modules: they keep the name of every character in memory, too.


class _Confusable(msgspec.Struct, gc=False):
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
    alike = msgspec.json.decode(_read("confusables.json"), type=dict[str, list[_Confusable]])
    prototypes: dict[str, str] = {}
    for text, others in alike.items():
        if len(text) == 1 and len(others) == 1:
            one, other = text, others[0].c
            if len(alike.get(other, ())) > 1 or _rank(other) < _rank(one):
                prototypes[one] = _letters(other)
    return prototypes


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
