"""Published names are never removed: a version may only add names."""

from .names import names
from .saved_version import SavedVersion


def test_no_published_name_is_removed(saved: SavedVersion) -> None:
    present = names()
    removed = [
        (kind, name)
        for kind, old in saved.json("names.json").items()
        for name in sorted(set(old) - set(present[kind]))
    ]
    assert removed == []
