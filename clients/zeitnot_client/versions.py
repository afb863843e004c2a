"""The version of a bot's program: its name, or a hash of the program."""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

import zeitnot_protocol as p

HASH_DIGITS = 12
NO_VERSION = "a version has at most 40 letters, digits, and . _ + -"


def checked_version(version: str) -> str:
    """The version, if it is valid. Raises ValueError."""
    try:
        return msgspec.convert(version, p.Version)
    except msgspec.ValidationError:
        raise ValueError(f"{version[:60]!r}: {NO_VERSION}") from None


def hash_of(files: Iterable[Path], options: Iterable[str] = ()) -> str:
    """A version computed from the contents of files and a command's options. A file that
    cannot be read is hashed by its name."""
    digest = hashlib.sha256()
    for file in files:
        try:
            with file.open("rb") as opened:
                digest.update(hashlib.file_digest(opened, "sha256").digest())
        except OSError:
            digest.update(str(file).encode(errors="replace"))
    for option in options:
        digest.update(b"\0" + option.encode(errors="replace"))
    return digest.hexdigest()[:HASH_DIGITS]


def hash_of_script() -> str:
    """A version computed from the source of the running script; empty if there is none, as in an
    interactive session."""
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    return hash_of([Path(script)]) if script and Path(script).is_file() else ""
