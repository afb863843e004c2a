"""The writer's queue: commits, which go first, and other short writes (tasks).

There is at most one commit for each room, which awaits it before it continues, and for each game
that is being created, which the server limits by account and address. Tasks come from requests.
While the database does not answer, clients may leave and others follow, so the number of tasks is
limited.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import ReadOnly
from ...room_log import Commit
from ...tally import WriterTally
from ..base.connection import MAX_WAITING
from .commit import PreparedCommit, prepare

MAX_ROWS = 200  # of the commits in one transaction
TASK_EVERY = 8  # transactions of commits before one for tasks


@dataclass(frozen=True, slots=True)
class QueuedCommit:
    """A commit whose caller waits for `done`; `rows`: how many it writes."""

    done: "asyncio.Future[None]"
    values: PreparedCommit
    rows: int
    queued_s: float  # by the monotonic clock

    @classmethod
    def of(cls, commit: Commit) -> "QueuedCommit":
        """The rows are prepared here, on the caller's side."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        values = prepare(commit)
        return cls(done, values, values.rows(), time.monotonic())


@dataclass(frozen=True, slots=True)
class Task:
    """A function that needs the writer's connection."""

    done: "asyncio.Future[Any]"
    work: Callable[[Any], Any]

    @classmethod
    def of(cls, work: Callable[[Any], Any]) -> "Task":
        return cls(asyncio.get_running_loop().create_future(), work)


Job = QueuedCommit | Task


class WriteQueue:
    """The commits and tasks that wait for the writer. `max_tasks`: how many tasks may wait."""

    def __init__(self, max_tasks: int = MAX_WAITING) -> None:
        self.commits: deque[QueuedCommit] = deque()
        self.tasks: deque[Task] = deque()
        self._max_tasks = max_tasks
        self._since_task = 0  # transactions of commits since then

    def __len__(self) -> int:
        return len(self.commits) + len(self.tasks)

    def add(self, job: Job) -> None:
        """Queues a job. Raises ReadOnly for a task if too many wait."""
        if isinstance(job, QueuedCommit):
            self.commits.append(job)
        elif len(self.tasks) < self._max_tasks:
            self.tasks.append(job)
        else:
            raise ReadOnly("Too many writes wait for the database.")

    def next_commits(self, *, others: bool = False) -> list[QueuedCommit]:
        """Takes as many commits as fit into a transaction; none if a task must come first, or other
        work (`others`)."""
        if (self.tasks or others) and self._since_task >= TASK_EVERY:
            return []
        commits: list[QueuedCommit] = []
        rows = 0
        while self.commits and (not commits or rows + self.commits[0].rows <= MAX_ROWS):
            commits.append(self.commits.popleft())
            rows += commits[-1].rows
        return commits

    def next_tasks(self, max_tasks: int) -> list[Task]:
        """Takes up to `max_tasks` tasks; drops those whose callers are gone."""
        tasks: list[Task] = []
        while self.tasks and len(tasks) < max_tasks:
            task = self.tasks.popleft()
            if not task.done.done():
                tasks.append(task)
        return tasks

    def put_back(self, tasks: Sequence[Task]) -> None:
        """Returns tasks that were taken but not begun."""
        self.tasks.extendleft(reversed(tasks))

    def note_written(self, *, commits: bool) -> None:
        """Notes that a transaction was written: of commits, or of tasks or other work."""
        self._since_task = self._since_task + 1 if commits else 0

    def clear(self) -> list[Job]:
        """Takes all jobs."""
        jobs: list[Job] = [*self.commits, *self.tasks]
        self.commits.clear()
        self.tasks.clear()
        return jobs


def record_batch(tally: WriterTally, commits: Sequence[QueuedCommit]) -> None:
    """Counts a written transaction of commits."""
    now, rows = time.monotonic(), 0
    for queued in commits:
        tally.commit_s.add(now - queued.queued_s)
        rows += queued.rows
    tally.batch_rows.add(rows)
