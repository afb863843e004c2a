"""A cluster's processes: started in order, started again when they end, stopped in order."""

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
AGAIN_SECONDS = 1.0
POLL_SECONDS = 0.1
CHECK_SECONDS = 5.0


class DidNotStart(RuntimeError):
    """A service is not ready; the message says what it has printed last."""


class Cluster:
    """One cluster. `path`: where programs are looked for. `tell`: is told what happens, a line
    each."""

    def __init__(
        self, compose: Compose, places: Places, path: str, tell: Callable[[str], None]
    ) -> None:
        self.services = compose.services
        self.places = places
        self._path = path
        self._tell = tell
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._watchers: dict[str, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Starts every service when those that it needs are ready; returns when all are. Raises
        DidNotStart."""
        ready = {service.name: asyncio.Event() for service in self.services}

        async def bring_up(service: Service) -> None:
            for name in service.needs:
                await ready[name].wait()
            self._tell(f"{service.name} starts")
            await self.run(service)
            await self.wait(service)
            ready[service.name].set()
            self._watchers[service.name] = asyncio.create_task(self._watch(service))

        async with asyncio.TaskGroup() as group:
            for service in self.services:
                group.create_task(bring_up(service))

    async def run(self, service: Service) -> None:
        """Starts one service's process."""
        folders, user = self.places.prepare(service), programs.user_of(service)
        for folder in folders:
            if user:
                programs.give(folder, user)
        log = self.places.log(service)
        log.parent.mkdir(parents=True, exist_ok=True)
        command = [self.places.text(service, word) for word in service.command]
        with log.open("ab") as output:
            self._processes[service.name] = await asyncio.create_subprocess_exec(
                *programs.with_parent(command, self._path, service.stop_signal),
                env=self._environment(service),
                cwd=self.places.own_folder(service),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C is for us; we stop the others in order
                **_as_user(user),  # type: ignore[arg-type]
            )

    def _environment(self, service: Service) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k in ("HOME", "LANG", "TZ", "TMPDIR")}
        return {**kept, "PATH": self._path, **self.places.environment(service)}

    async def wait(self, service: Service) -> None:
        """Returns when the service's health check is content. Raises DidNotStart."""
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
        """Does what its health check does, with what is on this machine."""
        _, *check = [self.places.text(service, word) for word in service.check]
        if check[0] == "wget":
            return await asyncio.to_thread(_answers, check[-1])
        if check[0] == "python":
            return await self._succeeds(service, [sys.executable, *check[1:]])
        if check[0] == "pg_isready":
            return await self._succeeds(service, check)
        return await _listens(self.places.port(service.name, int(check[check.index("-p") + 1])))

    async def _succeeds(self, service: Service, command: Sequence[str]) -> bool:
        nowhere = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *programs.with_parent(command, self._path, signal.SIGKILL),
            env=self._environment(service),
            stdout=nowhere,
            stderr=nowhere,
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
        """Starts it again whenever it ends, whatever its status, as the containers are."""
        while True:
            status = await self._processes[service.name].wait()
            self._tell(f"{service.name} has ended with status {status}, and is started again")
            await self._run_again(service)

    async def _run_again(self, service: Service) -> None:
        """Tries until there is a process, whatever stands in the way."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                return await self.run(service)
            except Exception as error:
                self._tell(f"{service.name} cannot be started, and is tried again: {error!r}")

    def running(self) -> list[str]:
        """The services whose processes run."""
        return [name for name, process in self._processes.items() if process.returncode is None]

    async def kill(self, name: str) -> None:
        """Kills a service's processes at once, as if its machine had died. It is not started
        again."""
        await self._unwatch(name)
        process = self._processes[name]
        _kill(process.pid)
        await process.wait()

    async def again(self, name: str) -> None:
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
        """Stops every service after those that need it. Who does not end in time is killed."""
        for name in list(self._watchers):
            await self._unwatch(name)
        ended = {service.name: asyncio.Event() for service in self.services}

        async def bring_down(service: Service) -> None:
            for other in self.services:
                if service.name in other.needs:
                    await ended[other.name].wait()
            process = self._processes.get(service.name)
            if process is not None and process.returncode is None:
                self._tell(f"{service.name} stops")
                await _end(process, service)
            ended[service.name].set()

        await asyncio.gather(*(bring_down(service) for service in self.services))
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
    """Kills a process and all below it, which may be in process groups of their own."""
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


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=4) as answer:
            return int(answer.status) == 200
    except (OSError, urllib.error.URLError):
        return False


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection(HERE, port)
    except OSError:
        return False
    writer.close()
    return True


def _end_of(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-12:])
