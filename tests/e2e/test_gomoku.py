"""Gomoku on the page: points that renju forbids, and the winning row of five."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game
from .test_go import point, tap_twice


def play_alternately(black: Page, white: Page, moves: str) -> None:
    for ply, move in enumerate(moves.split()):
        if ply % 2 == 0:
            point(black, move).click()
        else:
            tap_twice(white, move)
        for page in (black, white):
            expect(page.locator(f"[data-last={move}]")).to_be_visible()


def test_renju_shows_forbidden_points_and_the_winning_row(people: People) -> None:
    black, white = people.new(), people.new(390, 844, touch=True)
    black.goto("/")
    choose_game(black, "gomoku")
    for choice in ("Invite by link", "Renju (fouls for Black)"):
        black.get_by_role("dialog").get_by_text(choice, exact=True).click()
    black.get_by_role("button", name="Make the link").click()
    expect(black).to_have_url(re.compile("/game/"))
    white.goto(black.url)
    white.get_by_role("button", name="Sit down as White").tap()

    play_alternately(black, white, "f8 f9 g8 g9 h9 g10 h10 d6")
    # h8 would make two open threes, a vertical and a horizontal one.
    expect(black.locator("[data-forbidden]")).to_have_attribute("data-forbidden", "h8")
    reason = "Renju: Black may not play there. It would make two open threes"
    spot = black.locator("[data-spot=h8]")
    expect(spot).to_have_attribute("aria-label", re.compile(f"^h8, {reason}"))
    expect(spot.locator("title")).to_contain_text(reason)
    spot.click()
    expect(black.get_by_role("alert")).to_contain_text(reason)
    text_field = black.get_by_role("textbox", name="Type a move")
    for text, problem in (("H8", reason), ("f8", "not a legal move here")):
        text_field.fill(text)
        text_field.press("Enter")
        expect(black.get_by_role("status").filter(has_text=problem)).to_be_visible()
    text_field.fill("")
    expect(black.locator("[data-spot=h8]")).to_have_class(re.compile("idle"))
    expect(white.locator("[data-forbidden]")).to_have_count(0)

    play_alternately(black, white, "h11 a1 h12 a15 h13")
    for page in (black, white):
        expect(page.locator(".winning")).to_have_count(5)
        expect(page.get_by_text("five in a row", exact=True)).to_be_visible()
        expect(page.locator("[data-forbidden]")).to_have_count(0)
