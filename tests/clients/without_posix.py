"""Makes a process look like one on Windows to the modules that it imports afterwards: modules and
functions of POSIX are missing, and Popen and event loops refuse what they refuse there.

The standard library and the dependencies come first, because those of this system need them."""

import asyncio
import importlib.abc
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

import click  # noqa: F401
import httpx  # noqa: F401
import msgspec  # noqa: F401
import rich.console  # noqa: F401
import websockets.asyncio.client  # noqa: F401

MODULES = frozenset(
    {
        *("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios"),
        *("tty", "uvloop", "zeitnot_engines", "zeitnot_server"),
    }
)
OF_OS = (
    *("fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid"),
    *(
        "killpg",
        "mkfifo",
        "nice",
        "openpty",
        "pidfd_open",
        "posix_spawn",
        "pread",
        "sched_getaffinity",
    ),
    *("setpgid", "setsid", "setuid", "sysconf", "tcgetpgrp", "uname", "wait4"),
)
OF_SIGNAL = (
    *("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGURG"),
    *("SIGUSR1", "SIGUSR2", "SIGXCPU", "alarm", "pthread_kill", "pthread_sigmask", "setitimer"),
)
KILL = 9


class Missing(importlib.abc.MetaPathFinder):
    """Finds none of MODULES."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        if fullname.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def hide() -> None:
    """Hides everything, for the rest of this process."""
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Missing())
    for name in OF_OS:
        if name in vars(os):
            delattr(os, name)
    for name in OF_SIGNAL:
        delattr(signal, name)
    for name in ("poll", "epoll"):
        delattr(select, name)
    _change_popen()
    loop = asyncio.SelectorEventLoop
    for name in ("add_signal_handler", "remove_signal_handler"):
        setattr(loop, name, _not_implemented)


def _change_popen() -> None:
    """Popen refuses the arguments that only POSIX has; `kill` works without SIGKILL."""
    start = subprocess.Popen.__init__

    def begin(self: Any, *arguments: Any, **options: Any) -> None:
        given = {name for name in ("preexec_fn", "pass_fds", "user", "group") if options.get(name)}
        if given:
            raise ValueError(f"{given} is not supported on Windows platforms")
        start(self, *arguments, **options)

    subprocess.Popen.__init__ = begin  # type: ignore[method-assign]
    subprocess.Popen.kill = lambda self: self.send_signal(KILL)  # type: ignore[method-assign]


def _not_implemented(*_: object) -> NoReturn:
    raise NotImplementedError
