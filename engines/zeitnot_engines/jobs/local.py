"""Runs tasks in threads of this process."""

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from .job import Job, Stop
from .run import Run

T = TypeVar("T")
R = TypeVar("R")


class LocalExecutor:
    """Runs up to `concurrency` tasks at a time."""

    def __init__(self, concurrency: int = 1) -> None:
        self._concurrency = concurrency

    def run(self, job: Job[T, R], tasks: Iterable[T]) -> Run[T, R]:
        """Starts the tasks."""
        return _LocalRun(job, tasks, self._concurrency)


class _LocalRun(Run[T, R]):
    def __init__(self, job: Job[T, R], tasks: Iterable[T], concurrency: int) -> None:
        super().__init__(tasks)
        self._job = job
        self._concurrency = concurrency
        self._stop = Stop()
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix=job.word)

    @property
    def capacity(self) -> int:
        return self._concurrency

    def start(self, number: int, task: T) -> Future[R]:
        return self._threads.submit(self._job.run, task, self._stop)

    def end(self, running: list[Future[R]]) -> None:
        self._stop.set()
        self._threads.shutdown(cancel_futures=True)
