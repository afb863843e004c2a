"""Published clock vectors do not change: a later version may only append to them."""

import json
from pathlib import Path

from .saved_version import SavedVersion

PRESENT_VECTORS = Path(__file__).parents[2] / "docs/reference/clock-vectors.json"


def test_no_vector_has_changed(saved: SavedVersion) -> None:
    old = saved.json("clock-vectors.json")["clocks"]
    now = json.loads(PRESENT_VECTORS.read_text(encoding="utf-8"))["clocks"]
    assert now[: len(old)] == old
