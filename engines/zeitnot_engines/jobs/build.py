"""Identifies the build of Zeitnot: equal builds give equal results for equal seeds."""

import platform
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from .. import _core

PACKAGE = Path(__file__).parents[1]
_NOT_HASHED = {".pyc", ".pyi", ".so"}  # suffixes; the core has a separate hash


@dataclass(frozen=True, slots=True)
class Build:
    """Versions, and hashes of the core and of all other files of the engines."""

    zeitnot: str
    python: str
    dask: str
    core: str
    files: str

    def difference(self, other: "Build") -> str | None:
        """How the other build differs from this one, for people; None if they are equal."""
        for word, mine, theirs in (
            ("Zeitnot", self.zeitnot, other.zeitnot),
            ("Python", self.python, other.python),
            ("distributed", self.dask, other.dask),
        ):
            if mine != theirs:
                return f"{word} {theirs}, not {mine} as here"
        if self.core != other.core:
            return f"another build of Zeitnot's core ({other.core}, not {self.core} as here)"
        if self.files != other.files:
            return f"other files of Zeitnot {self.zeitnot} than here"
        return None


@cache
def this_build() -> Build:
    """The build of this process."""
    return Build(
        version("zeitnot"),
        ".".join(platform.python_version_tuple()[:2]),
        version("distributed"),
        sha256(Path(_core.__file__).read_bytes()).hexdigest()[:16],
        _hash_of(PACKAGE),
    )


def _hash_of(folder: Path) -> str:
    found = sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.suffix not in _NOT_HASHED:
            data = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()[:16]
