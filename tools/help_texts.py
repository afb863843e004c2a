"""Generates the texts of `zeitnot help`: the first screen of each hand-written page for users, and
the row of each error code."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = ("compatibility", "errors", "feed", "game-interface", "glossary", "metrics", "records")
PAGES = [
    *sorted((ROOT / "docs/how-to").glob("*.md")),
    *sorted((ROOT / "docs/tutorial").glob("*.md")),
    *(ROOT / f"docs/reference/{name}.md" for name in REFERENCE),
]
ERRORS = "docs/reference/errors.md"
SCREEN = 36  # lines


def render() -> str:
    """The JSON file: by topic, the page and its first screen; by error code, its description."""
    topics = {
        page.stem: {
            "page": str(page.relative_to(ROOT)),
            "text": first_screen(page.read_text("utf-8")),
        }
        for page in PAGES
    }
    rows = re.findall(
        r"^\| \[`(\w+)`\]\S+ \| (.*) \|$", (ROOT / ERRORS).read_text("utf-8"), re.MULTILINE
    )
    codes = {code: plain(row) for code, row in sorted(rows)}
    texts = {"topics": topics, "errors": {"page": ERRORS, "codes": codes}}
    return json.dumps(texts, indent=1, ensure_ascii=False) + "\n"


def first_screen(page: str) -> str:
    """The page's first blocks that fit on a screen. A heading or a line with a colon at the end is
    left out, since what it announces is not shown."""
    lines: list[str] = []
    for block in blocks(page):
        if lines and len(lines) + len(block) + 1 > SCREEN:
            break
        lines += ["", *block] if lines else block
    while lines and (lines[-1].startswith("#") or lines[-1].endswith(":") or not lines[-1]):
        lines.pop()
    return plain("\n".join(lines))


def blocks(page: str) -> list[list[str]]:
    """The paragraphs, lists, tables and code blocks of a page, which empty lines separate."""
    found: list[list[str]] = [[]]
    in_code = False
    for line in page.splitlines():
        in_code ^= line.startswith("```")
        if line or in_code:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [block for block in found if block]


def plain(text: str) -> str:
    """The text without the targets of its links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
