"""A job: work that splits into tasks, each of which can be done anywhere and more than once."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class Stopped(Exception):
    """The task was stopped: nobody waits for its result."""


class Stop:
    """Tells running tasks that nobody waits for them any more. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._calls: list[Callable[[], None]] = []

    def is_set(self) -> bool:
        """Whether the task should end."""
        return self._is_set

    def set(self) -> None:
        """Ends the tasks: calls what they asked for, once."""
        with self._lock:
            self._is_set = True
            calls, self._calls = self._calls, []
        threads = [threading.Thread(target=call) for call in calls]  # a program's end takes a while
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """While the context is open the stop calls `call`, from any thread; at once if it has come
        already."""
        with self._lock:
            came = self._is_set
            if not came:
                self._calls.append(call)
        if came:
            call()
        try:
            yield
        finally:
            with self._lock:
                if call in self._calls:
                    self._calls.remove(call)


class Job(ABC, Generic[Task, Result]):
    """What all tasks share, and how one is done. A job, its tasks and their results are plain data
    for other machines: they can be pickled.

    A task's result follows from the job and the task alone, as far as no clock is involved.
    """

    word: ClassVar[str]
    """What a task is called, as `game`."""

    def name(self, task: Task) -> str:
        """A task in an error, as `game 7`."""
        return f"{self.word} {task}"

    def prepare(self) -> None:
        """Another machine calls it once before its first task. Raises ValueError with a sentence if
        that machine lacks something."""

    @abstractmethod
    def run(self, task: Task, stop: Stop) -> Result:
        """Does the task. Raises Stopped soon after the stop is set, where the task is long."""
