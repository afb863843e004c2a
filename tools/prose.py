"""`python tools/prose.py [PAGE ...]`: counts words and habits of the hand-written pages.

A habit is a pattern of translated English that native technical prose rarely uses. Code and
quotations are ignored. Prints the number of words of each page, then the uses of each habit per
10,000 words, and their places if pages are named.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATED = "<!-- "
HABITS = {
    "nobody, nothing": r"(?i)\b(?:nobody|nothing|no one)\b",
    "alone for only": r"(?i)\balone\b",
    "at most": r"(?i)\bat most\b",
    "whoever, whatever": r"(?i)\b(?:who|what|which)ever\b",
    "of its own": r"(?i)\bof (?:its|their|his|her|one's|our|your) own\b",
    "stands": r"(?i)\bstands?\b",
    "begins with What or Who": (
        r"(?:^|[.:;!?|] +|\n)(?:- |\d+\. |\*\*)?(?:What|Who|Whom|Whose)\b(?![^.!?|]*\?)"
    ),
    "subjectless who": (
        r"(?i)(?:^|[.;,:] )(?:who|whom) "
        r"(?:has|is|wins|does|wants|comes|plays|reads|writes|asks|takes|needs|can|may)\b"
    ),
    "comes about, so it is with": (
        r"(?i)\b(?:comes? about|so it is with|as far as|be it|lest|hence|thereby|thus)\b"
    ),
}


def pages() -> list[Path]:
    """The hand-written pages, without the changelog."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found += sorted((ROOT / "engines/games").glob("*/reference.md"))
    return [page for page in found if not page.read_text("utf-8").startswith(GENERATED)]


def without_blocks(text: str) -> str:
    """The text without code blocks, with the same number of lines."""
    text = re.sub(
        r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S
    )
    return re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.M)


def prose_of(text: str) -> str:
    """The text without code, link targets and quotations."""
    text = re.sub(r"`[^`]*`", "", without_blocks(text))
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"[\"“][^\"”\n]*[\"”]", "", text)


def words_of(text: str) -> int:
    """The number of words outside of code blocks; bars of tables are not words."""
    return sum(any(map(str.isalnum, word)) for word in without_blocks(text).split())


def found(pattern: str, text: str) -> list[re.Match[str]]:
    """The matches of a pattern in the prose of a text."""
    return list(re.finditer(pattern, prose_of(text)))


def uses(page: Path) -> Iterator[tuple[str, int, str]]:
    """Yields each use of a habit: its name, the line number, and the words around it."""
    text = page.read_text("utf-8")
    prose = prose_of(text)
    for name, pattern in HABITS.items():
        for match in found(pattern, text):
            around = " ".join(prose[max(0, match.start() - 25) : match.end() + 25].split())
            yield name, prose.count("\n", 0, match.start()) + 1, around


def main(names: list[str]) -> None:
    """Prints the report on these pages, or on all."""
    chosen = [Path(name).resolve() for name in names] or pages()
    sizes = {page: words_of(page.read_text("utf-8")) for page in chosen}
    for page, size in sorted(sizes.items(), key=lambda item: item[1]):
        print(f"{size:7,} {page.relative_to(ROOT)}")
    total = sum(sizes.values())
    print(f"{total:7,} words")
    places = [(name, page, line, text) for page in chosen for name, line, text in uses(page)]
    for habit in HABITS:
        matching = [place for place in places if place[0] == habit]
        print(
            f"{habit}: {len(matching)}, "
            f"{10_000 * len(matching) / max(1, total):.1f} per 10,000 words"
        )
        for _, page, line, text in matching if names else ():
            print(f"    {page.relative_to(ROOT)}:{line}: {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
