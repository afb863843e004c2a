"""Stores the guest's identity on each server, so that a game's link leads back to its seat after
a restart.

The session cookies are in one file in the user's state directory, which only its owner can read.
"""

import json
from collections.abc import Mapping
from pathlib import Path


def state_file(environ: Mapping[str, str]) -> Path:
    """The path of the cookies' file (XDG Base Directory Specification)."""
    home = environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "zeitnot" / "guests.json"


def load_cookie(path: Path, server: str) -> str:
    """The cookie stored for a server; empty if there is none, or the file cannot be read."""
    try:
        cookies = json.loads(path.read_text())
    except (OSError, ValueError):
        return ""
    cookie = cookies.get(server, "") if isinstance(cookies, dict) else ""
    return cookie if isinstance(cookie, str) else ""


def store_cookie(path: Path, server: str, cookie: str) -> None:
    """Stores a cookie; does nothing if the directory cannot be written."""
    try:
        cookies = json.loads(path.read_text())
    except (OSError, ValueError):
        cookies = {}
    cookies = {**(cookies if isinstance(cookies, dict) else {}), server: cookie}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new_file = path.with_suffix(".new")
        new_file.touch(mode=0o600)
        new_file.write_text(json.dumps(cookies))
        new_file.replace(path)
    except OSError:
        return
