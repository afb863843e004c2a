"""Checks the log of a match: by the rules, and by its seed.

Every move must be legal, every throw after the opening must be the one that the seed gives
(`luck.py`), and a game that the rules have ended must have their score. Players need not exist.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..games import Game, History, load
from ..text_files import MALFORMED_ERRORS
from .gamelog import WrongLog, read_log
from .luck import LUCKS, luck_of
from .played import FinishedGame
from .record import states
from .schedule import TOURNAMENTS, cycle_of, pairings

SEED_STEP = 1_000_003  # between the first seeds of matches whose seeds differ by 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A game, how many of its throws were checked, and what is wrong with it, or nothing."""

    number: int
    throws: int = 0
    problem: str = ""


def check_log(path: Path, expected_game: str | None = None) -> Iterator[Checked]:
    """Checks the games of a log, one after the other. `expected_game`: of which it has to be, None:
    any. Raises WrongLog, OSError."""
    lines = read_log(path)
    match: Mapping[str, Any] | None = next(lines, None)
    if match is None:
        raise WrongLog(f"{path} is not a log of a match: it is empty.")
    try:
        game, seed = load(match["game"], match["settings"]), int(match["seed"])
        luck = match.get("luck", LUCKS[0])
        tournament = match.get("tournament", TOURNAMENTS[0])
        count = len(pairings(len(match.get("players", "AB")), tournament))
        if luck not in LUCKS or tournament not in TOURNAMENTS or not count:
            raise ValueError
    except MALFORMED_ERRORS:
        raise WrongLog(f"{path} is not a log of a match: see line 1.") from None
    if expected_game not in (None, game.name):
        raise WrongLog(f"{path} is a log of {game.name}, not of {expected_game}.")
    for played in lines:
        first = seed * SEED_STEP + cycle_of(played.number, count)
        yield _check(game, played, first, luck)


def _check(game: Game, played: FinishedGame, seed: int, luck: Any) -> Checked:
    try:
        positions = states(game, played.actions, played.start)
    except ValueError as bad:
        return Checked(played.number, problem=str(bad))
    if played.end is None:
        return Checked(played.number)  # an old log does not say where the opening ends
    dice = luck_of(luck, seed, played.number)
    throws = 0
    for i in range(played.opening_plies, len(played.actions)):
        if positions[i].turn is None:
            throws += 1
            _, expected = dice.throw(positions[i])
            if expected != played.actions[i]:
                problem = f"throw {throws} is {played.actions[i]}, but the seed gives {expected}"
                return Checked(played.number, throws, problem)
    return Checked(played.number, throws, _wrong_end(played, positions[-1]))


def _wrong_end(played: FinishedGame, end: History) -> str:
    """What is wrong with the result of a game, or nothing."""
    if played.end != "rules":
        return ""
    if end.result is None:
        return "it has not ended"
    score = end.result[0][played.seat]
    return "" if score == played.score else f"its score is {played.score}, not {score}"
