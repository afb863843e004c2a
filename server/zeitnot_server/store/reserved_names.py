"""Names that are refused because they suggest that their bearer runs the server, or is its bot.

Words are compared by their skeletons (`names`), so a reserved word is found in any case, alphabet
and spelling that looks the same.
"""

import itertools
import re
import unicodedata
from functools import cache

from zeitnot_engines.opponents import OPPONENTS

from .names import HOUSE_BOT, skeleton

RESERVED = (
    *("admin", "moderator", "mod", "operator", "owner", "moderation", "sysop", "webmaster"),
    *("admins", "moderators", "mods", "operators", "owners", "gamemaster", "helpdesk"),
    *("support", "official", "server", "servers", "zeitnot"),
    *("moderador", "moderateur", "moderatore", "oficial", "officiel", "ufficiale", "offiziell"),
    *("soporte", "suporte"),
)
"""A name must not contain one of these words, nor one of them with PREFIXES and SUFFIXES."""
RESERVED_WHOLE = ("root", "staff", "system", "host", "house", "management")
"""Not allowed as a whole name, with or without PREFIXES and SUFFIXES, nor with one of SUFFIXES
anywhere in a name. Among other words they mean something else: Root Beer, Gregory House. Commands
call the server's own engines `house`."""
PREFIXES = (
    *("the", "your", "our", "this"),
    *("real", "true", "super", "sys", "head", "chief", "site", "game"),
)
SUFFIXES = (
    *("team", "bot", "bots", "staff", "support", "official", "server", "admin", "zeitnot"),
    *("engine", "engines", "computer", "cpu", "ai", "account", "member", "members", "crew"),
    *("message", "messages", "notice", "info", "help", "service", "operator", "robot", "user"),
)
RESERVED_PREFIXES = (
    *("administ", "админ", "адмін", "модератор", "поддержк", "підтримк", "техподдержк"),
    *("официальн", "офіційн", "оператор"),
)
"""No word of a name may begin with these: the words are inflected."""
RESERVED_SUBSTRINGS = (
    *("管理", "官方", "版主", "客服", "超管", "网管", "網管", "站长", "站長", "站务", "站務"),
    *("運営", "公式アカウント", "公式サ", "운영자", "운영진", "관리자", "관리팀"),
)
"""Not allowed anywhere in a name: Han is written without spaces."""
RESERVED_EDGES = (
    *("系统", "系統", "服务器", "伺服器", "操作员", "操作員", "工作人员", "工作人員"),
    *("本站", "运营", "運營", "公告", "主持人", "庄家", "莊家", "裁判", "システム", "시스템"),
)
"""Not allowed where a name begins or ends."""

_WORD_BOUNDARY = re.compile("(?<=[a-z])(?=[A-Z])")


def is_reserved(name: str) -> bool:
    """Whether a name, or a word of it, suggests that its bearer runs the server or is the house
    bot, which the server makes itself (`ensure_bot`)."""
    parts = _words(name)
    words = [name, *parts]
    return (
        any(map(_sounds_official, words))
        or _matches(name, _pattern(RESERVED_WHOLE))
        or any(_matches(text, _pattern(RESERVED_WHOLE, "+")) for text in _with_neighbours(parts))
        or _is_reserved_han(name)
        or any(_matches(word, _pattern((HOUSE_BOT,))) for word in words)
        or skeleton(name) in _opponents()
    )


def _words(name: str) -> list[str]:
    """The words of a name, split at all other characters than letters, marks and digits, and
    between a small letter and a capital (`AdminTeam`)."""
    spaced = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in name)
    return _WORD_BOUNDARY.sub(" ", spaced).split()


def _with_neighbours(words: list[str]) -> list[str]:
    """Each word, and each with the one after it."""
    pairs = ["".join(pair) for pair in itertools.pairwise(words)]
    return [*words, *pairs]


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
def _pattern(words: tuple[str, ...], suffixes: str = "*") -> re.Pattern[str]:
    """Matches the skeleton of one of these words, with any number of prefixes and suffixes.
    `suffixes`: `+` if there must be a suffix."""
    before, stems, after = ("|".join(map(skeleton, each)) for each in (PREFIXES, words, SUFFIXES))
    return re.compile(f"(?:{before})*(?:{stems})(?:{after}){suffixes}")


@cache
def _opponents() -> frozenset[str]:
    """The textbook opponents, which the server makes itself, too."""
    return frozenset(skeleton(opponent.name) for opponent in OPPONENTS)


@cache
def _official_prefixes() -> tuple[str, ...]:
    return tuple(map(skeleton, RESERVED_PREFIXES))
