"""The server stops and is restarted: every page recovers without user action."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from ..ports import port_of, reserved
from ..server.running_server import Server
from .conftest import Person
from .test_layout import START_GAME

PAGES = ("/", "/watch", "/history", "/books", "/bots", "/account")
FAILURE = ".failure"


def open_page(person: Person, path: str) -> Page:
    page = person.context.new_page()
    page.on("pageerror", lambda error: person.errors.append(str(error)))
    page.goto(path)
    expect(page.locator("main > *").first).to_be_visible()
    return page


def start_game(page: Page) -> str:
    seats = '[{kind: "me"}, {kind: "open"}]'
    script = START_GAME.replace('[{kind: "me"}, {kind: "bot", name: "Ponderer", level: 1}]', seats)
    path: str = page.evaluate(script, ["tictactoe", {}])["url"]
    return path


def test_every_page_recovers_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    with reserved() as reservation:
        port = str(port_of(reservation))
        server = Server(tmp_path, "--no-bots", "--port", port)
        person = Person(browser, f"http://{server.host}", 1280, 800, touch=False)
        pages = [open_page(person, path) for path in PAGES]
        game = open_page(person, start_game(pages[0]))
        expect(game.locator(".board")).to_be_visible()
        visitor = open_page(person, "/")

        server.stop()
        expect(game.locator(".banner").first).to_be_visible()
        visitor.get_by_role("link", name="History").click()  # a page that is not loaded yet
        expect(visitor.locator(FAILURE)).to_be_visible()

        server = Server(tmp_path, "--no-bots", "--port", port)
        try:
            for page in (*pages, game, visitor):
                expect(page.locator(f"{FAILURE}, .banner[role=alert]")).to_have_count(0)
        finally:
            person.context.close()
            server.stop()
        assert person.errors == []
