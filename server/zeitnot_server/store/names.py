"""Confusable names: which names look alike, and which are refused.

Letters of different alphabets look alike, so a player could imitate another's name. `skeleton` maps
confusable names to the same text as in Unicode Technical Standard 39, section 4, by the table of
the library confusable-homoglyphs, with two additions. Names are compared without case, so capitals
are compared as capitals first (Greek `Ν` is an N, `ν` a v), and everything that looks like i in one
case or the other is the same. And small capitals, which the standard distinguishes, are letters. A
word that mixes alphabets in a way that no language does (section 5.2, "highly restrictive") is
refused, and so are symbols that are not part of a word, because a tick after a name looks like a
verified account.
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
_LOOKALIKE_STEPS = 3  # as from Cyrillic в to small capital ʙ to b
_EXTRA_LOOKALIKES = {"l": "i", "1": "i", "|": "i", "!": "i"}
_LOOKALIKE_PAIRS = (("rn", "m"), ("vv", "w"))

HOUSE_BOT = "Ponderer"
"""The bot that the server itself starts."""
RULE = (
    "A name has one or more letters or digits of any script, with spaces and - _ . ' between them"
)
SIGNS = frozenset(" -_.'’·•・")
"""Allowed in a name beside letters, marks and digits. The last three are used in personal names
written in Chinese, Catalan or Japanese."""

RESERVED = (
    *("admin", "administrator", "moderator", "mod", "operator", "owner"),
    *("admins", "administrators", "moderators", "mods"),
    *("support", "official", "server", "servers", "zeitnot"),
)
"""A name must not contain one of these words, nor one of them followed by SUFFIXES."""
RESERVED_WHOLE = ("root", "staff", "system", "host", "house")
"""Not allowed as a whole name; among other words they mean something else: Root Beer. Commands call
the server's own engines `house`."""
SUFFIXES = ("team", "bot", "bots", "staff", "support", "official", "server", "admin", "zeitnot")
RESERVED_PREFIXES = ("админ", "адмін", "модератор")
"""No word of a name may begin with these: the words are inflected."""
RESERVED_SUBSTRINGS = ("管理", "官方", "版主", "客服")
"""Not allowed anywhere in a name: Han is written without spaces."""
RESERVED_EDGES = (
    *("系统", "系統", "服务器", "伺服器", "操作员", "操作員", "工作人员", "工作人員"),
)

# Scripts that may be mixed within one word.
_MIXABLE = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_NEUTRAL_SCRIPTS = {"COMMON", "INHERITED", "Unknown"}
_WORD_BOUNDARY = re.compile("(?<=[a-z])(?=[A-Z])")


def skeleton(name: str) -> str:
    """The same text for all names that look alike; never shown.

    Only letters and digits count, without case and accents.
    """
    letters = _letters(unicodedata.normalize("NFKD", name).translate(BLANKS))
    converted = "".join(_confusable_key(c) for c in letters)
    converted = "".join(c for c in converted if unicodedata.category(c)[0] in "LN")
    for pair, letter in _LOOKALIKE_PAIRS:
        converted = converted.replace(pair, letter)
    return converted


def is_plain(name: str) -> bool:
    """Whether a name follows RULE."""
    kinds = {unicodedata.category(c) for c in name}
    return unfit_sign(name) is None and any(k[0] == "L" or k in ("Nd", "Nl") for k in kinds)


def unfit_sign(name: str) -> str | None:
    """The first character that a name may not have."""
    for c in name:
        kind = unicodedata.category(c)
        if c not in SIGNS and kind[0] not in "LM" and kind not in ("Nd", "Nl"):
            return c
    return None


def is_reserved(name: str) -> bool:
    """Whether a name, or a word of it, suggests that its bearer runs the server or is the house
    bot, which the server makes itself (`ensure_bot`)."""
    words = [name, *_words(name)]
    if (
        any(map(_sounds_official, words))
        or _matches(name, _pattern(RESERVED_WHOLE))
        or _is_reserved_han(name)
    ):
        return True
    return any(_matches(word, _pattern((HOUSE_BOT,))) for word in words)


def mixes_scripts(name: str) -> bool:
    """Whether a word of this name mixes alphabets that no language mixes."""
    return any(_mixed({_script(c) for c in word} - _NEUTRAL_SCRIPTS) for word in name.split())


def _mixed(scripts: set[str]) -> bool:
    return len(scripts) > 1 and not any(scripts <= mixable for mixable in _MIXABLE)


def _words(name: str) -> list[str]:
    """The words of a name, split at all other characters than letters, marks and digits, and
    between a small letter and a capital (`AdminTeam`)."""
    spaced = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return _WORD_BOUNDARY.sub(" ", spaced).split()


def _sounds_official(text: str) -> bool:
    folded = skeleton(text.casefold())  # capitals look like other letters
    return folded.startswith(_official_prefixes()) or _matches(text, _pattern(RESERVED))


def _matches(text: str, pattern: re.Pattern[str]) -> bool:
    """Whether the text is one of the pattern's words, also with digits and signs around it, within
    it or in place of letters (`Adm1n2`)."""
    bare = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)
    letters = re.sub(r"[\W\d_]", "", text)
    return any(pattern.fullmatch(skeleton(variant)) for variant in (text, bare, letters))


def _is_reserved_han(name: str) -> bool:
    """Compares by NFKC: the table of look-alikes maps some Han characters to punctuation."""
    letters = "".join(c for c in unicodedata.normalize("NFKC", name) if c.isalpha())
    at_edge = letters.startswith(RESERVED_EDGES) or letters.endswith(RESERVED_EDGES)
    return at_edge or any(word in letters for word in RESERVED_SUBSTRINGS)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Matches the skeleton of one of these words, with any number of suffixes."""
    stems, suffixes = ("|".join(map(skeleton, words_)) for words_ in (words, SUFFIXES))
    return re.compile(f"(?:{stems})(?:{suffixes})*")


@cache
def _official_prefixes() -> tuple[str, ...]:
    return tuple(map(skeleton, RESERVED_PREFIXES))


def _letters(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c)[0] not in "CMZ")


@lru_cache(4096)
def _confusable_key(c: str) -> str:
    """The representative of a character, in small letters."""
    lookalike = _prototypes().get(c, c) if c.isupper() else c
    for _ in range(_LOOKALIKE_STEPS):
        small = _letters(unicodedata.normalize("NFKD", lookalike.casefold()))
        lookalike = "".join(map(_prototype, small))
    return "".join(
        _EXTRA_LOOKALIKES.get(letter, letter) for letter in _letters(lookalike.casefold())
    )


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
    """Maps a character to the representative of all texts that look like it.

    The library lists each pair of look-alikes both ways. A text with many look-alikes represents
    them all; of two, the one of several characters does, else the ASCII one, else the first.
    """
    alike = msgspec.json.decode(_read("confusables.json"), type=dict[str, list[_Confusable]])
    prototypes: dict[str, str] = {}
    for text, others in alike.items():
        if len(text) == 1 and len(others) == 1:
            other = others[0].c
            if len(alike.get(other, ())) > 1 or _rank(other) < _rank(text):
                prototypes[text] = _letters(other)
    return prototypes


def _rank(text: str) -> tuple[bool, bool, str]:
    return len(text) == 1, not text.isascii(), text


@cache
def _scripts() -> tuple[list[int], list[tuple[int, str]]]:
    """The first characters of all ranges, in order; and for each range its last character and its
    script."""
    ranges = msgspec.json.decode(_read("categories.json"), type=_Ranges)
    ends_and_scripts = [
        (last, ranges.iso_15924_aliases[script]) for _, last, script, _ in ranges.code_points_ranges
    ]
    return [first for first, *_ in ranges.code_points_ranges], ends_and_scripts


def _script(c: str) -> str:
    firsts, ends_and_scripts = _scripts()
    last, script = ends_and_scripts[bisect_right(firsts, ord(c)) - 1]
    return script if ord(c) <= last else "Unknown"


def _read(file: str) -> bytes:
    return (files(_LIBRARY) / file).read_bytes()


def load_tables() -> None:
    """Loads the tables now, so that the first guest does not wait for them."""
    _prototypes()
    _scripts()
