"""A check of many files in one test, which fails with all findings at once."""

from collections.abc import Iterable

import pytest


def expect_none(findings: Iterable[str]) -> None:
    """Fails if there are findings. Each begins with its place, such as `file:line`."""
    found = list(findings)
    if found:
        pytest.fail("\n".join((f"{len(found)} found:", *found)), pytrace=False)
