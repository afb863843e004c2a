"""Published names stay: a version may only add to those of an earlier one."""

from .names import names
from .saved_version import SavedVersion


def test_no_published_name_is_removed(saved: SavedVersion) -> None:
    now = names()
    lost = [
        (kind, name)
        for kind, old in saved.json("names.json").items()
        for name in sorted(set(old) - set(now[kind]))
    ]
    assert lost == []
