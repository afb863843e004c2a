"""A job: work that is split into tasks, which can run on any machine and more than once."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class Stopped(Exception):
    """The task was stopped, because its result is not needed."""


class Stop:
    """Tells running tasks that their results are not needed any more. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._calls: list[Callable[[], None]] = []

    def is_set(self) -> bool:
        """Whether the task should end."""
        return self._is_set

    def set(self) -> None:
        """Stops the tasks, and makes their registered calls, once."""
        with self._lock:
            self._is_set = True
            calls, self._calls = self._calls, []
        threads = [threading.Thread(target=call) for call in calls]  # a program's end takes a while
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @contextmanager
    def on_stop(self, call: Callable[[], None]) -> Iterator[None]:
        """While the context is open, `set` calls `call`, from any thread; if the stop is already
        set, `call` is called immediately."""
        with self._lock:
            is_set = self._is_set
            if not is_set:
                self._calls.append(call)
        if is_set:
            call()
        try:
            yield
        finally:
            with self._lock:
                if call in self._calls:
                    self._calls.remove(call)


class Job(ABC, Generic[Task, Result]):
    """The data that all tasks share, and how to do a task. A job, its tasks and their results can
    be pickled, for other machines.

    A task's result depends only on the job and the task, unless a clock is involved.
    """

    word: ClassVar[str]
    """The word for a task, such as `game`."""

    def name(self, task: Task) -> str:
        """The name of a task in messages, such as `game 7`."""
        return f"{self.word} {task}"

    def prepare(self) -> None:
        """Other machines call it once before their first task. Raises ValueError with a sentence if
        something is missing on that machine."""

    @abstractmethod
    def run(self, task: Task, stop: Stop) -> Result:
        """Does the task. A long task raises Stopped soon after `stop` is set."""
