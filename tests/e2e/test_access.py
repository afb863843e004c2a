"""Every page passes axe's accessibility rules (WCAG 2.1 A and AA), in each theme and language."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from zeitnot_engines.games import NAMES

from .conftest import People
from .front_page import choose_game
from .test_console import listen

AXE = Path(__file__).parents[2] / "clients/web/node_modules/axe-core/axe.min.js"
RUN = """async (rules) => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
    const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: tags };
    // Selectors, passed rules and style sheets are not needed, and would double axe's time.
    const options = { resultTypes: ["violations"], selectors: false, preload: false };
    const { violations } = await axe.run(document, { runOnly, ...options });
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))]);
}"""
SET_LANGUAGE = """(select, tag) => {
    select.value = tag;
    select.dispatchEvent(new Event("change", { bubbles: true }));
}"""
RULES = ("/rules", "/rules/othello")
PEOPLE = ("/people/Ponderer", "/leaders", "/clubs")
PATHS = (
    "/",
    "/watch",
    "/history",
    "/books",
    "/bots",
    "/lessons",
    "/account",
    "/nowhere",
    *RULES,
    *PEOPLE,
)
COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page, rules: list[str] | None = None) -> list[Any]:
    """The violations that axe finds on the page, by all rules or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    result: list[Any] = page.evaluate(RUN, rules)
    return result


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", PATHS)
def test_each_page_is_accessible(people: People, path: str, width: int) -> None:
    """In the light theme all rules are tested in each language, in the dark theme only the colours.
    The wide page has the same texts and is tested only in English."""
    page = people.new(width, 800)
    page.emulate_media(color_scheme="light")
    page.goto(path)
    expect(page.locator("main > *").first).to_be_attached()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    for tag in ("en", "zh-Hans", "zh-Hant")[: 3 if width < 600 else 1]:
        page.locator("header [popover] select").first.evaluate(SET_LANGUAGE, tag)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        assert violations(page) == [], tag
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_settings_are_accessible(people: People, theme: str) -> None:
    page = people.new(390, 800)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.goto("/bots")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Coordinates")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("game", NAMES)
def test_each_game_is_accessible(people: People, game: str) -> None:
    """In the light theme all rules are tested, in the dark theme only the colours of the board and
    the result. The console must stay empty."""
    page = people.new()
    page.emulate_media(color_scheme="light")
    console = listen(page)
    page.goto("/")
    choose_game(page, game)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == [], "the sheet"
    page.get_by_role("button", name="Play", exact=True).click()
    bet_button = page.get_by_role("button", name=re.compile("^(Check$|Call )"))
    expect(page.locator(".act").or_(bet_button).first).to_be_visible()
    assert violations(page) == [], "the game"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()
    assert violations(page) == [], "the result"
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == [], "in the dark theme"
    assert console == []
