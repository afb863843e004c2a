"""A GUI for one test."""

from collections.abc import Iterator

import pytest

from .gui import Gui


@pytest.fixture
def gui() -> Iterator[Gui]:
    instance = Gui()
    yield instance
    instance.engine.close()
