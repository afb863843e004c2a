"""The exact values of the moves of a finished game, over the columns of its board."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import People

START_GAME = """() => fetch("/api/v1/games", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({
        game_type: "connect4",
        seats: [{kind: "me"}, {kind: "bot", name: "Ponderer", level: 1}],
        control: {kind: "unlimited"},
    }),
}).then(answer => answer.json())"""
WORDS = [
    *("1: loses in 40 plies", "2: loses in 42 plies", "3: draws", "4: wins in 41 plies, best"),
    *("5: draws", "6: loses in 42 plies", "7: loses in 40 plies"),
]


def middle(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (667, 375)])
def test_values_after_the_game(people: People, width: int, height: int) -> None:
    page = people.new(width, height)
    page.goto("/")
    expect(page.locator("[data-card=connect4]")).to_be_visible()  # there is a session then
    page.goto(page.evaluate(START_GAME)["url"])
    page.locator("[data-spot='4-1']").click()
    switch = page.get_by_role("button", name="Exact values")
    expect(page.locator("[data-ply='2']")).to_be_attached()
    expect(switch).to_have_count(0)  # nobody is told during the game
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-value]")).to_have_count(0)
    switch.click()
    expect(page.locator("[data-value]")).to_have_count(7)
    page.keyboard.press("Home")
    expect(page.locator("[data-value='4']")).to_have_text("+41 4: wins in 41 plies, best")
    assert page.locator("[data-value] .visually-hidden").all_text_contents() == WORDS
    for column in "1234567":
        over, spot = (
            middle(page, f"[data-value='{column}']"),
            middle(page, f"[data-spot='{column}-1']"),
        )
        assert abs(over - spot) < 2, column
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    switch.click()
    expect(page.locator("[data-value]")).to_have_count(0)
