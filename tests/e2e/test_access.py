"""Every page is accessible: axe's rules (WCAG 2.1 A and AA), light and dark, both widths."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from zeitnot_engines.games import NAMES

from .conftest import People

AXE = Path(__file__).parents[2] / "clients/web/node_modules/axe-core/axe.min.js"
PAGES = ("/", "/watch", "/history", "/books", "/bots", "/account", "/nowhere")
RUN = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))]);
}"""


def violations(page: Page) -> list[Any]:
    page.evaluate(AXE.read_text())
    result: list[Any] = page.evaluate(RUN)
    return result


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages(people: People, theme: str, width: int) -> None:
    page = people.new(width, 800)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for path in (*PAGES, "/rules", "/rules/othello"):
        page.goto(path)
        expect(page.locator("main > *").first).to_be_attached()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert violations(page) == [], path


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", NAMES)
def test_games(people: People, theme: str, game: str) -> None:
    page = people.new()
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto("/")
    page.locator(f"[data-card={game}]").click()
    assert violations(page) == [], "the sheet"
    page.get_by_role("button", name="Play", exact=True).click()
    check_button = page.get_by_role("button", name="Check", exact=True)
    expect(page.locator(".act").or_(check_button).first).to_be_visible()
    assert violations(page) == [], "the game"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()
    assert violations(page) == [], "the result"
