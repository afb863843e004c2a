"""The tags that PGN and PDN share: where a game begins, and how it ended."""

from collections.abc import Mapping

from ..games import History, Value, load
from .movetext import TextGame
from .record import BadGame, EndReason, position_of

SCORES = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}
_TERMINATIONS: tuple[tuple[str, EndReason], ...] = (
    ("time", "flag"),
    ("resign", "resign"),
    ("abandon", "abandoned"),
    ("adjudicat", "adjudicated"),
    ("rules infraction", "adjudicated"),
    ("agree", "agreed"),
)


def result_text(scores: tuple[float, ...] | None) -> str:
    """The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` for none."""
    if scores is None:
        return "*"
    if scores[0] == scores[1]:
        return "1/2-1/2"
    return "1-0" if scores[0] > scores[1] else "0-1"


def has_position(text: TextGame) -> bool:
    """Whether the tags give the position at which the game begins."""
    return bool(text.tags.get("FEN", "").strip()) and text.tags.get("SetUp") != "0"


def start_of(text: TextGame, game: str, settings: Mapping[str, Value] | None = None) -> History:
    """The position before the first move. Raises BadGame."""
    rules = load(game, settings)
    if not has_position(text):
        return rules.start()
    try:
        return position_of(rules, text.tags["FEN"])
    except ValueError as bad:
        raise BadGame(text.line, f"FEN: {str(bad).rstrip('.')}", "a position") from None


def known_tags(text: TextGame) -> dict[str, str]:
    """The tags without those that say that nothing is known, as `?`."""
    return {name: value for name, value in text.tags.items() if value.strip("?.")}


def termination(text: TextGame) -> EndReason:
    """How the game ended, as far as its tag `Termination` says it."""
    said = text.tags.get("Termination", "").lower()
    return next((reason for word, reason in _TERMINATIONS if word in said), "unknown")
