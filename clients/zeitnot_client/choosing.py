"""Calls a bot's `choose` for one game while the room's events are being processed.

A game has at most one call of `choose` at a time. If its turn ends early, for example by a
takeback, a coroutine function is cancelled. A plain function runs on in its thread, which can see
that `turn.ended` is set. In both cases the move is dropped.
"""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import zeitnot_protocol as p

from .faults import Faults, TooLate, check_move
from .room import Room, Turn
from .state import RoomState
from .wait_for_move import wait_for_move

Choice = str | tuple[str, p.EngineReport]
"""A move, and optionally how it was found."""
Choose = Callable[[Turn], Choice] | Callable[[Turn], Awaitable[Choice]]


class ConcurrentChoices:
    """The calls of `choose` that are running, in all games of one bot.

    `with choices.running(note_concurrent): …`
    """

    def __init__(self) -> None:
        self._active: list[Callable[[int], None]] = []

    @contextmanager
    def running(self, note_concurrent: Callable[[int], None]) -> Iterator[None]:
        """Counts a call while the context is open. `note_concurrent` is called with the number of
        other calls, now and whenever another one begins."""
        self._active.append(note_concurrent)
        try:
            for note in self._active:
                note(len(self._active) - 1)
            yield
        finally:
            self._active.remove(note_concurrent)


class Chooser:
    """`async with Chooser(room, choose, faults) as chooser: chooser.begin(turn)`.

    `choices`: counts the running calls of `choose` in all the bot's games; `note_concurrent` is
    called with the number of other games that are choosing at the same time.
    """

    def __init__(
        self,
        room: Room,
        choose: Choose,
        faults: Faults,
        choices: ConcurrentChoices | None = None,
        note_concurrent: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._room = room
        self._choose = choose
        self._faults = faults
        self._choices = choices or ConcurrentChoices()
        self._note_concurrent = note_concurrent
        self._turn: Turn | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread: Future[object] | None = None
        self._error: BaseException | None = None

    async def __aenter__(self) -> "Chooser":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stops. Raises errors from anything but `choose`."""
        self.stop()
        if self._task is not None:
            await asyncio.wait({self._task})
        if self._error is not None:
            raise self._error

    def begin(self, turn: Turn, *, again: bool = False) -> None:
        """Chooses a move for this turn and plays it, unless that is already running. `again`: the
        server refused the first move as illegal."""
        is_choosing = self._task is not None and not self._task.done() and self._turn is not None
        if is_choosing and self._is_current(self._turn) and not again:
            return
        self.stop()
        self._turn = turn
        self._task = asyncio.create_task(self._move(turn, self._task))
        self._task.add_done_callback(self._on_done)

    def stop(self) -> None:
        """Stops choosing, because the turn is over."""
        if self._turn is not None:
            self._turn.ended.set()
            self._turn = None
        if self._task is not None:
            self._task.cancel()

    def _is_current(self, turn: Turn | None) -> bool:
        """Whether the board is still the one of this turn."""
        return turn is not None and _board_of(turn.state) == _board_of(self._room.state)

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        """If the task has failed, closes the room, which ends the caller's loop; then `__aexit__`
        raises the error."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._error = error
            self._closing = asyncio.create_task(self._room.close())

    async def _move(self, turn: Turn, previous: "asyncio.Task[None] | None") -> None:
        """Plays the move that `choose` returns, unless the turn has ended meanwhile."""
        if previous is not None:
            await asyncio.wait({previous})
        if self._thread is not None and not self._thread.done():
            await asyncio.wait({asyncio.wrap_future(self._thread)})
        choice = await self._choose_move(turn)
        if choice is not None and self._is_current(turn):
            await turn.move(*choice)

    async def _choose_move(self, turn: Turn) -> tuple[str, p.EngineReport | None] | None:
        """Calls `choose` until it returns a move. None: do not move; `faults` has already
        resigned, or the clock decides."""
        while True:
            try:
                return _checked(await self._choose_or_report(turn))
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise  # this task was cancelled; otherwise `choose` has raised it
                is_retry = await self._faults.handle(RuntimeError(repr(error)))
            except Exception as error:
                is_retry = await self._faults.handle(error)
            if not is_retry:
                return None

    async def _choose_or_report(self, turn: Turn) -> object:
        """The result of `choose`. If it comes too late, that is reported; the move is played even
        so, because the server decides."""
        call = asyncio.ensure_future(self._call_choose(turn))
        try:
            try:
                await wait_for_move(call, lambda: turn.clock)
            except TooLate as late:
                await self._faults.report_too_late(late)
            return await call
        finally:
            call.cancel()

    async def _call_choose(self, turn: Turn) -> object:
        with self._choices.running(self._note_concurrent):
            if inspect.iscoroutinefunction(self._choose):
                return await self._choose(turn)
            self._thread = _in_thread(self._choose, turn)
            move = await asyncio.wrap_future(self._thread)
            return await move if inspect.isawaitable(move) else move


def _in_thread(choose: Choose, turn: Turn) -> Future[object]:
    """Calls `choose` in a separate thread, so that no game waits for another. The thread is a
    daemon, not one of a pool, because `choose` may hang and the process must still be able to
    exit."""
    future = Future[object]()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            move = choose(turn)
        except StopIteration:  # a future cannot carry it
            future.set_exception(RuntimeError("StopIteration"))
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(move)

    threading.Thread(target=run, name="choose", daemon=True).start()
    return future


def _board_of(state: RoomState) -> tuple[int, int, int]:
    """What changes with the board: plies, takebacks, and moves, throws and seats that have left."""
    return state.ply, state.takebacks, len(state.record)


def _checked(choice: object) -> tuple[str, p.EngineReport | None]:
    """The move and its report. Raises NoUsableMove."""
    match choice:
        case (move, p.EngineReport() as report):
            return check_move(move), report
    return check_move(choice), None
