"""Calls a bot's `choose` for one game, while the room's events go on coming in.

`choose` is called once at a time in a game. A call for a turn that is over, as after a takeback, is
cancelled if `choose` is a coroutine function; else its thread runs on and its answer is dropped.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from .faults import Faults, TooLate, check_move
from .in_time import in_time
from .room import Room, Turn

Choose = Callable[[Turn], str] | Callable[[Turn], Awaitable[str]]
THREADS = 10_000  # so many that no game waits for another one's thread


_CHOOSING: set["Chooser"] = set()  # of all games of this process


class Chooser:
    """`async with Chooser(room, choose, faults) as chooser: chooser.begin(turn)`. `shared` is
    called with the number of other games that choose a move at the same time."""

    def __init__(
        self,
        room: Room,
        choose: Choose,
        faults: Faults,
        shared: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._room = room
        self._choose = choose
        self._faults = faults
        self._shared = shared
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
                return check_move(await self._in_time(turn))
            except asyncio.CancelledError as error:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise  # this task is cancelled; otherwise `choose` has raised it
                is_retry = await self._faults.handle(RuntimeError(repr(error)))
            except Exception as error:
                is_retry = await self._faults.handle(error)
            if not is_retry:
                return None

    async def _in_time(self, turn: Turn) -> object:
        """What `choose` answers. It is reported when it is too late; a move that comes after all is
        played, for the server to decide."""
        call = asyncio.ensure_future(self._call(turn))
        try:
            try:
                await in_time(call, lambda: turn.clock)
            except TooLate as late:
                await self._faults.report_too_late(late)
            return await call
        finally:
            call.cancel()

    async def _call(self, turn: Turn) -> object:
        _CHOOSING.add(self)
        for chooser in _CHOOSING:
            chooser._shared(len(_CHOOSING) - 1)
        try:
            if inspect.iscoroutinefunction(self._choose):
                return await self._choose(turn)
            self._thread = _threads().submit(_result_of, self._choose, turn)
            move = await asyncio.wrap_future(self._thread)
            return await move if inspect.isawaitable(move) else move
        finally:
            _CHOOSING.discard(self)


def _result_of(choose: Choose, turn: Turn) -> object:
    try:
        return choose(turn)
    except StopIteration as error:  # a future cannot carry it
        raise RuntimeError("StopIteration") from error


@cache
def _threads() -> ThreadPoolExecutor:
    """Threads for `choose`: asyncio's default pool is so small that games would wait for each
    other."""
    return ThreadPoolExecutor(THREADS, thread_name_prefix="choose")
