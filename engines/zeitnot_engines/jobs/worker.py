"""What runs on the workers of a Dask cluster: one task at a time in each of a worker's threads.

The scheduler cancels a task by telling its worker; a thread that runs one is not ended by Dask, and
so each is watched and stopped here.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from dask.typing import Key
from distributed import Worker, get_worker

from .build import Build, this_build
from .errors import ClusterError
from .job import Job, Stop

T = TypeVar("T")
R = TypeVar("R")

WATCH_EVERY_S = 0.2

_preparing = threading.Lock()
_prepared: set[str] = set()  # the runs for which this machine has what it needs


def given(job: Job[T, R]) -> Job[T, R]:
    """The job itself: it is the result of a task of its own, so that each worker gets it once, and
    it is there again when the workers that had it are lost."""
    return job


def perform(job: Job[T, R], task: T, run: str, build: Build) -> R:
    """Does one task of a run that the client's build has started.

    Raises ClusterError if this machine has another build or lacks something.
    """
    worker = get_worker()
    with _preparing:
        if run not in _prepared:
            _prepare(worker, job, build)
            _prepared.add(run)
    with _watched(worker, worker.get_current_task()) as stop:
        return job.run(task, stop)


def _prepare(worker: Worker, job: Job[T, R], build: Build) -> None:
    if (difference := build.difference(this_build())) is not None:
        raise ClusterError(f"Worker {worker.address} has {difference}.")
    try:
        job.prepare()
    except ValueError as bad:
        raise ClusterError(f"Worker {worker.address}: {bad}") from None


@contextmanager
def _watched(worker: Worker, key: Key) -> Iterator[Stop]:
    """A stop that is set when the scheduler does not want the task any more."""
    stop, done = Stop(), threading.Event()

    def watch() -> None:
        while not done.wait(WATCH_EVERY_S):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                return stop.set()

    thread = threading.Thread(target=watch, name="watch", daemon=True)
    thread.start()
    try:
        yield stop
    finally:
        done.set()
        thread.join()
