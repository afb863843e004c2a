"""A position with hidden cards as one seat sees it, for engines that go by what that seat knows."""

import click

from ..games import Game, History
from .moves import play_moves

HIDDEN = "?"
MOST_DEALS = 60
SAMPLES = 32  # a card that the mover does not see is the same in all of them once in 10^9 times


def is_view(game: Game, text: str) -> bool:
    """Whether this text leaves something hidden, in a game that hides something."""
    return game.hides and HIDDEN in text


def history_from(game: Game, view: str, moves: str = "") -> History:
    """A random position that looks like the view, after these moves. Raises click.UsageError; also
    where the mover's knowledge is hidden, so that chance would decide the answer."""
    try:
        drawn = [play_moves(game.sample(view, seed), moves) for seed in range(SAMPLES)]
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    if len({state.information(state.turn) for state in drawn if state.turn is not None}) > 1:
        raise click.UsageError(
            f'"{view}" hides what the seat to move sees: give it as that seat sees it.'
        )
    return drawn[0]


def deals(state: History) -> dict[str, History]:
    """Before a deal: by what the seat to move may then know, a position in which it does. Empty
    where no deal is due, nothing is hidden, or there is too much to list."""
    if state.due is None or not state.game.hides:
        return {}
    outcomes = state.outcomes()
    dealt = [state.throw(values) for values, _ in outcomes] if len(outcomes) <= MOST_DEALS else []
    return {
        known: after
        for after in dealt
        if after.turn is not None and (known := after.information(after.turn))
    }
