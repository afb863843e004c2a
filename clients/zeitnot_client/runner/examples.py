"""What `zeitnot bot --example PROTOCOL` prints: the file of a bot for this protocol, with all
keys."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "templates"


def example(protocol: str) -> str:
    """The text of a file for this protocol, which is valid as it is."""
    parts = (_FOLDER / f"{name}.toml" for name in ("top", protocol, "rest"))
    return "".join(part.read_text("utf-8") for part in parts)
