"""`python tools/prose.py [PAGE ...]`: the words of the hand-written pages, and their habits.

A habit is a pattern that translated English has and native technical prose hardly uses. Code and
quotations are left out. Prints the pages with their words, then each habit with its uses per 10,000
words, and the places if pages are named.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATED = "<!-- "
HABITS = {
    "nobody, nothing": r"\b(?:nobody|nothing|no one)\b",
    "alone for only": r"\balone\b",
    "at most": r"\bat most\b",
    "whoever, whatever": r"\b(?:who|what|which)ever\b",
    "of its own": r"\bof (?:its|their|his|her|one's|our|your) own\b",
    "stands": r"\bstands?\b",
    "begins with What or Who": (
        r"(?:^|[.:;!?|] +|\n)(?:- |\d+\. |\*\*)?(?:What|Who|Whom|Whose)\b(?![^.!?|]*\?)"
    ),
    "subjectless who": (
        r"(?:^|[.;,:] )(?:who|whom) "
        r"(?:has|is|wins|does|wants|comes|plays|reads|writes|asks|takes|needs|can|may)\b"
    ),
    "comes about, so it is with": (
        r"\b(?:comes? about|so it is with|as far as|be it|lest|hence|thereby|thus)\b"
    ),
}


def pages() -> list[Path]:
    """The pages that people write: not those generated from code, nor the changelog."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found += sorted((ROOT / "engines/games").glob("*/reference.md"))
    return [page for page in found if not page.read_text("utf-8").startswith(GENERATED)]


def prose_of(text: str) -> str:
    """The text without code blocks, code spans, link targets and quotations, with as many lines."""
    text = re.sub(
        r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S
    )
    text = re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.M)
    text = re.sub(r"`[^`]*`", "", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"[\"“][^\"”\n]*[\"”]", "", text)


def words_of(text: str) -> int:
    """As `wc -w` counts."""
    return len(text.split())


def uses(page: Path) -> Iterator[tuple[str, int, str]]:
    """Each use of a habit: its name, the line's number, the words around it."""
    text = prose_of(page.read_text("utf-8"))
    for name, pattern in HABITS.items():
        for found in re.finditer(pattern, text, re.I if name != "begins with What or Who" else 0):
            around = " ".join(text[max(0, found.start() - 25) : found.end() + 25].split())
            yield name, text.count("\n", 0, found.start()) + 1, around


def main(names: list[str]) -> None:
    """Reports on these pages, or on all."""
    chosen = [Path(name).resolve() for name in names] or pages()
    sizes = {page: words_of(page.read_text("utf-8")) for page in chosen}
    for page, size in sorted(sizes.items(), key=lambda item: item[1]):
        print(f"{size:7,} {page.relative_to(ROOT)}")
    total = sum(sizes.values())
    print(f"{total:7,} words")
    found = [(name, page, line, text) for page in chosen for name, line, text in uses(page)]
    for habit in HABITS:
        own = [place for place in found if place[0] == habit]
        print(f"{habit}: {len(own)}, {10_000 * len(own) / max(1, total):.1f} per 10,000 words")
        for _, page, line, text in own if names else ():
            print(f"    {page.relative_to(ROOT)}:{line}: {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
