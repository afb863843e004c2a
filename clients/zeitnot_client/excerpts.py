"""Parts of long texts that fit into a limit. Pure."""

from collections.abc import Sequence


def cut_off(text: str, most: int) -> str:
    """The text, or its beginning and `…` if it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def last_lines(lines: Sequence[str], most: int) -> list[str]:
    """As many whole lines of the end as have at most `most` characters with their line breaks."""
    kept = list[str]()
    for line in reversed(lines):
        most -= len(line) + 1
        if most < 0:
            break
        kept.insert(0, line)
    return kept
