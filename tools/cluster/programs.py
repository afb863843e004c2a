"""Finds the programs of this machine, and the users that run them."""

import os
import pwd
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from .compose import Service

POSTGRESQL_PROGRAMS = Path("/usr/lib/postgresql")
"""Debian's folder of PostgreSQL's programs, which has a subfolder for each version."""
MIN_POSTGRESQL = 15


def search_path() -> str:
    """The search path: Zeitnot's programs, then PATH, then servers that Debian does not put
    there."""
    versions = [
        p for p in POSTGRESQL_PROGRAMS.glob("*/bin") if int(p.parent.name) >= MIN_POSTGRESQL
    ]
    newest = sorted(versions, key=lambda p: int(p.parent.name), reverse=True)
    own = Path(sys.executable).parent
    return os.pathsep.join(map(str, (own, os.environ["PATH"], "/usr/sbin", *newest)))


def missing(service: Service, path: str) -> str | None:
    """A program that this service needs and this machine does not have, or None."""
    needed = [service.command[0]]
    if service.image == "postgres":
        needed += ["initdb", "pg_basebackup", "postgres"]
    return next((name for name in needed if shutil.which(name, path=path) is None), None)


def user_of(service: Service) -> str | None:
    """The user that must run the service, or None for the current one: PostgreSQL refuses to run as
    root, and the other servers need not."""
    if os.geteuid() != 0 or service.image == "zeitnot":
        return None
    return "postgres" if _exists("postgres") else "nobody"


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def with_parent(command: Sequence[str], path: str, number: signal.Signals) -> list[str]:
    """The command, wrapped so that Linux sends this signal to its process when the thread that has
    started it ends, even if that was killed. Without setpriv it is not wrapped. Raises
    FileNotFoundError."""
    program = shutil.which(command[0], path=path)
    if program is None:
        raise FileNotFoundError(f"there is no program {command[0]}")
    setpriv = shutil.which("setpriv", path=path)
    prefix = [setpriv, "--pdeathsig", number.name.removeprefix("SIG"), "--"] if setpriv else []
    return [*prefix, program, *command[1:]]


def change_owner(folder: Path, user: str) -> None:
    """Makes this user the owner of the folder and its contents."""
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, user, pwd.getpwnam(user).pw_gid)


def inaccessible_parent(folder: Path) -> Path | None:
    """The first of the folder and its parents that other users cannot enter, or None."""
    return next((p for p in (folder, *folder.parents) if not p.stat().st_mode & 0o001), None)
