"""Generates the first part of the protocol's page, which ends with a complete game."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import first_game
from first_game import Entry

_TEXT = Path(__file__).with_name("opening.md")
_MARK = "<!-- the game -->\n"
_WIDTH = 110  # columns of JSON that fit without scrolling


def render() -> str:
    """The text, with the game in place of its mark."""
    before, _, after = _TEXT.read_text(encoding="utf-8").partition(_MARK)
    return before + "\n".join(_game(first_game.load())) + after


def _game(entries: list[Entry]) -> Iterator[str]:
    for number, entry in enumerate(entries, 1):
        yield f"{number}. **{_heading(entry)}** {entry['says']}"
        yield ""
        if entry["who"] != "ann" or entry["over"] != "room":
            text = folded(entry["frame"])
            yield from (f"   {line}" for line in ("```json", *text.split("\n"), "```"))
            yield ""


def _heading(entry: Entry) -> str:
    who, over = entry["who"], entry["over"]
    arrow = "←" if who in ("server", "to_ann") else "→"
    place = f"`{over}`" if over not in ("lobby", "room") else over
    return f"{'Ann' if who.endswith('ann') else 'Bot'} {arrow} {place}."


def folded(value: Any, indent: int = 0) -> str:
    """JSON, with every value on one line if it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= _WIDTH or not isinstance(value, dict | list):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, list):
        parts, ends = [folded(part, indent + 2) for part in value], "[]"
    else:
        items = value.items()
        parts = [f'"{key}": {folded(part, indent + len(key) + 6)}' for key, part in items]
        ends = "{}"
    return f"{ends[0]}\n{pad}" + f",\n{pad}".join(parts) + f"\n{' ' * indent}{ends[1]}"
