from pathlib import Path

import pytest

from .saved_version import VERSIONS, SavedVersion


@pytest.fixture(params=VERSIONS)
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> SavedVersion:
    """What each earlier version has left, its database copied to where it may be changed."""
    return SavedVersion.copied(request.param, tmp_path)
