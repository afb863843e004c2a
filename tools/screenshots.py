"""Takes screenshots of every page of a running server, in two sizes, light and dark.

    make serve &
    .venv/bin/python tools/screenshots.py http://127.0.0.1:8080 pictures/

Needs Debian's chromium. It plays a few moves against the house bot, so use a separate server.
"""

import argparse
import contextlib
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from zeitnot_engines.games import NAMES, methods_of

MAX_CLICKS = 12  # in one turn
PLY_SHOWN_MS = 400  # after the last click of a turn
SIZES = {"phone": (390, 844), "wide": (1280, 800)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def start(page: Page, game: str, *choices: str) -> None:
    """Starts a new game against the bot."""
    page.goto("/")
    page.locator(f"[data-card={game}]").click()
    sheet = page.get_by_role("dialog")
    for choice in choices:
        sheet.get_by_text(choice, exact=True).click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("/game/"))


def play(page: Page, moves: int) -> None:
    """Plays up to `moves` moves, or until the game ends, then waits for the answer."""
    for _ in range(moves):
        page.locator(".act.target, .act.source, .throw button, .result").first.wait_for()
        if page.locator(".result").count():
            return
        click_a_turn(page)
    page.locator(".act.target, .act.source, .throw button, .result").first.wait_for()


def click_a_turn(page: Page) -> None:
    """Clicks sources and targets until the turn is played; a turn may need several of each."""
    targets, passing = (
        page.locator(".act.target"),
        page.get_by_role("button", name="Pass", exact=True),
    )
    sources, before = page.locator(".act.source"), page.locator("[data-ply]").count()
    for _ in range(MAX_CLICKS):
        if passing.count():
            passing.first.click()
        elif targets.count():
            targets.nth(targets.count() // 2).click()
        elif sources.count():
            sources.first.click()
        with contextlib.suppress(PlaywrightTimeout):
            page.locator("[data-ply]").nth(before).wait_for(timeout=PLY_SHOWN_MS)
            return
    raise RuntimeError("the turn is not played")


def scenes(page: Page) -> Iterator[str]:
    """Goes through the page, and yields a name for each scene that it shows."""
    page.goto("/")
    page.locator(".cards li").first.wait_for()
    yield "play"
    page.locator("[data-card=ewn]").click()
    page.get_by_role("dialog").wait_for()
    yield "sheet"
    for game in sorted(NAMES, key=lambda name: "chance" in methods_of(name)):  # one with dice last
        start(page, game, "4")
        play(page, 2)
        yield f"game-{game}"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    yield "looking-back"
    page.get_by_role("button", name="Resign").click()
    yield "resign"
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Verify the dice").click()
    yield "result"
    start(page, "ewn", "Free")
    page.get_by_text("Arrange your stones").wait_for()
    yield "set-up"
    start(page, "othello", "6 × 6", "White", "5")
    play(page, 6)
    yield "game-othello-6"
    page.goto("/")
    page.locator("[data-card=othello]").click()
    page.get_by_text("Invite by link").click()
    yield "sheet-link"
    page.get_by_role("button", name="Make the link").click()
    page.locator(".waiting").wait_for()
    yield "waiting"
    for path in ("history", "watch", "bots"):
        page.goto(f"/{path}")
        page.locator("h1").wait_for()
        page.wait_for_load_state("networkidle")
        yield path
    page.goto("/books?game=ewn")
    page.locator(".book").wait_for()
    yield "books"
    page.goto("/game/nosuchgame")
    page.get_by_role("alert").wait_for()
    yield "missing"


def pictures(browser: Browser, server: str, folder: Path) -> None:
    """Writes a file for each scene, size and theme."""
    for (size, (width, height)), theme in product(SIZES.items(), THEMES):
        context = browser.new_context(
            base_url=server,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale="en-GB",
        )
        page = context.new_page()
        for scene in scenes(page):
            page.screenshot(path=folder / f"{scene}-{size}-{theme}.png", animations="disabled")
        context.close()


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        pictures(browser, arguments.server, arguments.folder)
        browser.close()


if __name__ == "__main__":
    main()
