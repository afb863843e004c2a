"""A server in which one move of tic-tac-toe, the centre, ends the process; for test_crash.py."""

import os
from collections.abc import Mapping
from typing import Any

from zeitnot_engines.games import History
from zeitnot_server import app
from zeitnot_server.hosting import native
from zeitnot_server.lobby import new_games


class CrashingRules(native.NativeRules):
    """The rules of tic-tac-toe, with a move that aborts the process."""

    __slots__ = ()

    def play(self, state: History, move: str) -> History:
        if move == "b2":
            os.abort()
        return super().play(state, move)


def rules_for(game: str, settings: Mapping[str, str | int | bool]) -> Any:
    """The rules of a game; those of tic-tac-toe crash."""
    rules = native.rules_for(game, settings)
    return CrashingRules(rules.native) if game == "tictactoe" else rules


app.rules_for = new_games.rules_for = rules_for
main = app.main
