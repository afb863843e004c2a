"""The rules of a game can be read beside its board; a hint is shown in a user's first game."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game
from .test_access import violations


def start(page: Page, game: str) -> None:
    page.goto("/")
    choose_game(page, game)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".act").first).to_be_visible()


def test_rules_can_be_read_during_the_game(people: People) -> None:
    page = people.new()
    start(page, "tictactoe")
    panel = page.get_by_role("dialog", name="Rules: Tic-tac-toe")
    page.get_by_role("button", name="Read the rules").click()
    expect(panel.locator("figure .board .cross")).to_have_count(3)
    expect(page.get_by_role("button", name="Rules", exact=True)).to_be_hidden()
    expect(page.get_by_role("timer")).to_have_count(2)
    assert violations(page) == []
    page.locator("[data-spot=b2]").click()  # a move while the rules are open
    expect(page.locator("[data-ply='2']")).to_be_attached()
    panel.get_by_role("button", name="Close the rules").click()
    expect(panel).to_have_count(0)

    button = page.get_by_role("button", name="Rules", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="Close the rules")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator(".controls")).to_contain_text("2 / 2")  # the panel handles the key
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize("width", [390, 1280])
def test_pictures_are_beside_captions_or_text(people: People, width: int) -> None:
    """On a phone each caption is beside its picture. On a wide screen all pictures are beside the
    text."""
    page = people.new(width, 800)
    page.goto("/rules/go")
    figures = page.locator("figure")
    expect(figures).to_have_count(4)
    boxes = [figure.bounding_box() for figure in figures.all()]
    if width == 390:
        assert all(box is not None and box["width"] > 350 for box in boxes)
    else:
        text = page.locator(".words").nth(1).bounding_box()
        assert text is not None
        assert all(box is not None and box["x"] > text["x"] + text["width"] for box in boxes)
        assert len({box["y"] for box in boxes[:3] if box is not None}) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_first_game_on_a_phone_has_a_hint_and_rules(people: People) -> None:
    page = people.new(390, 844)
    start(page, "ewn")
    hint = page.get_by_role("note", name="For your first game")
    expect(hint).to_contain_text("The die says")
    page.get_by_role("button", name="Rules", exact=True).click()
    panel = page.get_by_role("dialog")
    expect(panel.locator("[data-seat='0'] .clock")).to_be_in_viewport()
    expect(panel.locator("figure")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    panel.get_by_role("button", name="Close the rules").click()
    hint.get_by_role("button", name="Do not show this again").click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.locator(".act").first).to_be_visible()
    expect(hint).to_have_count(0)
    page.goto("/")
    choose_game(page, "ewn")
    page.get_by_role("dialog").get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: EinStein würfelt nicht!")


def test_rules_are_linked_from_front_page_and_settings(people: People) -> None:
    page = people.new(390, 844)
    page.goto("/")
    link = page.get_by_role("link", name="Rules", exact=True)
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.goto("/watch")
    page.get_by_role("button", name="Settings").click()
    link = page.get_by_role("link", name="The rules of all games")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    expect(link).to_be_hidden()  # the settings have been closed
    assert violations(page) == []


def test_rules_of_an_unknown_game_show_the_list_of_all_games(people: People) -> None:
    page = people.new()
    page.goto("/rules/nosuch")
    expect(page.get_by_text("There are no rules for nosuch. Here are all games.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("main").get_by_role("link", name="Othello").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: Othello")
