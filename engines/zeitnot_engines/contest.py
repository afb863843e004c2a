"""A match between two players on one machine, without a server.

Each opening is played twice with the seats exchanged, and the dice of both games come from the same
seed, so that luck of the draw weighs on both alike. Elo is the logistic difference that fits the
score; its error is half the 95 % interval (normal approximation over the games).
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .engine import Engine, search
from .games import Game, History

OPENING_PLIES = 4
_TRIES = 200
_Z95 = 1.96

Mover = Callable[[History], str]
"""Chooses a legal move of a state in which one is due."""


class BadPlayer(ValueError):
    """The description of a player makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A player: `random`, or `house` with its limits."""

    kind: str
    depth: int | None = None
    nodes: int | None = None
    ms: int | None = None
    threads: int = 1
    hash_mb: int = 16

    def mover(self, game: Game, lot: random.Random, default_ms: int) -> Mover:
        """A fresh player with an empty table; `default_ms` a move if it has no limit of its own."""
        if self.kind == "random":
            return lambda state: lot.choice(state.legal())
        engine = Engine(game, hash_mb=self.hash_mb, threads=self.threads)
        free = self.depth is None and self.nodes is None and self.ms is None
        ms = default_ms if free else self.ms

        def move(state: History) -> str:
            best = search(engine, state, depth=self.depth, nodes=self.nodes, ms=ms).best
            assert best is not None
            return best

        return move


_NUMBERS = {"depth": 1, "nodes": 1, "threads": 256, "hash": 65536}
EXTERNAL = ("uci", "xboard", "ucci", "gtp", "gomocup", "ubgi", "json", "ecui")


def read_player(text: str) -> Spec:
    """`random`, `house`, or `house:depth=3,nodes=1000,time=0.1,threads=2,hash=64`.

    Raises BadPlayer.
    """
    kind, _, rest = text.partition(":")
    if kind in EXTERNAL:
        raise BadPlayer(
            f'"{text}": external engines cannot play matches yet; house and random can.'
        )
    if kind not in ("random", "house") or (kind == "random" and rest):
        raise BadPlayer(f'"{text}" is no player; there are random and house:depth=3 and the like.')
    given = dict(_setting(text, part) for part in rest.split(",") if rest)
    return Spec(kind, **given)


def _setting(player: str, part: str) -> tuple[str, int]:
    name, _, value = part.partition("=")
    if name == "time":
        return "ms", _milliseconds(player, value)
    if name not in _NUMBERS:
        names = ", ".join([*_NUMBERS, "time"])
        raise BadPlayer(f'"{player}": house knows {names}, not "{name}".')
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 10**12):
        raise BadPlayer(f'"{player}": {name} must be a whole number from 1.')
    if name in ("threads", "hash") and int(value) > _NUMBERS[name]:
        raise BadPlayer(f'"{player}": {name} may be at most {_NUMBERS[name]}.')
    return {"hash": "hash_mb"}.get(name, name), int(value)


def _milliseconds(player: str, value: str) -> int:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 86400:
        raise BadPlayer(f'"{player}": time is seconds a move, as in time=0.1.')
    return max(1, round(1000 * seconds))


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to play: from `opening`, A on `seat`, throws drawn from `seed`."""

    opening: History
    seat: int
    seed: int


def fixtures(openings: Sequence[History], games: int) -> list[Fixture]:
    """Openings in turn, each twice with the seats exchanged."""
    return [
        Fixture(openings[i // 2 % len(openings)], seat=i % 2, seed=i // 2) for i in range(games)
    ]


def random_openings(game: Game, count: int, seed: int) -> list[History]:
    """Different unfinished positions after some random plies; fewer if there are not so many."""
    found: dict[str, History] = {}
    for i in range(_TRIES * count):
        if len(found) == count:
            break
        state = _random_opening(game, random.Random(f"{seed} {i}"))
        if state.result is None:
            found.setdefault(state.text, state)
    return list(found.values()) or [game.start()]


def _random_opening(game: Game, lot: random.Random) -> History:
    def mover(state: History) -> str:
        return lot.choice(state.legal())

    state = game.start()
    while state.result is None and state.ply < OPENING_PLIES:
        state = step(state, lot, (mover, mover))
    return state


def step(state: History, dice: random.Random, movers: tuple[Mover, Mover]) -> History:
    """The next state: after the throw that is due, or after a move of the seat whose turn it is."""
    if state.turn is not None:
        return state.play(movers[state.turn](state))
    outcomes = state.outcomes()
    weights = [probability for _, probability in outcomes]
    return state.throw(dice.choices([values for values, _ in outcomes], weights)[0])


def play(fixture: Fixture, a: Mover, b: Mover) -> float:
    """A's score in one game: 1, 0.5 or 0."""
    dice, state = random.Random(fixture.seed), fixture.opening
    movers = (a, b) if fixture.seat == 0 else (b, a)
    while state.result is None:
        state = step(state, dice, movers)
    return state.result[0][fixture.seat]


def contest(
    work: Sequence[Fixture], a: Callable[[int], Mover], b: Callable[[int], Mover]
) -> Iterator[float]:
    """A's score game by game. `a` and `b` make a fresh player for each game's number."""
    for number, fixture in enumerate(work):
        yield play(fixture, a(number), b(number))


@dataclass(frozen=True, slots=True)
class Standing:
    """The score of A after some games."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> "Standing":
        return cls(scores.count(1.0), scores.count(0.5), scores.count(0.0))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """A's share of the points, 0 to 1; half of nothing is half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float | None:
        """A's Elo above B; None where the score is all or nothing."""
        return _elo(self.score) if self.games else None

    @property
    def error(self) -> float | None:
        """Half the 95 % interval of `elo`; None where it has no end."""
        if not self.games:
            return None
        squares = (
            self.wins * (1 - self.score) ** 2
            + self.draws * (0.5 - self.score) ** 2
            + self.losses * self.score**2
        )
        margin = _Z95 * math.sqrt(squares) / self.games
        low, high = _elo(self.score - margin), _elo(self.score + margin)
        return None if low is None or high is None else (high - low) / 2


def _elo(score: float) -> float | None:
    return -400 * math.log10(1 / score - 1) if 0 < score < 1 else None
