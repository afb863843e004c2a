"""Many games between two players on one machine, without a server.

Each opening is played twice with the seats exchanged, and both games have the same luck, so that it
affects both players equally.
"""

from collections.abc import Callable
from contextlib import ExitStack

from zeitnot_client.drivers.failures import Failed

from ..games import Game, load
from ..jobs.job import Job, Stop, Stopped
from .openings import record_of
from .played import FinishedGame
from .players import Player
from .referee import Conditions, Referee, not_started
from .schedule import Fixture
from .time_control import TimeControl

MARKING = "marking"  # the name of the setting

MakePlayer = Callable[[int], Player]
"""Makes a new player for the game with this number."""


def without_marking(game: Game) -> Game:
    """The game without the marking of dead stones, if it has one: in games between engines, all
    stones on the board count as alive."""
    if MARKING not in game.settings:
        return game
    return load(game.name, {**game.settings, MARKING: "no"})


def play(fixture: Fixture, a: Player, b: Player) -> FinishedGame:
    """Plays one game without clocks."""
    return Referee(fixture).play(a, b)


class Contest(Job[Fixture, FinishedGame]):
    """A job of games, each between newly made players."""

    word = "game"

    def __init__(
        self,
        a: MakePlayer,
        b: MakePlayer,
        control: TimeControl | None = None,
        conditions: Conditions | None = None,
    ) -> None:
        self._makes = (a, b)
        self._conditions = conditions or Conditions(control or TimeControl())

    def name(self, task: Fixture) -> str:
        return f"{self.word} {task.number}"

    def run(self, task: Fixture, stop: Stop) -> FinishedGame:
        """Plays one game; a player that does not start loses it."""
        players: list[Player] = []
        start = record_of(task.opening).start
        with ExitStack() as stack:
            for side, make in enumerate(self._makes):
                player = make(task.number)
                stack.callback(player.close)
                stack.enter_context(stop.on_stop(player.abort))
                try:
                    player.begin(start)
                except Failed as failed:
                    if stop.is_set():
                        raise Stopped from None
                    return not_started(task, side, failed)
                players.append(player)
            return Referee(task, self._conditions, stop.is_set).play(*players)
