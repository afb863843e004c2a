"""Published vectors of the clocks stay: a later version may only have more of them."""

import json
from pathlib import Path

from .saved_version import SavedVersion

NOW = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"


def test_no_vector_has_changed(saved: SavedVersion) -> None:
    old = saved.json("clock-vectors.json")["clocks"]
    now = json.loads(NOW.read_text(encoding="utf-8"))["clocks"]
    assert now[: len(old)] == old
