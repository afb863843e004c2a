"""A server in which one move of tic-tac-toe, the centre, ends the process; for test_crash.py."""

import os
from collections.abc import Mapping
from typing import Any

from zeitnot_engines.games import History
from zeitnot_server import app
from zeitnot_server.play import game_server, native


class Crashing(native.NativeRules):
    """Tic-tac-toe with a bug."""

    __slots__ = ()

    def play(self, state: History, move: str) -> History:
        if move == "b2":
            os.abort()
        return super().play(state, move)


def rules_for(game: str, settings: Mapping[str, str | int | bool]) -> Any:
    """The rules of a game, wrong ones for tic-tac-toe."""
    sound = native.rules_for(game, settings)
    return Crashing(sound.native) if game == "tictactoe" else sound


app.rules_for = game_server.rules_for = rules_for
main = app.main
