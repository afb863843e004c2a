"""The guest's identity on each server, stored between runs so that a game's link leads back to its
seat.

One file in the user's state directory, readable by its owner alone: it holds session cookies.
"""

import json
from collections.abc import Mapping
from pathlib import Path


def state_file(environ: Mapping[str, str]) -> Path:
    """Where the cookies are kept (XDG Base Directory Specification)."""
    home = environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "zeitnot" / "guests.json"


def recall(path: Path, server: str) -> str:
    """The cookie kept for a server; empty when there is none, or the file cannot be read."""
    try:
        kept = json.loads(path.read_text())
    except (OSError, ValueError):
        return ""
    cookie = kept.get(server, "") if isinstance(kept, dict) else ""
    return cookie if isinstance(cookie, str) else ""


def keep(path: Path, server: str, cookie: str) -> None:
    """Keeps a cookie; a directory that cannot be written is ignored."""
    try:
        kept = json.loads(path.read_text())
    except (OSError, ValueError):
        kept = {}
    kept = {**(kept if isinstance(kept, dict) else {}), server: cookie}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(kept))
        fresh.replace(path)
    except OSError:
        return
