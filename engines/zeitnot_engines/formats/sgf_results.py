"""Results in SGF: the property RE as the standard defines it, and as people write it."""

import re
from dataclasses import dataclass

from .record import EndReason

NO_RESULTS = ("", "?", "void")
"""Texts that say that there is no result, in lower case."""
_DRAWN = re.compile(r"0|draw|drawn|tie|jigo|½-½|1/2-1/2|0\.5-0\.5|持碁|持棋|和棋|和局|和|무승부|빅")
_SCORES = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0)}
# B+3.5, Black wins by resignation, 黑中盘胜, 白番2目半勝, 백 불계승
_WON = re.compile(
    r"(?:(?P<black>(?:black|b)\b|[黑黒흑先])|(?:white|w)\b|[白백])[番方棋]?\s*"
    r"(?:[+＋]|(?=.*(?:win|won|[胜勝승])))\s*(?P<how>.*)"
)
_REASONS: tuple[tuple[re.Pattern[str], EndReason], ...] = (
    (re.compile(r"^r\b|^res|resign|中盘|中盤|中押|不计|不計|불계|[认認]输|認輸"), "resign"),
    (re.compile(r"^t\b|time|超时|超時|[时時]间|時間|시간"), "flag"),
    (re.compile(r"^f\b|forfeit|default|不戦|弃权|棄權|반칙|기권"), "abandoned"),
)
_PART = re.compile(r"([1-3])\s*/\s*([24])")
_WHOLE = re.compile(r"([0-9]{1,4}(?:[.,][0-9]{1,4})?)\s*[目子]?\s*(半?)")


@dataclass(frozen=True, slots=True)
class Result:
    """A result. `scores`: by seat; `margin`: in points, if the game was counted; `reason`:
    `unknown` if the file does not say how it ended."""

    scores: tuple[float, float]
    margin: float | None = None
    reason: EndReason = "unknown"

    @property
    def word(self) -> str:
        """As SGF writes a counted game: `B+3.5`; empty for others."""
        if self.margin is None:
            return ""
        winner = "B" if self.scores[0] > self.scores[1] else "W"
        return f"{winner}+{self.margin:g}" if self.margin else "0"


def read(said: str) -> Result | None:
    """The result in the property; None if it has none, or if its form is not known."""
    said = " ".join(said.lower().split()).rstrip(".")
    if _DRAWN.fullmatch(said):
        return Result((0.5, 0.5), 0.0, "rules")
    if said in _SCORES:
        return Result(_SCORES[said])
    if (found := _WON.match(said)) is None:
        return None
    scores = _SCORES["1-0" if found["black"] else "0-1"]
    reason = next((reason for form, reason in _REASONS if form.search(found["how"])), None)
    if reason is not None:
        return Result(scores, None, reason)
    if margin := _margin(found["how"]):
        return Result(scores, margin, "rules")
    return Result(scores)


def _margin(how: str) -> float:
    """The points in a text, 0 if there are none; a 子 of Chinese counting is two points."""
    part = _PART.search(how)
    whole = _WHOLE.search(_PART.sub("", how))
    points = float(whole[1].replace(",", ".")) + 0.5 * bool(whole[2]) if whole else 0.0
    points += int(part[1]) / int(part[2]) if part else 0.0
    return 2 * points if "子" in how else points
