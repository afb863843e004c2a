"""Yields the results of a job's tasks in the order of the tasks, wherever they run."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Any, Generic, Protocol, TypeVar

from ..interrupts import INTERRUPTS
from .job import Job

T = TypeVar("T")
R = TypeVar("R")

IDLE_CHECK_S = 5.0
_REQUESTED: list[Future[Any]] = [INTERRUPTS.requested]  # completed by a signal


class Executor(Protocol):
    """Runs tasks in threads of this process or on the workers of a cluster."""

    def run(self, job: Job[T, R], tasks: Iterable[T]) -> "Run[T, R]":
        """Starts the tasks, as many at a time as the executor allows."""


class Run(ABC, Generic[T, R]):
    """An iterator over results, and a context manager that ends the tasks that still run. Raises
    what a task has raised as soon as that is known, and KeyboardInterrupt after a signal."""

    def __init__(self, tasks: Iterable[T]) -> None:
        self._tasks = enumerate(tasks)
        self._running: dict[Future[R], int] = {}
        self._done: dict[int, R] = {}
        self._next = 0

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many tasks should be started at a time, at least 1."""

    @abstractmethod
    def start(self, number: int, task: T) -> Future[R]:
        """Starts a task; `number`: its index, from 0."""

    @abstractmethod
    def end(self, running: list[Future[R]]) -> None:
        """Ends these tasks, and frees all resources."""

    def on_idle(self) -> None:
        """Called every few seconds while no task ends."""

    def __iter__(self) -> Iterator[R]:
        return self

    def __next__(self) -> R:
        while self._next not in self._done:
            self.fill()
            if not self._running:
                self.close()
                raise StopIteration
            self._wait()
        self._next += 1
        return self._done.pop(self._next - 1)

    def fill(self) -> None:
        """Starts tasks up to the capacity."""
        capacity = self.capacity
        while len(self._running) < capacity:
            try:
                number, task = next(self._tasks)
            except StopIteration:
                return
            self._running[self.start(number, task)] = number

    def _wait(self) -> None:
        done, _ = wait([*self._running, *_REQUESTED], IDLE_CHECK_S, FIRST_COMPLETED)
        INTERRUPTS.check()
        for future in sorted(done.difference(_REQUESTED), key=self._running.__getitem__):
            self._done[self._running.pop(future)] = future.result()
        if not done:
            self.on_idle()

    def __enter__(self) -> "Run[T, R]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the tasks that still run."""
        self.end(list(self._running))
        for future, number in self._running.items():
            try:
                if future.done():
                    self._done[number] = future.result()
            except (Exception, CancelledError):  # the result is not needed any more
                continue
        self._running.clear()

    def finished(self) -> list[R]:
        """After `close`, the results that were not yielded because an earlier one was missing."""
        return [self._done[number] for number in sorted(self._done)]
