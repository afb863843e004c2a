"""The built page: the first load is small, and optional parts are in separate files."""

import functools
import json
import re
from pathlib import Path

import pytest

from zeitnot_server.web.pages import STATIC

SOURCE = Path(__file__).parents[2] / "clients/web/src"
FIRST_LOAD_BYTES = 155_000  # compressed
CARDS_IN_VIEW = 16  # game cards that the start page shows on a screen of 1280 by 800
PAGES = sorted(
    re.findall(
        r"""import\("\.\./\w+/(\w+)\.svelte"\)""",
        (SOURCE / "features/frame/pages.ts").read_text("utf-8"),
    )
)
LANGUAGES = ["zh-hans", "zh-hant"]  # English comes with the page

STATIC_IMPORT = re.compile(r"""(?:from|import)["'`]\./([\w.-]+\.js)["'`]""")
LAZY_IMPORT = re.compile(r"""import\(["'`]\./([\w.-]+\.js)["'`]\)""")
LAZY_FILES = re.compile(r"m\.f=(\[[^\]]*\])")
"""The files that a chunk's lazy imports need, styles included, as Vite lists them."""
LAZY_INDICES = re.compile(r"__vite__mapDeps\(\[([\d,]*)\]\)")


def text(name: str) -> str:
    return (STATIC / "assets" / name).read_text("utf-8")


def with_imports(*names: str) -> set[str]:
    """These files and all that they import statically."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += STATIC_IMPORT.findall(text(name)) if name.endswith(".js") else []
    return found


def entry() -> set[str]:
    """The files that index.html loads."""
    index = (STATIC / "index.html").read_text("utf-8")
    return with_imports(*re.findall(r'(?:src|href)="/assets/([^"]+)"', index))


@functools.cache
def lazy() -> dict[str, set[str]]:
    """Each file that is loaded later, with all that it needs."""
    found: dict[str, set[str]] = {}
    for file in (STATIC / "assets").glob("*.js"):
        code = file.read_text("utf-8")
        listed = LAZY_FILES.search(code)
        needed = [name.removeprefix("assets/") for name in json.loads(listed[1])] if listed else []
        # Each part is an import and the files that Vite lists for it, up to the next import.
        for part in code.split("import(")[1:]:
            if name := LAZY_IMPORT.match(f"import({part}"):
                indices = LAZY_INDICES.search(part)
                more = [needed[int(i)] for i in indices[1].split(",") if i] if indices else []
                found[name[1]] = with_imports(name[1], *more)
    return found


def named(start: str) -> list[set[str]]:
    """The files of the lazy parts with this name, each with all that it needs."""
    return [files for name, files in lazy().items() if re.fullmatch(rf"{start}-.{{8}}\.js", name)]


def compressed(names: set[str]) -> int:
    return sum((STATIC / "assets" / f"{name}.gz").stat().st_size for name in names)


@pytest.mark.parametrize("page", PAGES)
def test_the_first_load_of_a_page_is_small(page: str) -> None:
    # Measured in the largest language. The page of a game needs one board, the start page those of
    # the visible cards; other pages count with all boards.
    [needed] = named(page)
    views, texts = named("view"), named("texts")
    if page == "Game":
        views, texts = [max(views, key=compressed)], [max(texts, key=compressed)]
    if page == "Play":
        views = sorted(views, key=compressed)[-CARDS_IN_VIEW:]
    boards = set[str]().union(*views, *texts)
    language = max((files for each in LANGUAGES for files in named(each)), key=compressed)
    assert any(name.endswith(".css") for name in entry() | needed)
    size = compressed(entry() | needed | boards | language)
    assert 20_000 < size < FIRST_LOAD_BYTES


@pytest.mark.parametrize("kind", ["view", "texts", "rules"])
def test_every_game_has_separate_files(kind: str) -> None:
    assert len(named(kind)) == len(list((SOURCE / "games").glob(f"*/{kind}.ts")))


def test_index_html_loads_no_pages_games_or_translations() -> None:
    assert len(PAGES) >= 7
    parts = [*PAGES, *LANGUAGES, "view", "texts", "rules"]
    assert all(named(part) for part in parts)
    assert [
        name for name in entry() if re.fullmatch(rf"({'|'.join(parts)})-.{{8}}\.js", name)
    ] == []
