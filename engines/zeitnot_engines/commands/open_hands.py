"""`zeitnot solve` for card games: the tricks of each card with all hands open."""

import random
import time
from collections.abc import Sequence
from typing import Any

import click

from zeitnot_client.plurals import counted

from ..engine import Engine
from ..games import Game, load, methods_of, random_throw
from .options import make_history
from .views import is_view

METHOD = "double-dummy"


def has_open_hands(game: Game) -> bool:
    """Whether the game can be solved with open hands."""
    return METHOD in methods_of(game.name)


def solved_open(game: Game, arguments: Sequence[str], hash_mb: int) -> dict[str, Any]:
    """The values of all moves of a position with every hand open. Raises click.UsageError."""
    require_open_hands(game, arguments)
    state = make_history(game, arguments[0])
    if state.result is not None:
        raise click.UsageError("The game is over.")
    started = time.perf_counter()
    try:
        report = Engine(game, method=METHOD, hash_mb=hash_mb).search(state, lines=1000)
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    return {
        "value": report.value,
        "unit": report.unit,
        "best": report.best,
        "exact": report.exact,
        "side": state.side,
        "nodes": report.nodes,
        "seconds": round(time.perf_counter() - started, 6),
        "lines": [{"move": line.move, "value": line.value} for line in report.lines],
    }


def require_open_hands(game: Game, arguments: Sequence[str]) -> None:
    """Raises click.UsageError without a position, or for one with hidden cards or several deals,
    because the value of one of many deals is not the position's value."""
    if arguments and not is_view(game, arguments[0]):
        return
    view = arguments[0] if arguments else _dealt_view(game)
    changed = game.settings.items() - load(game.name).settings.items()
    settings = "".join(f" --set {name}={value}" for name, value in sorted(changed))
    raise click.UsageError(
        "Give a position with all hands open. For hidden cards, use "
        f'`zeitnot analyse {game.name} "{view}"{settings}`, which samples them.'
    )


def _dealt_view(game: Game) -> str:
    """The view of the first seat to move after a deal, which is always the same deal."""
    start = game.start()
    dealt = start.throw(random_throw(start, random.Random(0))[0])
    return dealt.view(dealt.turn)


def open_text(result: dict[str, Any]) -> str:
    """The result of `solved_open` for people."""
    value = counted(round(result["value"]), "trick", "tricks")
    cards = ", ".join(f"{line['move']} {line['value']:.0f}" for line in result["lines"])
    return (
        f"Seat {result['side']}'s side takes {value}, with best play; best {result['best']}.\n"
        f"{cards}\n{counted(result['nodes'], 'node', 'nodes')}, {result['seconds']} s"
    )
