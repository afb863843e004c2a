"""Quick pairing in a browser: two people find each other, are told what they wait for, and go on
when the other does not come."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game

IN_GAME = re.compile("/game/")


def look_for_opponent(page: Page, game: str, side: str = "Random") -> None:
    """Looks for any opponent in this game, by the dialog for a new game."""
    page.goto("/")
    choose_game(page, game)
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Any opponent", exact=True).click()
    sheet.get_by_text(side, exact=True).click()
    sheet.get_by_role("button", name="Find an opponent").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("region", name="Looking for an opponent")).to_be_visible()


def test_two_people_find_each_other(people: People) -> None:
    ann, bob = people.new(1280, 800), people.new(390, 844, touch=True)
    look_for_opponent(ann, "othello")
    ann.goto("/") if False else ann.get_by_role("link", name="Bots").click()
    expect(ann.get_by_role("region", name="Looking for an opponent")).to_be_visible()
    bob.goto("/")
    row = bob.locator("[data-looking=othello]")
    expect(row).to_contain_text("1 player looks for an opponent")
    row.get_by_role("button", name="Join").click()
    for page in (ann, bob):
        expect(page).to_have_url(IN_GAME)
        expect(page.get_by_role("region", name="Looking for an opponent")).to_have_count(0)
    assert ann.url == bob.url
    for page in (ann, bob):
        expect(page.locator("[data-seat] .clock").first).to_be_visible()
        expect(page.locator("section.waiting")).to_have_count(0)
