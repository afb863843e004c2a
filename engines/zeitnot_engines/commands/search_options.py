"""The options of `zeitnot bot` about how its house engines search."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click


@dataclass(frozen=True, slots=True)
class SearchSpec:
    """How house engines search. `evaluations`: as GAME=NAME; `depth`, `nodes`: of every search,
    which then has one strength; `textbook`: with the textbook opponents."""

    evaluations: tuple[str, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    textbook: bool = False

    @property
    def is_limited(self) -> bool:
        """Whether depth or nodes are limited."""
        return self.depth is not None or self.nodes is not None

    @property
    def given(self) -> str | None:
        """One of the options that were given, if any."""
        values = {
            "--eval": self.evaluations,
            "--depth": self.depth,
            "--nodes": self.nodes,
            "--textbook": self.textbook,
        }
        return next((name for name, value in values.items() if value), None)

    def by_game(self, games: tuple[str, ...], methods: dict[str, str]) -> dict[str, str]:
        """The evaluations, by game; each is tried with the game's method. Raises
        click.UsageError."""
        from ..engine import Engine
        from ..games import load

        chosen: dict[str, str] = {}
        for word in self.evaluations:
            game, _, name = word.partition("=")
            if game not in games:
                raise click.UsageError(f"--eval: {game} is not among the games to play")
            try:
                method = methods.get(game, "auto")
                Engine(load(game), hash_mb=1, method=method, evaluation=name or "=")
            except ValueError as bad:
                raise click.UsageError(f"--eval: {bad}") from None
            chosen[game] = name
        return chosen


def search_options(run: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options, whose values the command gets as `search`."""

    @wraps(run)
    def with_spec(
        *arguments: Any,
        evaluations: tuple[str, ...],
        depth: int | None,
        nodes: int | None,
        textbook: bool,
        **others: Any,
    ) -> Any:
        return run(*arguments, search=SearchSpec(evaluations, depth, nodes, textbook), **others)

    command: Callable[..., Any] = with_spec
    for add in reversed(_OPTIONS):
        command = add(command)
    return command


_OPTIONS = (
    click.option(
        "--eval",
        "evaluations",
        multiple=True,
        metavar="GAME=NAME",
        help="One of a game's evaluations, instead of the usual one. Repeatable, for other games.",
    ),
    click.option(
        "--depth",
        type=click.IntRange(1, 127),
        metavar="N",
        help="Depth of every search, for one strength instead of levels, as for --method "
        "NAME=minimax.",
    ),
    click.option(
        "--nodes",
        type=click.IntRange(1, 2**62),
        metavar="N",
        help="Nodes of every search, for one strength instead of levels.",
    ),
    click.option(
        "--textbook",
        is_flag=True,
        help="Also run the server's textbook opponents, such as minimax-2. Only with the token of "
        "the server's own bots.",
    ),
)
