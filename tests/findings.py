"""A check of many files in one test: it fails with everything that it has found."""

from collections.abc import Iterable

import pytest


def expect_none(findings: Iterable[str]) -> None:
    """Fails with all findings, one a line; each begins with its place, as `file:line`."""
    found = list(findings)
    if found:
        pytest.fail("\n".join((f"{len(found)} found:", *found)), pytrace=False)
