"""The terminal client's loop, which processes events of the room and typed lines one by one."""

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from rich.text import Text

import zeitnot_protocol as p

from ..client import Client
from ..exceptions import Refused, ZeitnotError
from ..room import Room
from ..seats import SeatWord, seat_number, seats_text
from ..session_events import EventReceived, SessionEvent, Synced, YourTurn
from ..state import RoomState
from . import moves, results, screen, texts
from .confirm import ResignQuestion, resign_question
from .display import Display
from .keyboard import read_lines
from .problems import ShownProblems
from .typed import TypedCommand, Word, complete, must_wait, problem_with, read

TICK_S = 0.5


@dataclass(frozen=True, slots=True)
class InputLine:
    """A typed line. `text` None: the input has ended."""

    text: str | None


class Terminal:
    """Plays or watches a game, and its rematches."""

    def __init__(self, client: Client, source: TextIO, out: TextIO) -> None:
        self._client = client
        self._interactive = source.isatty()
        self._display = Display(out, live=self._interactive and out.isatty())
        self._source = source
        self._lines: deque[str] = deque()
        self._input_ended = False
        self._is_outdated = False
        self._inbox: asyncio.Queue[SessionEvent | InputLine | BaseException | None] = (
            asyncio.Queue()
        )
        self._seat_names: Sequence[str] = ()
        self._hidden: set[str] = set()
        self._last_position: str | None = None
        self._is_introduced = False
        self._shown_problems = ShownProblems()
        self._resigning = ResignQuestion()
        self._random_layout = False

    async def run(
        self, game: str, *, seat: SeatWord | None, watch: bool, is_new: bool = False
    ) -> None:
        """Runs until the user leaves or the last game is over. `is_new`: the user has just created
        the game, so its clock need not be shown. Raises ZeitnotError; Refused for an unknown seat.
        """
        self._is_introduced = is_new
        read_lines(self._source, lambda text: self._inbox.put_nowait(InputLine(text)))
        games = (await self._client.http.catalogue()).games
        names = {g.id: g.seat_names for g in games}
        self._hidden = {g.id for g in games if g.hidden}
        next_game: str | None = game
        while next_game is not None:
            room = self._client.room(next_game)
            self._resigning, self._last_position = ResignQuestion(), None
            self._random_layout = False
            listen_task = asyncio.create_task(self._listen(room))
            tick_task = asyncio.create_task(self._tick(room))
            try:
                next_game = await self._game(room, names, seat=seat, watch=watch)
            finally:
                for task in (listen_task, tick_task):
                    task.cancel()
                await asyncio.gather(listen_task, tick_task, return_exceptions=True)
                await room.close()
            self._inbox = self._without_session_events()
            seat, self._is_introduced = None, False

    async def _listen(self, room: Room) -> None:
        """Puts the room's events into the inbox, and also an error, which `_game` raises."""
        try:
            async for session_event in room:
                self._inbox.put_nowait(session_event)
            self._inbox.put_nowait(None)
        except Exception as error:
            self._inbox.put_nowait(error)

    async def _tick(self, room: Room) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._display.refresh(self._status(room))

    def _without_session_events(
        self,
    ) -> "asyncio.Queue[SessionEvent | InputLine | BaseException | None]":
        """The inbox for the next room, which has only the typed lines."""
        new_inbox: asyncio.Queue[SessionEvent | InputLine | BaseException | None] = asyncio.Queue()
        while not self._inbox.empty():
            if isinstance(item := self._inbox.get_nowait(), InputLine):
                new_inbox.put_nowait(item)
        return new_inbox

    # ── one game ───────────────────────────────────────────────────────────────────────────────

    async def _game(
        self, room: Room, names: dict[str, list[str]], *, seat: SeatWord | None, watch: bool
    ) -> str | None:
        """Plays one game. Returns the rematch's id, or None when the user leaves."""
        while True:
            item = await self._inbox.get()
            match item:
                case None:
                    return None
                case BaseException():
                    raise item
                case InputLine(text):
                    self._accept_line(text)
                case _:
                    if room.state.room:
                        self._seat_names = names.get(room.state.room.game_type, ())
                    if not watch:
                        await room.take_part(item, self._seat_number(seat, room.state))
                    await self._fetch_last_position(item, room)
                    self._show(item, room)
                    self._is_outdated = self._is_outdated or _needs_drawing(item, room.state)
                    match item:
                        case EventReceived(event=p.Rematch(next=str(rematch)), live=True):
                            link = self._client.address.page(rematch)
                            self._display.show(texts.REMATCH.format(link=link))
                            return rematch
            if self._inbox.empty():
                self._draw(room)
                await self._continue_layout(room)
                if await self._run_lines(room, watch):
                    return None

    def _seat_number(self, seat: SeatWord | None, state: RoomState) -> int | None:
        """The number of the requested seat. None: any seat, or the room is not known yet. Raises
        Refused."""
        if seat is None or state.room is None:
            return None
        number = seat_number(seat, self._seat_names, state.room.seats)
        if number is None:
            seats = seats_text(self._seat_names, state.room.seats)
            raise Refused("no_such_seat", texts.NO_SUCH_SEAT.format(seats=seats))
        return number

    def _accept_line(self, text: str | None) -> None:
        self._display.close_prompt()
        if text is None:
            self._input_ended = True
        else:
            self._lines.append(text)

    async def _run_lines(self, room: Room, watch: bool) -> bool:
        """Carries out the typed lines that need not wait. True: the user leaves."""
        while self._lines:
            is_laying_out = self._random_layout and room.state.phase == "running"
            if is_laying_out and not self._interactive:
                return False
            typed = read(self._lines[0])
            settled = room.synced and room.settled
            is_early = must_wait(typed, room.state, settled=settled, watch=watch)
            if is_early and not self._interactive:
                return False
            self._lines.popleft()
            if typed.word == "quit":
                return True
            if self._interactive:  # a file or pipe is not asked
                typed = self._resigning.resolve(typed, room.state)
            await self._carry_out(complete(typed, room.state), room)
        return self._input_ended and self._may_end(room)

    async def _continue_layout(self, room: Room) -> None:
        """After `random`, places the next piece, until all are placed."""
        if not (self._random_layout and room.settled and room.state.my_turn and room.state.legal):
            return
        self._random_layout = moves.is_placing_pieces(room.state)
        if self._random_layout:
            await room.move(random.choice(room.state.legal))

    async def _start_layout(self, room: Room) -> None:
        self._random_layout = True
        await self._continue_layout(room)

    def _may_end(self, room: Room) -> bool:
        """Whether to leave now that the input has ended. After a pipe's last line, the game is
        shown until it ends or needs a move."""
        if self._interactive:
            return True
        if room.state.phase == "finished" and room.settled:
            return True
        if room.state.my_turn and room.state.legal and room.settled:
            self._display.show(texts.NO_INPUT)
            return True
        return False

    async def _carry_out(self, typed: TypedCommand, room: Room) -> None:
        if reason := problem_with(typed, room.state):
            self._say(room, reason)
            return
        state = room.state
        is_offered = state.offered_by_other
        commands: dict[Word, Callable[[], Awaitable[None]]] = {
            "move": lambda: room.move(typed.text),
            "say": lambda: room.chat(typed.text),
            "resign": room.resign,
            "draw": lambda: room.draw("accept" if is_offered("draw") else "offer"),
            "takeback": lambda: room.takeback("accept" if is_offered("takeback") else "ask"),
            "adjourn": lambda: room.adjourn("accept" if is_offered("adjourn") else "offer"),
            "resume": room.resume,
            "decline": lambda: _decline(room),
            "abort": room.abort,
            "claim": room.claim,
            "rematch": room.rematch,
            "place_at_random": lambda: self._start_layout(room),
        }
        answers = {
            "list_moves": moves.move_list(state, self._seat_names),
            "list_legal": moves.legal_list(state),
            "help": texts.HELP,
            "confirm_resign": resign_question(state),
        }
        if typed.word in commands:
            await commands[typed.word]()
        else:
            self._say(room, *filter(None, [answers.get(typed.word)]))

    # ── the screen ─────────────────────────────────────────────────────────────────────────────

    def _show(self, session_event: SessionEvent, room: Room) -> None:
        """Prints the lines for an event."""
        state = room.state
        line = (
            None
            if self._shown_problems.was_shown(session_event)
            else screen.session_event_line(session_event, state)
        )
        back = texts.RECONNECTED if self._shown_problems.is_resolved(session_event) else None
        blocks: list[Text | str] = [
            *filter(None, (back, line, screen.part_result_line(session_event, state)))
        ]
        if isinstance(session_event, Synced) and state.room and not self._is_introduced:
            self._is_introduced = True
            blocks.append(screen.room_line(state.room.game_type, state.room.control))
        match session_event:
            case Synced() if state.phase == "open":
                blocks.append(screen.waiting(state))
            case Synced() if state.finished:
                blocks.append(results.result(state, state.finished))
            case EventReceived(event=p.Finished(), live=True) if state.you is not None:
                blocks.append(texts.REMATCH_HINT)
        if blocks:
            self._say(room, *blocks)

    async def _fetch_last_position(self, session_event: SessionEvent, room: Room) -> None:
        """At the end of a game with hidden cards, fetches the last position with all cards open."""
        state = room.state
        if not (
            isinstance(session_event, EventReceived) and isinstance(session_event.event, p.Finished)
        ):
            return
        if state.room is None or state.room.game_type not in self._hidden:
            return
        with contextlib.suppress(ZeitnotError):  # then the hidden cards stay hidden
            events = (await self._client.http.game(state.game)).events
            positions = (getattr(event, "position", None) for event in reversed(events))
            self._last_position = next(filter(None, positions), None)

    def _draw(self, room: Room) -> None:
        """Draws the table if it has changed, once for all events that came together."""
        if self._is_outdated:
            self._is_outdated = False
            state = room.state
            if self._last_position and state.finished:
                state = replace(state, position=self._last_position)
            self._say(room, "", screen.room_text(state, self._seat_names, room.now_ms()), "")

    def _say(self, room: Room, *blocks: Text | str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._display.show(*blocks)
            self._display.prompt(self._status(room))

    def _status(self, room: Room) -> str:
        return screen.status(room.state, room.now_ms(), lost=not room.synced)


async def _decline(room: Room) -> None:
    """Declines all offers of others; after the end, the rematch. Without an offer it still declines
    a draw, so that the server says that there is none."""
    if room.state.phase == "finished":
        await room.drop_rematch()
        return
    is_offered = room.state.offered_by_other
    if is_offered("takeback"):
        await room.takeback("decline")
    if is_offered("adjourn"):
        await room.adjourn("decline")
    if is_offered("draw") or not (is_offered("takeback") or is_offered("adjourn")):
        await room.draw("decline")


def _needs_drawing(session_event: SessionEvent, state: RoomState) -> bool:
    """Whether to draw the board: on your own turn only when the legal moves are known, otherwise
    immediately."""
    match session_event:
        case YourTurn() | EventReceived(event=p.Finished(), live=True):
            return True
        case (
            Synced()
            | EventReceived(
                event=p.Started() | p.Moved() | p.TakenBack() | p.Threw() | p.Resumed(), live=True
            )
        ):
            return state.position is not None and not state.my_turn
        case _:
            return False
