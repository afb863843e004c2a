"""The page handles lazily loaded parts that cannot be loaded for a while."""

import re

from playwright.sync_api import expect

from .conftest import People
from .front_page import choose_game

NOT_RESPONDING = "The server is not responding."


def test_a_missing_page_is_shown_as_soon_as_it_loads(people: People) -> None:
    page = people.new()
    page.route("**/assets/Books-*.js", lambda route: route.abort())
    page.goto("/")
    page.get_by_role("link", name="Books", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(NOT_RESPONDING)
    page.unroute_all()
    expect(page.get_by_role("heading", level=1, name="Opening book")).to_be_visible()
    expect(page).to_have_url(re.compile("/books$"))


def test_the_new_game_form_is_shown_as_soon_as_it_loads(people: People) -> None:
    page = people.new()
    page.route("**/assets/SheetForm-*.js", lambda route: route.abort())
    page.goto("/")
    choose_game(page, "tictactoe")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("alert")).to_contain_text(NOT_RESPONDING)
    page.unroute_all()
    # Either the form was loaded, or the page has reloaded itself.
    expect(sheet.get_by_role("alert")).to_have_count(0)
    page.goto("/")
    choose_game(page, "tictactoe")
    expect(sheet.get_by_role("button", name="Play", exact=True)).to_be_focused()


def test_the_page_is_english_until_the_language_loads(people: People) -> None:
    page = people.new()
    page.add_init_script("localStorage.setItem('language', 'zh-Hant')")
    page.route("**/assets/zh-hant-*.js", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("link", name="Books", exact=True)).to_be_visible()
    expect(page.locator("html[lang=en]")).to_be_attached()
    page.unroute_all()
    expect(page.locator("html[lang=zh-Hant]")).to_be_attached()
    expect(page.get_by_role("link", name="開局庫", exact=True)).to_be_visible()
