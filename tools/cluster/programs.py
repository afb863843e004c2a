"""The programs of this machine, and as whom they run."""

import os
import pwd
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from .compose import Service

OTHERS = Path("/usr/lib/postgresql")
"""Where Debian has PostgreSQL's programs, a folder for each version."""
MIN_POSTGRESQL = 15


def search_path() -> str:
    """Zeitnot's own programs first, then those of PATH, then servers that Debian hides from it."""
    versions = [p for p in OTHERS.glob("*/bin") if int(p.parent.name) >= MIN_POSTGRESQL]
    newest = sorted(versions, key=lambda p: int(p.parent.name), reverse=True)
    own = Path(sys.executable).parent
    return os.pathsep.join(map(str, (own, os.environ["PATH"], "/usr/sbin", *newest)))


def missing(service: Service, path: str) -> str | None:
    """The program that this service needs and this machine does not have."""
    needed = [service.command[0]]
    if service.image == "postgres":
        needed += ["initdb", "pg_basebackup", "postgres"]
    return next((name for name in needed if shutil.which(name, path=path) is None), None)


def user_of(service: Service) -> str | None:
    """As whom it runs if that is not who we are: PostgreSQL refuses to run as root, and the other
    servers need not."""
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
    """The command so that Linux sends its process this signal when the thread that starts it has
    ended, also when that was killed; elsewhere the same without. Raises FileNotFoundError."""
    program = shutil.which(command[0], path=path)
    if program is None:
        raise FileNotFoundError(f"no program {command[0]}")
    setpriv = shutil.which("setpriv", path=path)
    before = [setpriv, "--pdeathsig", number.name.removeprefix("SIG"), "--"] if setpriv else []
    return [*before, program, *command[1:]]


def give(folder: Path, user: str) -> None:
    """Makes the folder, and what is in it, this user's."""
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, user, pwd.getpwnam(user).pw_gid)


def closed_to_others(folder: Path) -> Path | None:
    """The first of the folder's parents that another user cannot pass."""
    return next((p for p in (folder, *folder.parents) if not p.stat().st_mode & 0o001), None)
