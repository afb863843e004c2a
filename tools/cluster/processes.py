"""A cluster's processes: started in order, restarted when they end, and stopped in order."""

import asyncio
import contextlib
import os
import pwd
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from . import programs
from .compose import Compose, Service
from .places import HERE, Places

START_SECONDS = 90.0
RESTART_SECONDS = 1.0
POLL_SECONDS = 0.1
CHECK_SECONDS = 5.0


class DidNotStart(RuntimeError):
    """A service did not become ready; the message has its last output."""


class Cluster:
    """A cluster. `path`: where to search for programs. `report`: called with a line for each
    event."""

    def __init__(
        self, compose: Compose, places: Places, path: str, report: Callable[[str], None]
    ) -> None:
        self.services = compose.services
        self.places = places
        self._path = path
        self._report = report
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._watchers: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Starts every service when those that it needs are ready; returns when all are ready.
        Raises DidNotStart."""
        ready = {service.name: asyncio.Event() for service in self.services}

        async def start_service(service: Service) -> None:
            for name in service.needs:
                await ready[name].wait()
            self._report(f"{service.name} starts")
            await self.run(service)
            await self.wait(service)
            ready[service.name].set()
            self._watchers[service.name] = asyncio.create_task(self._watch(service))

        async with asyncio.TaskGroup() as group:
            for service in self.services:
                group.create_task(start_service(service))

    async def run(self, service: Service) -> None:
        """Starts one service's process."""
        folders, user = self.places.prepare(service), programs.user_of(service)
        for folder in folders:
            if user:
                programs.change_owner(folder, user)
        log = self.places.log(service)
        log.parent.mkdir(parents=True, exist_ok=True)
        command = [self.places.text(service, word) for word in service.command]
        with log.open("ab") as output:
            self._processes[service.name] = await asyncio.create_subprocess_exec(
                *programs.with_parent(command, self._path, service.stop_signal),
                env=self._environment(service),
                cwd=self.places.working_folder(service),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C reaches only this program, which stops the rest
                **_as_user(user),  # type: ignore[arg-type]
            )

    def _environment(self, service: Service) -> dict[str, str]:
        inherited = {k: v for k, v in os.environ.items() if k in ("HOME", "LANG", "TZ", "TMPDIR")}
        return {**inherited, "PATH": self._path, **self.places.environment(service)}

    async def wait(self, service: Service) -> None:
        """Returns when the service's health check succeeds. Raises DidNotStart."""
        process = self._processes[service.name]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                while process.returncode is None:
                    if await self._healthy(service):
                        return
                    await asyncio.sleep(POLL_SECONDS)
        log = self.places.log(service)
        raise DidNotStart(f"{service.name} did not start; the end of {log}:\n{_end_of(log)}")

    async def _healthy(self, service: Service) -> bool:
        """Runs an equivalent of the service's health check on this machine."""
        _, *check = [self.places.text(service, word) for word in service.check]
        if check[0] == "wget":
            return await asyncio.to_thread(_is_answering, check[-1])
        if check[0] == "python":
            return await self._succeeds(service, [sys.executable, *check[1:]])
        if check[0] == "pg_isready":
            return await self._succeeds(service, check)
        return await _is_listening(
            self.places.port(service.name, int(check[check.index("-p") + 1]))
        )

    async def _succeeds(self, service: Service, command: Sequence[str]) -> bool:
        devnull = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *programs.with_parent(command, self._path, signal.SIGKILL),
            env=self._environment(service),
            stdout=devnull,
            stderr=devnull,
        )
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                return await process.wait() == 0
        except TimeoutError:
            return False
        finally:
            if process.returncode is None:
                _kill(process.pid)
                await process.wait()

    async def _watch(self, service: Service) -> None:
        """Restarts the service whenever it ends, whatever its status, like its container."""
        while True:
            status = await self._processes[service.name].wait()
            self._report(f"{service.name} ended with status {status}; restarting it")
            await self._run_again(service)

    async def _run_again(self, service: Service) -> None:
        """Tries to start the service until that succeeds."""
        while True:
            await asyncio.sleep(RESTART_SECONDS)
            try:
                return await self.run(service)
            except Exception as error:
                self._report(f"{service.name} could not be started; trying again: {error!r}")

    def running(self) -> list[str]:
        """The services whose processes run."""
        return [name for name, process in self._processes.items() if process.returncode is None]

    async def kill(self, name: str) -> None:
        """Kills a service's processes, as if its machine had failed. They are not restarted."""
        await self._unwatch(name)
        process = self._processes[name]
        _kill(process.pid)
        await process.wait()

    async def restart(self, name: str) -> None:
        """Starts a service that was killed, and returns when it is ready. Raises DidNotStart."""
        service = next(s for s in self.services if s.name == name)
        await self.run(service)
        await self.wait(service)
        self._watchers[name] = asyncio.create_task(self._watch(service))

    async def _unwatch(self, name: str) -> None:
        if (watcher := self._watchers.pop(name, None)) is not None:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)

    async def stop(self) -> None:
        """Stops every service after those that need it. Services that do not end in time are
        killed."""
        for name in list(self._watchers):
            await self._unwatch(name)
        ended = {service.name: asyncio.Event() for service in self.services}

        async def stop_service(service: Service) -> None:
            for other in self.services:
                if service.name in other.needs:
                    await ended[other.name].wait()
            process = self._processes.get(service.name)
            if process is not None and process.returncode is None:
                self._report(f"{service.name} stops")
                await _end(process, service)
            ended[service.name].set()

        await asyncio.gather(*(stop_service(service) for service in self.services))
        self.places.close()


async def _end(process: asyncio.subprocess.Process, service: Service) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(service.stop_signal)
        try:
            await asyncio.wait_for(process.wait(), service.stop_seconds)
        except TimeoutError:
            _kill(process.pid)
            await process.wait()


def _kill(pid: int) -> None:
    """Kills a process and all its descendants, which may be in other process groups."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(pid, signal.SIGKILL)
    except (FileNotFoundError, ProcessLookupError):
        return
    for child in children:
        _kill(int(child))


def _as_user(user: str | None) -> dict[str, object]:
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def _is_answering(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:
            return int(answer.status) == 200
    except (OSError, urllib.error.URLError):
        return False


async def _is_listening(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(HERE, port)
    except OSError:
        return False
    writer.close()
    return True


def _end_of(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-12:])
