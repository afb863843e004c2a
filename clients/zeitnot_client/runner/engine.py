"""An external engine for coroutines: a driver whose calls run in one thread, one after the
other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from ..drivers.driver import Driver, Launch
from ..drivers.situation import Choice, Limits, Situation, Start, Thinking

ShowThinking = Callable[[Thinking], None]


class Engine(Protocol):
    """The engine of one game."""

    def begin(self) -> None:
        """Starts it; a failure shows at the first move."""

    async def move(
        self, situation: Situation, limits: Limits, is_unwanted: Callable[[], bool]
    ) -> Choice:
        """Its move. Raises what `Driver.move` raises."""

    def ponder(self, situation: Situation, limits: Limits) -> None:
        """Lets it think while its opponent is to move."""

    def report(self) -> list[str]:
        """The last lines of the dialogue and of its stderr."""

    def errors(self) -> tuple[str, ...]:
        """The last lines of its stderr."""

    def request(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """As `Driver.request`."""

    async def close(self) -> None:
        """Ends it, with all its children, also while it thinks."""


MakeEngine = Callable[[Start, ShowThinking], Engine]


class EngineThread:
    """An Engine. `show` gets reports of its search in the event loop, and so does `on_line` each
    line of the dialogue, with True for the engine's. Raises Unsupported."""

    def __init__(
        self,
        launch: Launch,
        start: Start,
        show: ShowThinking,
        on_line: Callable[[bool, str], object] | None = None,
    ) -> None:
        self._show, self._line = show, on_line
        self._loop = asyncio.get_running_loop()
        note_line = None if on_line is None else self._on_line
        self._driver = Driver(launch, start, on_thinking=self._on_thinking, on_line=note_line)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="engine")

    def begin(self) -> None:
        self._thread.submit(self._driver.begin)

    async def move(
        self, situation: Situation, limits: Limits, is_unwanted: Callable[[], bool]
    ) -> Choice:
        ask = partial(self._driver.move, situation, limits, is_unwanted)
        return await self._loop.run_in_executor(self._thread, ask)

    def ponder(self, situation: Situation, limits: Limits) -> None:
        self._thread.submit(self._driver.ponder, situation, limits)

    def report(self) -> list[str]:
        errors = [f"stderr: {line}" for line in self._driver.errors]
        return [*self._driver.last_dialogue, *errors]

    def errors(self) -> tuple[str, ...]:
        return self._driver.errors

    def request(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self._driver.request

    async def close(self) -> None:
        await self._loop.run_in_executor(None, self._driver.close)
        self._thread.shutdown(wait=False)

    def _on_line(self, is_engine: bool, line: str) -> None:
        if self._line is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._line, is_engine, line)

    def _on_thinking(self, thinking: Thinking) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._show, thinking)
