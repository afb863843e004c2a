"""The thinking lines of UCI, UCCI and xboard engines. Pure; what cannot be read is left out."""

import re
from collections.abc import Callable, Sequence

from ..printable import printable
from .situation import Thinking

PV_MOVES = 24
PV_CHARACTERS = 16  # of each move
_MAX = 2**53 - 1
_NUMBERS = {"depth", "seldepth", "nodes", "nps", "time"}
_MATE = 100_000  # added to the moves to mate, in xboard
_NUMBER = re.compile(r"\d*\.+")  # of a move, or that Black is to move
_POST = re.compile(r"\s*(\d{1,3})[.&+-]?\s+([-+]?\d{1,9})\s+(\d{1,12})\s+(\d{1,18})\s+(\S.*)")


def read_info(tokens: Sequence[str], read: Callable[[str], str]) -> Thinking | None:
    """Parses `info …`. None without a depth or a score, and for other lines than the best.
    `read`: converts a move from the engine's notation."""
    words = list(tokens[1:])
    numbers: dict[str, int] = {}
    score: tuple[str, int] | None = None
    pv: tuple[str, ...] = ()
    while words:
        word = words.pop(0)
        if word in ("string", "message"):
            break
        if word == "pv":
            pv = bounded_pv(words, read)
            break
        if word == "multipv" and words and words[0] != "1":
            return None
        if word == "score" and words:
            score = _score(words)
        elif word in _NUMBERS and words and (number := _integer(words[0])) is not None:
            numbers[word] = max(0, number)
    if "depth" not in numbers or (score is None and not pv):
        return None
    kind, value = score or ("", 0)
    return Thinking(
        numbers["depth"],
        numbers.get("seldepth", 0),
        value if kind == "cp" else None,
        value if kind == "mate" else None,
        numbers.get("nodes", 0),
        numbers.get("nps", 0),
        numbers.get("time", 0),
        pv,
    )


def _score(words: list[str]) -> tuple[str, int] | None:
    """`cp N`, `mate N`, or UCCI's `N`."""
    kind = words.pop(0) if words[0] in ("cp", "mate") else "cp"
    number = _integer(words[0]) if words else None
    return None if number is None else (kind, number)


def read_post(line: str) -> Thinking | None:
    """Parses xboard's `ply score time nodes pv`; the time is in hundredths of a second. Some
    engines number the moves of the variation."""
    found = _POST.fullmatch(line)
    if found is None:
        return None
    depth, score, centiseconds, nodes = (int(text) for text in found.groups()[:4])
    ms = 10 * centiseconds
    is_mate = abs(score) > _MATE
    mate = (abs(score) - _MATE) * (1 if score > 0 else -1) if is_mate else None
    nps = 1000 * nodes // ms if ms else 0
    pv = bounded_pv([word for word in found[5].split() if not _NUMBER.fullmatch(word)], str)
    return Thinking(depth, 0, None if is_mate else score, mate, nodes, nps, ms, pv)


def bounded_pv(words: Sequence[str], read: Callable[[str], str]) -> tuple[str, ...]:
    """The first moves of a variation, each short and printable."""
    return tuple(printable(read(word[:PV_CHARACTERS])) for word in words[:PV_MOVES])


def _integer(text: str) -> int | None:
    digits = text.lstrip("+-")
    if len(digits) > 18 or not (digits.isascii() and digits.isdecimal()):
        return None
    return max(-_MAX, min(_MAX, int(text)))
