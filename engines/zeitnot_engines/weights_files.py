"""Learnt weights: those of the package, a file `GAME.weights` in the folder of each game that has
some, and others in a file that `zeitnot train` has written.

The core does not open files; it gets the bytes, and unpacks them once for all engines.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import click

from ._core import Weights, games_with_weights
from .text_files import BadFile, whole_bytes

MAX_BYTES = 1 << 26  # read of a file of weights, which may be any file


class BadWeights(click.ClickException, ValueError):
    """A file of weights is missing, damaged or another game's; the message is one sentence with its
    path. A command that does not handle it prints it and exits with 2."""

    exit_code = 2


@cache
def package_weights(game: str) -> Weights | None:
    """The package's weights of a game, read and unpacked once; None for a game without any.

    Raises BadWeights.
    """
    if game not in games_with_weights():
        return None
    path = files("zeitnot.games").joinpath(game, f"{game}.weights")
    try:
        return _unpacked(str(path), path.read_bytes(), game)
    except OSError as bad:
        raise BadWeights(f"{path}: {bad.strerror}; is the package installed as a whole?") from None


def weights_in(path: Path, game: str | None = None, data: bytes | None = None) -> Weights:
    """The weights in a file, of this game or, without one, of the game that it names. `data`: what
    the file holds, if it has been read already.

    Raises BadWeights.
    """
    if game is not None and game not in games_with_weights():
        raise BadWeights(f"{game} takes no weights.")
    return _unpacked(str(path), weights_bytes(path) if data is None else data, game)


def weights_bytes(path: Path) -> bytes:
    """What a file of weights holds, not looked at yet. Raises BadWeights."""
    try:
        return whole_bytes(path, MAX_BYTES)
    except BadFile as bad:
        raise BadWeights(f"{path}: {bad}") from None
    except OSError as bad:
        raise BadWeights(f"{path}: {bad.strerror}.") from None


def _unpacked(path: str, data: bytes, game: str | None) -> Weights:
    try:
        weights = Weights(data)
    except ValueError as bad:
        raise BadWeights(f"{path}: {bad}") from None
    if game not in (None, weights.game):
        raise BadWeights(f"{path}: These are weights of {weights.game}, not of {game}.")
    return weights
