"""Golden samples: a typical one for every message and every HTTP body."""

import json
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[2] / "docs/reference/samples.json"


def load() -> dict[str, Any]:
    """The samples by the names of their structs."""
    samples: dict[str, Any] = json.loads(SAMPLES.read_text(encoding="utf-8"))
    return samples
