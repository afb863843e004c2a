"""The golden samples: for every message, and every HTTP body, a typical one."""

import json
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[2] / "docs/reference/samples.json"


def load() -> dict[str, Any]:
    """The samples by the name of their struct."""
    samples: dict[str, Any] = json.loads(SAMPLES.read_text(encoding="utf-8"))
    return samples
