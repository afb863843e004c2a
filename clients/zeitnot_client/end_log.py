"""The log of a bot's process: how each game ended, and totals."""

import logging

from .faults import Faults
from .game_end import GameResult, GameWatch, Totals
from .game_tasks import IN_PROGRESS
from .plurals import counted
from .room import Room
from .session_events import SessionEvent
from .state import RoomState

logger = logging.getLogger("zeitnot.bot")


class EndLog:
    """Logs the end of each game of a bot's process, and keeps totals."""

    def __init__(self) -> None:
        self.totals = Totals()
        self._running: set[tuple[str, int]] = set()
        self._is_open = False

    def open(self, plan: object) -> None:
        """Logs, once, that the bot is in the lobby. `plan`: how many games it plays."""
        if not self._is_open:
            logger.info("in the lobby: %s", plan)
        self._is_open = True

    def follow(self, state: RoomState) -> None:
        """Updates which games are running."""
        if state.you is not None and state.phase in IN_PROGRESS:
            self._running.add((state.game, state.you))
        elif state.you is not None:
            self._running.discard((state.game, state.you))

    def taken_over(self, game: str, seat: int | None, by: str = "process") -> None:
        """Logs that another process, or version, of the bot has taken over this game."""
        logger.info("game %s: taken over by another %s of this bot", game, by)
        self._running = {
            game_seat
            for game_seat in self._running
            if game_seat[0] != game or seat not in (None, game_seat[1])
        }

    def replaced(self) -> None:
        """Logs that another version of the bot has taken over all games."""
        for game, seat in sorted(self._running):
            self.taken_over(game, seat, "version")

    def add(self, end: GameResult) -> None:
        """Logs a game that has ended."""
        self.totals = self.totals.plus(end)
        logger.log(end.level, "%s", end)

    async def note(
        self, session_event: SessionEvent, room: Room, watch: GameWatch, faults: Faults
    ) -> None:
        """Processes an event of a room; the room's state already includes it."""
        state = room.state
        self.follow(state)
        if (end := watch.note(session_event, state, room.now_ms())) is not None:
            self.add(end.with_cause(faults.cause()))
            await faults.note_end(end)

    def close(self) -> None:
        """Logs the totals, and how many games are still running; nothing if the bot was never in
        the lobby."""
        if not self._is_open and not self.totals.results:
            return
        left = counted(len(self._running), "game", "games")
        logger.info("%s%s", self.totals, f"; {left} left running" if self._running else "")
