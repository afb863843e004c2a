"""The golden samples: for every message, and every HTTP body, one that a client may well meet."""

import json
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[2] / "docs/reference/samples.json"


def load() -> dict[str, Any]:
    """Samples by the name of their struct."""
    samples: dict[str, Any] = json.loads(SAMPLES.read_text(encoding="utf-8"))
    return samples
