"""The log of a bot's process: how each game ended, and totals."""

import logging
from collections.abc import Callable

import zeitnot_protocol as p

from .bot_log import NO_LOG, BotLog
from .faults import Fault, Faults
from .game_end import GameResult, GameWatch, Totals
from .game_tasks import IN_PROGRESS
from .plurals import counted
from .room import Room
from .session_events import SessionEvent
from .state import RoomState

logger = logging.getLogger("zeitnot.bot")


class EndLog:
    """Logs the end of each game of a bot's process, and keeps totals. `file`: the log file, which
    also has all other events."""

    def __init__(self, file: BotLog = NO_LOG) -> None:
        self.file = file
        self.totals = Totals()
        self._running: set[tuple[str, int]] = set()
        self._is_open = False

    def open(self, plan: object) -> None:
        """Logs, once, that the bot is in the lobby. `plan`: how many games it plays."""
        if not self._is_open:
            logger.info("in the lobby: %s", plan)
            self.file.note("lobby", plan=str(plan))
        self._is_open = True

    def note_lobby(self, message: p.LobbyOut) -> None:
        """Notes an invitation or an error of the lobby in the file. An invitation is `own` if
        the bot has created the game, by a challenge or through the pool."""
        match message:
            case p.Invited():
                asker = message.asker
                is_own = asker is not None and asker not in message.opponents
                self.file.note(
                    "invited",
                    game=message.game,
                    game_type=message.game_type,
                    seat=message.seat,
                    asker=None if asker is None or is_own else asker.name,
                    own=is_own or None,
                    deadline=message.deadline,
                )
            case p.Error(code=code, message=text):
                self.file.note("refused", code=code, text=text, level="warning")

    def on_fault(self, room: Room) -> Callable[[Fault], None]:
        """The function to call when the bot finds no move in this room."""
        return lambda fault: self.file.note_fault(fault, room)

    def follow(self, state: RoomState) -> None:
        """Updates which games are running."""
        if state.you is not None and state.phase in IN_PROGRESS:
            self._running.add((state.game, state.you))
        elif state.you is not None:
            self._running.discard((state.game, state.you))

    def taken_over(self, game: str, seat: int | None, by: str = "process") -> None:
        """Logs that another process, or version, of the bot has taken over this game."""
        logger.info("game %s: taken over by another %s of this bot", game, by)
        self.file.note("taken_over", game=game, seat=seat, by=by)
        self._running = {
            game_seat
            for game_seat in self._running
            if game_seat[0] != game or seat not in (None, game_seat[1])
        }

    def replaced(self) -> None:
        """Logs that another version of the bot has taken over all games."""
        for game, seat in sorted(self._running):
            self.taken_over(game, seat, "version")

    def add(self, end: GameResult, room: Room) -> None:
        """Logs a game that has ended."""
        self.totals = self.totals.plus(end)
        self.file.note_end(end, room)
        logger.log(end.level, "%s", end)

    async def note(
        self, session_event: SessionEvent, room: Room, watch: GameWatch, faults: Faults
    ) -> None:
        """Processes an event of a room; the room's state already includes it."""
        state = room.state
        self.follow(state)
        self.file.note_room(session_event, room)
        if (end := watch.note(session_event, state, room.now_ms())) is not None:
            self.add(end.with_cause(faults.cause()), room)
            await faults.note_end(end)

    def close(self) -> None:
        """Logs the totals, and how many games are still running; nothing if the bot was never in
        the lobby."""
        if not self._is_open and not self.totals.results:
            return
        left = counted(len(self._running), "game", "games")
        text = f"{self.totals}{f'; {left} left running' if self._running else ''}"
        logger.info("%s", text)
        self.file.note("stopped", text=text)
