"""Runs tasks on the workers of a Dask cluster, <https://distributed.dask.org>.

When a worker is lost, the scheduler gives its tasks to other workers. The scheduler and all workers
must have the same build of Zeitnot as this process. The module is imported only if it is needed,
because Dask is an optional dependency that takes a while to import.
"""

import logging
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from typing import TypeVar
from uuid import uuid4

import distributed
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker
from distributed.versions import VersionMismatchWarning

from ..sentences import sentence
from .build import Build, this_build
from .errors import ClusterError
from .job import Job
from .run import Run
from .worker import job_data, run_task

T = TypeVar("T")
R = TypeVar("R")

TLS_VARIABLES = tuple(
    f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")
)
LOGGERS = ("distributed", "distributed.client")
CONNECT_S = 10.0
WORKERS_S = 10.0  # how long to wait for a first worker
COUNT_EVERY_S = 2.0
GONE = (OSError, ClosedClientError)  # what Dask raises when the scheduler cannot be reached
AHEAD = 2  # tasks per thread of a worker: a running one, and one that waits there


class ClusterExecutor:
    """A connection to a scheduler, and a context manager. `say`: prints a message for people.

    Raises ClusterError if there is no scheduler, if it has no workers, or if its build differs.
    """

    def __init__(self, address: str, say: Callable[[str], None]) -> None:
        self._address, self.say = address, say
        for name in LOGGERS:  # a ClusterError says what goes wrong
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.client = _connected(address)
        assert self.client.loop is not None, "Dask's client has started it"
        self.loop = self.client.loop
        try:
            with self.requesting():
                self._check()
        except BaseException:
            self.client.close()
            raise

    def __enter__(self) -> "ClusterExecutor":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def run(self, job: Job[T, R], tasks: Iterable[T]) -> Run[T, R]:
        """Starts the tasks. The run raises ClusterError if the cluster cannot do them."""
        return _ClusterRun(self, job, tasks)

    @property
    def scheduler(self) -> str:
        """The scheduler, as named in messages."""
        return f"scheduler at {self._address}"

    @contextmanager
    def requesting(self) -> Iterator[None]:
        """A context for requests to the scheduler. Raises ClusterError if it is gone."""
        try:
            yield
        except GONE:
            raise self.lost() from None

    def lost(self) -> ClusterError:
        """The error if the scheduler is gone or has dropped the tasks."""
        return ClusterError(f"The {self.scheduler} is lost, or has dropped the tasks.")

    def _check(self) -> None:
        name = f"The {self.scheduler}"
        try:
            self.client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError:
            raise ClusterError(
                f"{name} has no workers. Start one with `dask worker {self._address}`."
            ) from None
        try:
            _compare(name, self.client.run_on_scheduler(this_build))
        except (ImportError, AttributeError) as bad:
            _compare(name, bad)
        for address, found in self.client.run(this_build, on_error="return").items():
            _compare(f"Worker {address}", found)


def _connected(address: str) -> distributed.Client:
    """Raises ClusterError."""
    try:
        security = distributed.Security()  # as Dask is configured
        has_certificate = security.get_connection_args("client")["ssl_context"] is not None
        if address.startswith("tls:") and not has_certificate:
            raise ClusterError(f"{address} needs a certificate: {', '.join(TLS_VARIABLES)}.")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # the builds are compared
            return distributed.Client(
                address, timeout=CONNECT_S, security=security, set_as_default=False
            )
    except (OSError, ValueError) as bad:
        raise ClusterError(
            f"There is no scheduler at {address}: {sentence(bad).rstrip('.')}."
        ) from None


def _compare(who: str, found: Build | Exception) -> None:
    """Raises ClusterError if another machine has a different build, or an unknown one."""
    if isinstance(found, OSError):
        return  # the worker is already gone
    if isinstance(found, Exception):
        raise ClusterError(f"{who} does not have this Zeitnot: {found}.")
    if (difference := this_build().difference(found)) is not None:
        raise ClusterError(f"{who} has {difference}.")


class _ClusterRun(Run[T, R]):
    def __init__(self, cluster: ClusterExecutor, job: Job[T, R], tasks: Iterable[T]) -> None:
        super().__init__(tasks)
        self._cluster, self._job = cluster, job
        self._id = uuid4().hex[:12]
        self._sent: dict[Future[R], distributed.Future[R]] = {}
        self._threads, self._counted_at_s = 0, 0.0
        self._lacks_workers = False
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "Sending large graph"
            )  # the job's files; sent only once
            # The first tasks go to the worker that has the job, until other workers steal some.
            # `Client.replicate` would distribute it immediately, but if a worker is lost
            # meanwhile, the scheduler waits for ever.
            self._shared_job = cluster.client.submit(
                job_data, job, key=f"zeitnot-job-{self._id}", pure=False
            )

    @property
    def capacity(self) -> int:
        if time.monotonic() - self._counted_at_s > COUNT_EVERY_S:
            self._count()
        return max(1, AHEAD * self._threads)

    def _count(self) -> None:
        with self._cluster.requesting():
            self._threads = sum(self._cluster.client.nthreads().values())
        self._counted_at_s = time.monotonic()

    def on_idle(self) -> None:
        """Prints a message when no workers are left, once until there are workers again."""
        self._count()
        if self._threads == 0 and not self._lacks_workers:
            self._cluster.say("No worker is left; waiting for one.")
        self._lacks_workers = self._threads == 0

    def start(self, number: int, task: T) -> Future[R]:
        with self._cluster.requesting():
            sent = self._cluster.client.submit(
                run_task,
                self._shared_job,
                task,
                self._id,
                this_build(),
                key=(f"zeitnot-{self._job.word}-{self._id}", number),
                pure=False,
                priority=-number,  # results are needed in order
            )
        relayed: Future[R] = Future()
        relayed.set_running_or_notify_cancel()
        self._sent[relayed] = sent
        self._cluster.loop.add_callback(self._relay, relayed, self._job.name(task), sent)
        return relayed

    async def _relay(self, relayed: Future[R], name: str, sent: distributed.Future[R]) -> None:
        """Awaits the outcome, and passes it on in the thread of Dask's client."""
        try:
            relayed.set_result(await sent)
        except KilledWorker as killed:
            relayed.set_exception(ClusterError(_killed_text(name, killed)))
        except CancelledError:
            relayed.set_exception(self._cluster.lost())
        except Exception as bad:
            relayed.set_exception(bad)
        self._sent.pop(relayed, None)

    def end(self, running: list[Future[R]]) -> None:
        with suppress(*GONE):
            self._cluster.client.cancel(list(self._sent.values()))


def _killed_text(name: str, killed: KilledWorker) -> str:
    return (
        f"{name} was given up: all {killed.allowed_failures + 1} workers that had it were lost, "
        f"the last one being {killed.last_worker.address}."
    )
