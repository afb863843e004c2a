"""A GUI for one test, and signals that a test sends itself."""

from collections.abc import Iterator

import pytest

from zeitnot_engines.commands import thinking
from zeitnot_engines.interrupts import Interrupts

from .gui import Gui


@pytest.fixture
def gui() -> Iterator[Gui]:
    instance = Gui()
    yield instance
    instance.engine.close()


@pytest.fixture
def interrupts(monkeypatch: pytest.MonkeyPatch) -> Interrupts:
    """Those that a search on the command line sees."""
    own = Interrupts()
    monkeypatch.setattr(thinking, "INTERRUPTS", own)
    return own
