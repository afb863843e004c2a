"""Code that runs on the workers of a Dask cluster: one task at a time in each thread.

When the scheduler cancels a task, Dask does not end the thread that runs it. So each task is
watched and stopped here.
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
_prepared: set[str] = set()  # the runs whose job was prepared on this machine


def job_data(job: Job[T, R]) -> Job[T, R]:
    """Returns the job. It is the result of a Dask task, so that each worker gets it only once, and
    so that Dask recreates it when the workers that had it are lost."""
    return job


def run_task(job: Job[T, R], task: T, run: str, build: Build) -> R:
    """Does one task of a run that a client with this build has started.

    Raises ClusterError if this machine has another build, or if something is missing on it.
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
    """A stop that is set when the scheduler has cancelled the task."""
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
