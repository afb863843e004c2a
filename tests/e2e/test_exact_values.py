"""The exact values of moves, which are shown after a game."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game

START_GAME = """() => fetch("/api/v1/games", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({
        game_type: "connect4",
        seats: [{kind: "me"}, {kind: "bot", name: "Ponderer", level: 1}],
        control: {kind: "unlimited"},
    }),
}).then(answer => answer.json())"""
# Whether an element is as wide as its text needs.
FITS_TEXT = """(element) => {
    const { width } = element.getBoundingClientRect();
    Object.assign(element.style, { flex: "none", maxWidth: "none" });
    return element.getBoundingClientRect().width <= width;
}"""
VALUE_TEXTS = [
    *("1: loses in 40 plies", "2: loses in 42 plies", "3: draws", "4: wins in 41 plies, best"),
    *("5: draws", "6: loses in 42 plies", "7: loses in 40 plies"),
]


def middle(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (667, 375)])
def test_values_are_shown_above_their_columns_after_the_game(
    people: People, width: int, height: int
) -> None:
    page = people.new(width, height)
    page.goto("/")
    expect(page.locator("[data-card=connect4]")).to_be_visible()  # the session has been created
    page.goto(page.evaluate(START_GAME)["url"])
    page.locator("[data-spot='4-1']").click()
    switch = page.get_by_role("button", name="Exact values")
    expect(page.locator("[data-ply='2']")).to_be_attached()
    expect(switch).to_have_count(0)  # values are not available during the game
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-value]")).to_have_count(0)
    switch.click()
    expect(page.locator("[data-value]")).to_have_count(7)
    page.keyboard.press("Home")
    expect(page.locator("[data-value='4']")).to_have_text("+41 4: wins in 41 plies, best")
    assert page.locator("[data-value] .visually-hidden").all_text_contents() == VALUE_TEXTS
    for column in "1234567":
        value_x, spot_x = (
            middle(page, f"[data-value='{column}']"),
            middle(page, f"[data-spot='{column}-1']"),
        )
        assert abs(value_x - spot_x) < 2, column
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    switch.click()
    expect(page.locator("[data-value]")).to_have_count(0)


def board_size(page: Page) -> tuple[float, float]:
    box = page.locator(".board-area .board").first.bounding_box()
    assert box is not None
    return box["width"], box["height"]


def test_values_of_a_completed_game_begin_before_the_last_move(people: People) -> None:
    red, yellow = people.new(), people.new(390, 844)
    red.goto("/")
    choose_game(red, "connect4")
    red.get_by_role("dialog").get_by_text("Invite by link", exact=True).click()
    red.get_by_role("button", name="Make the link").click()
    expect(red).to_have_url(re.compile("/game/"))
    yellow.goto(red.url)
    yellow.get_by_role("button", name="Sit down as Yellow").click()
    for row in "1234":
        red.locator(f".target[data-spot='4-{row}']").click()
        if row != "4":
            yellow.locator(f".target[data-spot='3-{row}']").click()
    for page in (red, yellow):
        expect(page.locator(".winning")).to_have_count(4)
        expect(page.locator(".last-won")).to_have_count(1)
        before = board_size(page)
        # The first values shown are those of the position before the last move.
        page.get_by_role("button", name="Exact values").click()
        expect(page.locator("[data-value='4']")).to_have_text("+1 4: wins in 1 ply, best")
        assert board_size(page) == before
        page.keyboard.press("End")
        expect(page.locator(".legend")).to_contain_text("Go back a move")
        assert page.get_by_label("Pace").evaluate(FITS_TEXT)


def test_values_of_moves_without_columns_are_shown_as_text(people: People) -> None:
    page = people.new(390, 844)
    page.goto("/")
    expect(page.locator("[data-card=grundy]")).to_be_visible()
    page.goto(page.evaluate(START_GAME.replace("connect4", "grundy"))["url"])
    page.locator("[data-spot='1-7']").click()  # 20>13+7
    expect(page.locator("[data-ply='2']")).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Exact values").click()
    page.keyboard.press("Home")
    expect(page.locator(".legend")).to_contain_text("Every move loses with best play.")
    expect(page.locator(".legend")).to_contain_text("Heap 20 has nim-value 0")
    expect(page.locator(".legend")).to_contain_text("is to move. Played: 20>13+7: loses in")
    expect(page.locator(".halo")).to_have_count(0)  # all moves lose
    page.keyboard.press("ArrowRight")
    expect(page.locator(".legend")).to_contain_text("Winning moves")
    expect(page.locator(".halo").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_split_is_confirmed_on_a_touch_screen(people: People) -> None:
    page = people.new(390, 844, touch=True)
    page.goto("/")
    expect(page.locator("[data-card=grundy]")).to_be_visible()
    page.goto(page.evaluate(START_GAME.replace("connect4", "grundy"))["url"])
    counter = page.locator("[data-spot='1-7']")
    expect(counter.locator("title")).to_have_text("13 + 7")
    counter.tap()
    expect(page.locator("[data-confirm]")).to_have_text("Play 20>13+7")
    expect(page.locator("[data-ply='1']")).to_have_count(0)
    cancel = page.get_by_role("button", name="Cancel", exact=True)
    boxes = [cancel.bounding_box(), page.locator("[data-confirm]").bounding_box()]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 8, boxes  # on one line
    page.locator("[data-confirm]").tap()
    expect(page.locator("[data-ply='1']")).to_be_attached()
