"""Positions with hidden cards, as one seat sees them, for engines that use only its knowledge."""

import click

from ..games import Game, History
from .moves import play_moves

HIDDEN = "?"
OR = "|"  # between equally possible deals
MAX_DEALS = 60
SAMPLES = 32  # a hidden card is the same in all of them only once in 10^9 times


def is_view(game: Game, text: str) -> bool:
    """Whether the text has hidden cards or several deals, in a game with hidden information."""
    return game.hides and (HIDDEN in text or OR in text)


def history_from(game: Game, view: str, moves: str = "") -> History:
    """A random position that matches the view, after these moves. Raises click.UsageError, also if
    the view hides the mover's own cards, because the answer would be random."""
    try:
        samples = [play_moves(game.sample(view, seed), moves) for seed in range(SAMPLES)]
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    if len({state.information(state.turn) for state in samples if state.turn is not None}) > 1:
        raise click.UsageError(
            f'"{view}" hides what the seat to move sees. Give the position as that seat sees it.'
        )
    return samples[0]


def deals(state: History) -> dict[str, History]:
    """Before a deal, a position for each information state of the seat that moves after it. Empty
    if no deal is due, nothing is hidden, or there are more than MAX_DEALS."""
    if state.due is None or not state.game.hides:
        return {}
    outcomes = state.outcomes()
    dealt = [state.throw(values) for values, _ in outcomes] if len(outcomes) <= MAX_DEALS else []
    return {
        information: after
        for after in dealt
        if after.turn is not None and (information := after.information(after.turn))
    }
