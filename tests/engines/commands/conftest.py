"""A GUI for one test, and signals that a test sends itself."""

import pytest

from zeitnot_engines.commands import thinking
from zeitnot_engines.interrupts import Interrupts

from .gui import gui as gui


@pytest.fixture
def interrupts(monkeypatch: pytest.MonkeyPatch) -> Interrupts:
    """The interrupts that a search on the command line sees, separate for each test."""
    instance = Interrupts()
    monkeypatch.setattr(thinking, "INTERRUPTS", instance)
    return instance
