"""Every link and every file named in the documentation exists."""

import re
from pathlib import Path

from ..findings import expect_none

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
PRESENT = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""Pages that describe the present state; the changelog uses the names of earlier versions."""
EXAMPLE_GAME = "tictactoe"  # replaces `mygame`, which the how-to adds
CREATED_AT_RUNTIME = {"data/zeitnot.db"}


def without_code_blocks(page: Path) -> str:
    """The text without fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[str]:
    """The targets of a page's links, without anchors."""
    return re.findall(r"\]\(([^)#\s]+)[^)]*\)", without_code_blocks(page))


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings: lower case, without punctuation, hyphens for spaces."""
    titles = re.findall(r"^#+ (.+)$", without_code_blocks(page), flags=re.MULTILINE)
    bare = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in titles]
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in bare}


def line_of(page: Path, text: str) -> str:
    """The first line of the page with this text, as `page:line`."""
    lines = page.read_text("utf-8").splitlines()
    number = next((index for index, line in enumerate(lines, 1) if text in line), 1)
    return f"{page.relative_to(ROOT)}:{number} {text}"


def test_links_resolve() -> None:
    assert len(PAGES) > 40
    expect_none(
        line_of(page, to)
        for page in PAGES
        for to in links(page)
        if "://" not in to and not (page.parent / to).exists()
    )


def test_every_page_is_reachable_from_the_first() -> None:
    reached, pending = set[Path](), [ROOT / "README.md"]
    while pending:
        page = pending.pop()
        reached.add(page)
        linked = {(page.parent / to).resolve() for to in links(page) if to.endswith(".md")}
        pending += linked - reached
    expect_none(str(page.relative_to(ROOT)) for page in set(ROOT.glob("docs/**/*.md")) - reached)


def test_named_files_exist() -> None:
    """Checks each path in backquotes that has a slash and a suffix."""
    expect_none(
        line_of(page, path)
        for page in PRESENT
        for path in named_files(page)
        if path not in CREATED_AT_RUNTIME
        and not (ROOT / path.replace("mygame", EXAMPLE_GAME)).exists()
    )


def named_files(page: Path) -> set[str]:
    return set(
        re.findall(
            r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|md|hpp|cpp|ts|json|yaml|db))`",
            without_code_blocks(page),
        )
    )


def test_named_make_targets_exist() -> None:
    """Checks each `make target`."""
    rules = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    expect_none(
        line_of(page, f"make {verb}")
        for page in PAGES
        for verb in set(re.findall(r"(?:`|\$ |    )make ([\w-]+)", page.read_text("utf-8")))
        if verb not in rules
    )


def test_named_benchmarks_exist() -> None:
    """Checks each `python -m benchmarks.name`."""
    expect_none(
        line_of(page, name)
        for page in PRESENT
        for name in set(
            re.findall(r"python -m ((?:tests|benchmarks)(?:\.\w+)+)", page.read_text("utf-8"))
        )
        if not _runs(ROOT / name.replace(".", "/"))
    )


def _runs(path: Path) -> bool:
    """Whether `python -m` can run this module or package."""
    return path.with_suffix(".py").exists() or (path / "__main__.py").exists()


def test_anchors_exist() -> None:
    """Checks that `page.md#anchor` is a heading of that page."""
    anchors = [
        (page, to, anchor)
        for page in PAGES
        for to, anchor in re.findall(r"\]\(([^)#\s]*\.md|)#([^)\s]+)\)", without_code_blocks(page))
        if "://" not in to
    ]
    assert anchors
    expect_none(
        line_of(page, f"{to}#{anchor}")
        for page, to, anchor in anchors
        if anchor not in headings(page.parent / to if to else page)
    )
