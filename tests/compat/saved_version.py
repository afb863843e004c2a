"""The files that released versions have saved in this folder."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VERSIONS = sorted(path.parent.name for path in HERE.glob("*/zeitnot.db"))


@dataclass(frozen=True)
class SavedVersion:
    """The files of one version. `db`: a copy of its database, beside its heartbeat file."""

    folder: Path
    db: Path

    @staticmethod
    def copied(version: str, to: Path) -> "SavedVersion":
        for name in ("zeitnot.db", "zeitnot.db.alive"):
            shutil.copy(HERE / version / name, to / name)
        return SavedVersion(HERE / version, to / "zeitnot.db")

    def lines(self, name: str) -> Iterator[Any]:
        """The objects of a file of JSON lines."""
        for line in (self.folder / name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)

    def json(self, name: str) -> Any:
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def token(self, name: str) -> str:
        """The token of the account with this display name."""
        return str(self.json("accounts.json")[name]["token"])

    @property
    def wheel(self) -> Path:
        """The wheel with the SDK of that version."""
        (result,) = self.folder.glob("*.whl")
        return result


def lost_or_changed(old: Any, new: Any, path: str = "") -> list[str]:
    """The paths at which `new` lacks or changes a value of `old`; additional keys are ignored."""
    if isinstance(old, dict) and isinstance(new, dict):
        missing_keys = [f"{path}.{key}" for key in old.keys() - new.keys()]
        both = [(f"{path}.{key}", old[key], new[key]) for key in old.keys() & new.keys()]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        missing_keys = []
        both = [(f"{path}[{i}]", a, b) for i, (a, b) in enumerate(zip(old, new, strict=True))]
    else:
        same = old == new and type(old) is type(new)
        return [] if same else [f"{path}: {old!r} is {new!r} now"]
    return missing_keys + [part for inner, a, b in both for part in lost_or_changed(a, b, inner)]
