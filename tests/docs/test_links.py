"""Every link and every file named in the documentation exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page: Path) -> None:
    broken = [to for to in links(page) if "://" not in to and not (page.parent / to).exists()]
    assert broken == []


def test_every_page_is_reachable_from_the_first() -> None:
    reached, pending = set[Path](), [ROOT / "README.md"]
    while pending:
        page = pending.pop()
        reached.add(page)
        linked = {(page.parent / to).resolve() for to in links(page) if to.endswith(".md")}
        pending += linked - reached
    assert set(ROOT.glob("docs/**/*.md")) - reached == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_files_exist(page: Path) -> None:
    """A path in backquotes, with a slash and a suffix, exists in the repository."""
    paths = re.findall(
        r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|md|hpp|cpp|ts|json|yaml|db))`", without_code_blocks(page)
    )
    named = {path.replace("mygame", EXAMPLE_GAME) for path in paths} - CREATED_AT_RUNTIME
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_make_targets_exist(page: Path) -> None:
    """`make this` is a rule of the Makefile."""
    rules = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    verbs = set(re.findall(r"(?:`|\$ |    )make ([\w-]+)", page.read_text("utf-8")))
    assert verbs <= set(rules)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_benchmarks_exist(page: Path) -> None:
    """`python -m tests.bench.this` is a module, or a package that runs."""
    named = re.findall(r"python -m (tests(?:\.\w+)+)", page.read_text("utf-8"))
    paths = [ROOT / name.replace(".", "/") for name in named]
    runs = [path.with_suffix(".py").exists() or (path / "__main__.py").exists() for path in paths]
    assert all(runs), named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_anchors_exist(page: Path) -> None:
    """`page.md#place` is a heading of that page, as GitHub names it."""
    anchors = re.findall(r"\]\(([^)#\s]*\.md|)#([^)\s]+)\)", without_code_blocks(page))
    broken = [
        f"{to}#{anchor}"
        for to, anchor in anchors
        if "://" not in to and anchor not in headings(page.parent / to if to else page)
    ]
    assert broken == []
