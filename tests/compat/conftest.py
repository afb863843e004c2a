from pathlib import Path

import pytest

from .kept import VERSIONS, Kept


@pytest.fixture(params=VERSIONS)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """What each earlier version has left, its database copied to where it may be changed."""
    return Kept.copied(request.param, tmp_path)
