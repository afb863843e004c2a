"""Calls a bot's `choose` for one game, while the room's events go on coming in.

`choose` is called once at a time in a game. A call for a turn that is over, as after a takeback, is
cancelled if `choose` is a coroutine function; else its thread runs on and its answer is dropped.
"""

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from .faults import Faults, TooLate, check_move
from .room import Room, Turn
from .wait_for_move import wait_for_move

Choose = Callable[[Turn], str] | Callable[[Turn], Awaitable[str]]


class ConcurrentChoices:
    """The choices of one bot's games that are under way. `with choices.of(note_concurrent): …`"""

    def __init__(self) -> None:
        self._under_way: list[Callable[[int], None]] = []

    @contextmanager
    def of(self, note_concurrent: Callable[[int], None]) -> Iterator[None]:
        """While one game chooses a move. `note_concurrent` is called with the number of others,
        whenever another one begins."""
        self._under_way.append(note_concurrent)
        try:
            for note in self._under_way:
                note(len(self._under_way) - 1)
            yield
        finally:
            self._under_way.remove(note_concurrent)


class Chooser:
    """`async with Chooser(room, choose, faults) as chooser: chooser.begin(turn)`. `choices`: those
    of all the bot's games; `note_concurrent` is told how many others choose at the same time."""

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
        self._at: tuple[int, int] | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread: Future[object] | None = None
        self._error: BaseException | None = None

    async def __aenter__(self) -> "Chooser":
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stops. Raises what went wrong other than in `choose`."""
        self.stop()
        if self._task is not None:
            await asyncio.wait({self._task})
        if self._error is not None:
            raise self._error

    def begin(self, turn: Turn, *, again: bool = False) -> None:
        """Chooses a move for this turn and plays it; nothing changes if it does so already.
        `again`: its move was refused."""
        is_choosing = self._task is not None and not self._task.done()
        if is_choosing and self._at == self._place() and not again:
            return
        self.stop()
        self._at = self._place()
        self._task = asyncio.create_task(self._move(turn, self._task))
        self._task.add_done_callback(self._on_done)

    def stop(self) -> None:
        """The turn is over."""
        self._at = None
        if self._task is not None:
            self._task.cancel()

    def _place(self) -> tuple[int, int]:
        state = self._room.state
        return state.ply, state.takebacks

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        """Ends the iteration over the room if the task has failed; `__aexit__` raises then."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self._error = error
            self._closing = asyncio.create_task(self._room.close())

    async def _move(self, turn: Turn, before: "asyncio.Task[None] | None") -> None:
        """Plays the move that `choose` returns, if the turn is still the same."""
        if before is not None:
            await asyncio.wait({before})
        if self._thread is not None and not self._thread.done():
            await asyncio.wait({asyncio.wrap_future(self._thread)})
        place = self._place()
        move = await self._found(turn)
        if move is not None and place == self._place():
            await turn.move(move)

    async def _found(self, turn: Turn) -> str | None:
        """Calls `choose` until it returns a move; None: the game has been resigned."""
        while True:
            try:
                return check_move(await self._answer_or_report(turn))
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise  # this task is cancelled; otherwise `choose` has raised it
                is_retry = await self._faults.handle(RuntimeError(repr(error)))
            except Exception as error:
                is_retry = await self._faults.handle(error)
            if not is_retry:
                return None

    async def _answer_or_report(self, turn: Turn) -> object:
        """What `choose` answers. If it is too late, that is reported; a move that comes after all
        is played, for the server to decide."""
        call = asyncio.ensure_future(self._call(turn))
        try:
            try:
                await wait_for_move(call, lambda: turn.clock)
            except TooLate as late:
                await self._faults.report_too_late(late)
            return await call
        finally:
            call.cancel()

    async def _call(self, turn: Turn) -> object:
        with self._choices.of(self._note_concurrent):
            if inspect.iscoroutinefunction(self._choose):
                return await self._choose(turn)
            self._thread = _in_thread(self._choose, turn)
            move = await asyncio.wrap_future(self._thread)
            return await move if inspect.isawaitable(move) else move


def _in_thread(choose: Choose, turn: Turn) -> Future[object]:
    """Calls it in a separate thread, so that no game waits for another one's. The process does
    not wait for the thread at its end, as it would for one of a pool: `choose` may hang."""
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
