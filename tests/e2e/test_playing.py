"""Ways to play on the page besides clicking the board: premoves, and typed moves."""

import re

from playwright.sync_api import expect

from .conftest import People
from .test_chess_boards import click, drag, last_move, piece, two_pages


def test_a_premove_is_played_or_dropped_on_the_next_turn(people: People) -> None:
    white, black = two_pages(people, "chess")
    planned = black.locator("path.planned")
    expect(white.locator(".source[data-spot=e2]")).to_be_visible()

    # A premove is chosen by clicks while White thinks, cancelled in two ways, and not sent.
    click(black, "e7e5")
    expect(planned).to_have_count(2)
    black.keyboard.press("Escape")
    expect(planned).to_have_count(0)
    click(black, "e7e5")
    black.locator(".act[data-spot=e5]").click()
    expect(planned).to_have_count(0)
    click(black, "e7e5")
    expect(black.get_by_text("Premove: e7 to e5")).to_be_visible()
    expect(black.locator("[data-ply]")).to_have_count(0)
    expect(piece(white, "e7, black pawn")).to_be_visible()

    click(white, "e2e4")
    expect(last_move(white)).to_contain_text("e5")
    expect(planned).to_have_count(0)

    # A premove is dropped when it becomes illegal, here because a pawn is in the way.
    drag(black, "e5e4")
    expect(planned).to_have_count(2)
    click(white, "g1f3")
    expect(black.get_by_text("Your move", exact=True)).to_be_visible()
    expect(planned).to_have_count(0)
    expect(black.locator("[data-ply]")).to_have_count(3)


def test_moves_can_be_typed(people: People) -> None:
    white, black = two_pages(people, "chess")
    field = white.get_by_role("textbox", name="Type a move")
    expect(white.locator(".source[data-spot=e2]")).to_be_visible()
    white.keyboard.press("/")
    expect(field).to_be_focused()
    field.press_sequentially("Ke2")
    field.press("Enter")
    expect(white.get_by_text("“Ke2” is not a legal move here.")).to_be_visible()
    expect(white.locator("[data-ply]")).to_have_count(0)
    field.fill("nf3")
    field.press("Enter")
    expect(last_move(black)).to_contain_text("Nf3")
    expect(field).to_have_value("")

    # On a phone the field is behind a button.
    expect(black.get_by_role("textbox", name="Type a move")).to_have_count(0)
    black.get_by_role("button", name="Type a move").click()
    phone_field = black.get_by_role("textbox", name="Type a move")
    phone_field.fill("d7-d5")
    phone_field.press("Enter")
    expect(last_move(white)).to_contain_text("d5")
    assert black.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_turn_is_marked_on_the_tab(people: People) -> None:
    white, black = two_pages(people, "chess")
    icon = "link[rel=icon]"
    expect(white).to_have_title(re.compile("^● Your move · "))
    expect(white.locator(icon)).not_to_have_attribute("href", "/favicon.svg")
    expect(black).to_have_title(re.compile("^(?!●)"))
    click(white, "e2e4")
    expect(black).to_have_title(re.compile("^● Your move · "))
    expect(white).to_have_title(re.compile("^(?!●).+ to move · "))
    expect(white.locator(icon)).to_have_attribute("href", "/favicon.svg")
    black.goto("/")
    expect(black).to_have_title("Zeitnot")
    expect(black.locator(icon)).to_have_attribute("href", "/favicon.svg")
