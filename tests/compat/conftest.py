"""The saved files of each released version."""

from pathlib import Path

import pytest

from .saved_version import VERSIONS, SavedVersion


@pytest.fixture(params=VERSIONS)
def saved(request: pytest.FixtureRequest, tmp_path: Path) -> SavedVersion:
    """The files of each released version, with a writable copy of its database."""
    return SavedVersion.copied(request.param, tmp_path)
