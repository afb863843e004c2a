"""Confusable names: which names look alike, and which are refused.

Letters of different alphabets look alike, so a player could imitate another's name. `skeleton` maps
confusable names to the same text as in Unicode Technical Standard 39, section 4, by the table of
the library confusable-homoglyphs, with two additions. Names are compared without case, so capitals
are compared as capitals first (Greek `Ν` is an N, `ν` a v), and everything that looks like i in one
case or the other is the same. And small capitals, which the standard distinguishes, are letters. A
word that mixes alphabets in a way that no language does (section 5.2, "highly restrictive") is
refused, and so are symbols that are not part of a word, because a tick after a name looks like a
verified account. `reserved_names` has the names that suggest the operator.
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

PICTURE_SCRIPTS = frozenset(
    {
        *("ANATOLIAN_HIEROGLYPHS", "CUNEIFORM", "EGYPTIAN_HIEROGLYPHS", "MEROITIC_HIEROGLYPHS"),
        *("CYPRO_MINOAN", "LINEAR_A", "LINEAR_B", "SIGNWRITING"),
    }
)
"""Scripts that are refused: their signs are pictures or far wider than letters, and no names are
written in them any more."""
SYMBOL_LETTERS = frozenset("ॐૐௐༀꣽੴꙭꙮℹℵℶℷℸ")
"""Letters by their category that are read as symbols: next to a name, one could pass for a
badge."""
MAX_LETTERS = 2  # that one character may stand for; ﷺ stands for eighteen

# Scripts that may be mixed within one word.
_MIXABLE = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_NEUTRAL_SCRIPTS = {"COMMON", "INHERITED", "Unknown"}


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
    return next((c for c in name if c not in SIGNS and not _is_letter(c)), None)


def _is_letter(c: str) -> bool:
    """Whether it is a letter, mark or digit that people write names with."""
    kind = unicodedata.category(c)
    if kind[0] not in "LM" and kind not in ("Nd", "Nl"):
        return False
    if c.isascii():
        return True
    is_ligature = len(unicodedata.normalize("NFKC", c)) > MAX_LETTERS
    return not is_ligature and c not in SYMBOL_LETTERS and _script(c) not in PICTURE_SCRIPTS


def mixes_scripts(name: str) -> bool:
    """Whether a word of this name mixes alphabets that no language mixes."""
    return any(_mixed({_script(c) for c in word} - _NEUTRAL_SCRIPTS) for word in name.split())


def _mixed(scripts: set[str]) -> bool:
    return len(scripts) > 1 and not any(scripts <= mixable for mixable in _MIXABLE)


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
