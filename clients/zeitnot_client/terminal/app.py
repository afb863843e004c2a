"""The terminal client's loop: what happens in the room and what is typed, one after the other."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from rich.text import Text

import zeitnot_protocol as p

from ..client import Client
from ..exceptions import Refused, ZeitnotError
from ..happenings import Happened, Happening, Synced, YourTurn
from ..room import Room
from ..seats import SeatWord, seat_number, seats_text
from ..state import RoomState
from . import screen, texts
from .confirm import ResignQuestion
from .display import Display
from .keyboard import read_lines
from .trouble import Trouble
from .typed import Typed, Word, meant, must_wait, objection, read

TICK_S = 0.5


@dataclass(frozen=True, slots=True)
class InputLine:
    """A typed line; None: the input has ended."""

    text: str | None


class Terminal:
    """Plays or watches a game, and its rematches."""

    def __init__(self, client: Client, source: TextIO, out: TextIO) -> None:
        self._client = client
        self._interactive = source.isatty()
        self._display = Display(out, live=self._interactive and out.isatty())
        self._source = source
        self._lines: deque[str] = deque()
        self._ended = False
        self._stale = False
        self._inbox: asyncio.Queue[Happening | InputLine | BaseException | None] = asyncio.Queue()
        self._seat_names: Sequence[str] = ()
        self._hidden: set[str] = set()
        self._opened: str | None = None
        self._trouble = Trouble()
        self._resigning = ResignQuestion()

    async def run(self, game: str, *, seat: SeatWord | None, watch: bool) -> None:
        """Runs until the user leaves or the last game is over. Raises ZeitnotError; Refused where
        there is no such seat."""
        read_lines(self._source, lambda text: self._inbox.put_nowait(InputLine(text)))
        games = (await self._client.http.catalogue()).games
        names = {g.id: g.seat_names for g in games}
        self._hidden = {g.id for g in games if g.hidden}
        wanted: str | None = game
        while wanted is not None:
            room = self._client.room(wanted)
            self._resigning, self._opened = ResignQuestion(), None
            listening = asyncio.create_task(self._listen(room))
            ticking = asyncio.create_task(self._tick(room))
            try:
                wanted = await self._game(room, names, seat=seat, watch=watch)
            finally:
                for task in (listening, ticking):
                    task.cancel()
                await asyncio.gather(listening, ticking, return_exceptions=True)
                await room.close()
            self._inbox = self._without_happenings()
            seat = None

    async def _listen(self, room: Room) -> None:
        """Puts happenings into the inbox; an error too, to be raised where it is handled."""
        try:
            async for happening in room:
                self._inbox.put_nowait(happening)
            self._inbox.put_nowait(None)
        except Exception as error:
            self._inbox.put_nowait(error)

    async def _tick(self, room: Room) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._display.refresh(screen.status(room.state, room.now_ms()))

    def _without_happenings(self) -> "asyncio.Queue[Happening | InputLine | BaseException | None]":
        """Happenings of the last room are dropped in the next one."""
        fresh: asyncio.Queue[Happening | InputLine | BaseException | None] = asyncio.Queue()
        while not self._inbox.empty():
            if isinstance(item := self._inbox.get_nowait(), InputLine):
                fresh.put_nowait(item)
        return fresh

    # ── one game ───────────────────────────────────────────────────────────────────────────────

    async def _game(
        self, room: Room, names: dict[str, list[str]], *, seat: SeatWord | None, watch: bool
    ) -> str | None:
        """The next game's id, None when the user leaves."""
        while True:
            item = await self._inbox.get()
            match item:
                case None:
                    return None
                case BaseException():
                    raise item
                case InputLine(text):
                    self._typed(text)
                case _:
                    if room.state.room:
                        self._seat_names = names.get(room.state.room.game_type, ())
                    if not watch:
                        await room.take_part(item, self._seat_number(seat, room.state))
                    await self._open_cards(item, room)
                    self._show(item, room)
                    self._stale = self._stale or _worth_drawing(item, room.state)
                    match item:
                        case Happened(event=p.Rematch(next=str(following)), live=True):
                            link = self._client.address.page(following)
                            self._display.show(texts.REMATCH.format(link=link))
                            return following
            if self._inbox.empty():
                self._draw(room)
                if await self._obey(room, watch):
                    return None

    def _seat_number(self, seat: SeatWord | None, state: RoomState) -> int | None:
        """The seat to sit down at; None: any, or the room is not known yet. Raises Refused."""
        if seat is None or state.room is None:
            return None
        number = seat_number(seat, self._seat_names, state.room.seats)
        if number is None:
            seats = seats_text(self._seat_names, state.room.seats)
            raise Refused("no_such_seat", texts.NO_SUCH_SEAT.format(seats=seats))
        return number

    def _typed(self, text: str | None) -> None:
        self._display.entered()
        if text is None:
            self._ended = True
        else:
            self._lines.append(text)

    async def _obey(self, room: Room, watch: bool) -> bool:
        """Carries out the typed lines that are due; True: the user leaves."""
        while self._lines:
            typed = read(self._lines[0])
            settled = room.synced and room.settled
            waits = must_wait(typed, room.state, settled=settled, watch=watch)
            if waits and not self._interactive:
                return False
            self._lines.popleft()
            if typed.word == "quit":
                return True
            if self._interactive:  # a file or pipe means what it says
                typed = self._resigning.hear(typed, room.state)
            await self._carry_out(meant(typed, room.state), room)
        return self._ended and self._may_end(room)

    def _may_end(self, room: Room) -> bool:
        """Whether to leave now that the input has ended: not while there is something to see."""
        if self._interactive:
            return True
        if room.state.phase == "finished" and room.settled:
            return True
        if room.state.my_turn and room.state.legal and room.settled:
            self._display.show(texts.NO_INPUT)
            return True
        return False

    async def _carry_out(self, typed: Typed, room: Room) -> None:
        if why_not := objection(typed, room.state):
            self._say(room, why_not)
            return
        state = room.state
        theirs = state.offered_by_other
        commands: dict[Word, Callable[[], Awaitable[None]]] = {
            "move": lambda: room.move(typed.text),
            "say": lambda: room.chat(typed.text),
            "resign": room.resign,
            "draw": lambda: room.draw("accept" if theirs("draw") else "offer"),
            "takeback": lambda: room.takeback("accept" if theirs("takeback") else "ask"),
            "adjourn": lambda: room.adjourn("accept" if theirs("adjourn") else "offer"),
            "resume": room.resume,
            "decline": lambda: _decline(room),
            "abort": room.abort,
            "claim": room.claim,
            "rematch": room.rematch,
        }
        answers = {
            "moves": screen.move_list(state),
            "help": texts.HELP,
            "ask": texts.RESIGN_QUESTION,
        }
        if typed.word in commands:
            await commands[typed.word]()
        else:
            self._say(room, *filter(None, [answers.get(typed.word)]))

    # ── the screen ─────────────────────────────────────────────────────────────────────────────

    def _show(self, happening: Happening, room: Room) -> None:
        """Prints the line of a happening."""
        state = room.state
        said = None if self._trouble.known(happening) else screen.told(happening, state)
        blocks: list[Text | str] = [*filter(None, (said, screen.ended(happening, state)))]
        match happening:
            case Synced() if state.phase == "open":
                blocks.append(screen.waiting(state))
            case Synced() if state.finished:
                blocks.append(screen.result(state, state.finished))
            case Happened(event=p.Finished(), live=True) if state.you is not None:
                blocks.append(texts.REMATCH_HINT)
        if blocks:
            self._say(room, *blocks)

    async def _open_cards(self, happening: Happening, room: Room) -> None:
        """At the end of a game, reads the last position with what was hidden until now."""
        state = room.state
        if not (isinstance(happening, Happened) and isinstance(happening.event, p.Finished)):
            return
        if state.room is None or state.room.game_type not in self._hidden:
            return
        with contextlib.suppress(ZeitnotError):  # everything else is shown all the same
            events = (await self._client.http.game(state.game)).events
            positions = (getattr(event, "position", None) for event in reversed(events))
            self._opened = next(filter(None, positions), None)

    def _draw(self, room: Room) -> None:
        """Draws the table if it has changed: once, however many happenings came together."""
        if self._stale:
            self._stale = False
            state = room.state
            if self._opened and state.finished:
                state = replace(state, position=self._opened)
            self._say(room, "", screen.table(state, self._seat_names, room.now_ms()), "")

    def _say(self, room: Room, *blocks: Text | str) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._display.show(*blocks)
            self._display.prompt(screen.status(room.state, room.now_ms()))


async def _decline(room: Room) -> None:
    """Declines everything that the other side has offered; if nothing, the server refuses."""
    theirs = room.state.offered_by_other
    if theirs("takeback"):
        await room.takeback("decline")
    if theirs("adjourn"):
        await room.adjourn("decline")
    if theirs("draw") or not (theirs("takeback") or theirs("adjourn")):
        await room.draw("decline")


def _worth_drawing(happening: Happening, state: RoomState) -> bool:
    """One's own turn is drawn when its legal moves are there, the rest when it happens."""
    match happening:
        case YourTurn() | Happened(event=p.Finished(), live=True):
            return True
        case (
            Synced()
            | Happened(
                event=p.Started() | p.Moved() | p.TakenBack() | p.Threw() | p.Resumed(), live=True
            )
        ):
            return state.position is not None and not state.my_turn
        case _:
            return False
