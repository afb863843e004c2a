"""Reads from a bot's file what it plays in the pool, and whom it asks for games."""

from collections.abc import Container, Sequence

import zeitnot_protocol as p

from ..challenges import Challenge
from .tables import ConfigError, Table

MAX_CHALLENGES = 100
MAX_BASE_S = 10 * 86_400
MAX_INCREMENT_S = 86_400


def pool_of(table: Table, games: Container[str]) -> tuple[p.PoolEntry, ...]:
    """The games, each with one or several of the pool's clocks. Raises ConfigError."""
    entries = []
    for game in table.keys:
        _check_game(table, game, game, games)
        value = table.value(game)
        clocks = value if isinstance(value, list) else [value]
        if not clocks or not all(clock in p.POOL_CONTROLS for clock in clocks):
            table.fail(game, f"one or several of {', '.join(p.POOL_CONTROLS)}")
        entries += [p.PoolEntry(game_type=game, clock=clock) for clock in dict.fromkeys(clocks)]
    if len(entries) > p.MAX_POOL:
        raise ConfigError(f"[pool]: at most {p.MAX_POOL} games and clocks")
    return tuple(entries)


def challenges_of(tables: Sequence[Table], games: Container[str]) -> tuple[Challenge, ...]:
    """The challenges, in order. Raises ConfigError."""
    if len(tables) > MAX_CHALLENGES:
        raise ConfigError(f"[[challenges]]: at most {MAX_CHALLENGES}")
    return tuple(_challenge(table, games) for table in tables)


def _challenge(table: Table, games: Container[str]) -> Challenge:
    table.only("opponent", "account", "game", "games", "seat", "level", "base_s", "increment_s")
    game = table.text("game", "", "the id of a game")
    _check_game(table, "game", game, games)
    has_level = table.value("level") is not None
    control = p.Control(
        kind="fischer",
        base_ms=round(1000 * table.number("base_s", 180, 1, MAX_BASE_S)),
        increment_ms=round(1000 * table.number("increment_s", 2, 0, MAX_INCREMENT_S)),
    )
    try:
        return Challenge(
            opponent=table.text("opponent", "", "the name of a bot"),
            account=table.text("account", "", "the account of a person"),
            game_type=game,
            control=control,
            games=table.whole("games", 1, 1, p.MAX_SERIES),
            seat=table.whole("seat", 0, 0, 1),
            level=table.whole("level", 1, 1, 10) if has_level else None,
        )
    except ValueError as bad:
        raise ConfigError(f"[[challenges]]: {bad}") from None


def _check_game(table: Table, key: str, game: str, games: Container[str]) -> None:
    if game not in games:
        if table.value(key) is None:
            raise ConfigError("[[challenges]] has no game")
        table.fail(key, "a game that is in [games]")
