"""Names that others rely on stay: a version may only add to what an earlier one had."""

from .kept import Kept
from .names import names


def test_no_published_name_is_removed(kept: Kept) -> None:
    now = names()
    lost = [
        (kind, name)
        for kind, old in kept.json("names.json").items()
        for name in sorted(set(old) - set(now[kind]))
    ]
    assert lost == []
