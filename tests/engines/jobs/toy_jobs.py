"""Small jobs for tests, some of which fail on purpose. Dask workers import them from here."""

import os
import signal
import threading
from dataclasses import dataclass
from pathlib import Path

from zeitnot_engines.jobs.job import Job, Stop, Stopped

PATIENCE_S = 60


@dataclass(frozen=True)
class Squares(Job[int, int]):
    """The square of each number."""

    word = "number"

    def run(self, task: int, stop: Stop) -> int:
        return task * task


@dataclass(frozen=True)
class Waits(Job[bool, str]):
    """A true task waits until it is stopped, a false one returns at once."""

    word = "wait"
    folder: Path  # gets a file for each task that was stopped

    def run(self, task: bool, stop: Stop) -> str:
        if not task:
            return "at once"
        stopped = threading.Event()
        with stop.on_stop(stopped.set):
            stopped.wait(PATIENCE_S)
        if stop.is_set():
            (self.folder / f"{os.getpid()} {threading.get_ident()}").touch()
            raise Stopped
        return "never stopped"


@dataclass(frozen=True)
class Kills(Job[int, int]):
    """The task `victim` kills its process: only once if there is a folder, in which it leaves a
    file, else every time."""

    word = "game"
    victim: int
    folder: Path | None

    def run(self, task: int, stop: Stop) -> int:
        if task == self.victim and self._should_kill():
            os.kill(os.getpid(), signal.SIGKILL)
        return task

    def _should_kill(self) -> bool:
        if self.folder is None:
            return True
        try:
            (self.folder / "killed").touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


@dataclass(frozen=True)
class Fails(Job[int, int]):
    """The task 0 raises ZeroDivisionError."""

    word = "number"

    def run(self, task: int, stop: Stop) -> int:
        return 1 // task
