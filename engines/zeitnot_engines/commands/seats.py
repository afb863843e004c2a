"""Several seats on the command line, and values for each seat; pure."""

from collections.abc import Sequence

import click

from ..games import MANIFESTS, Game


def seats_named(text: str, game: Game) -> list[int]:
    """The numbers of the seats in a text such as `A+B`, which may be empty. Raises
    click.UsageError."""
    names = MANIFESTS[game.name].seat_names[: game.seats]
    chosen = text.split("+") if text else []
    for name in chosen:
        if name not in names:
            raise click.UsageError(
                f'"{name}" is not a seat of {game.name}; the seats are {", ".join(names)}.'
            )
    return [names.index(name) for name in chosen]


def seats_text(values: Sequence[float]) -> str:
    """A value for each seat: `(1, 2, 6)`."""
    return f"({', '.join(f'{value:g}' for value in values)})"
