"""Card games in a real browser: the end of each hand, keys that play cards, and bets."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import People
from .front_page import choose_game

MOVES = ".throw button"  # the bets; the bar of a turn has this class


def sit_down(page: Page, choice: str, game: str = "kuhn") -> None:
    page.goto("/")
    choose_game(page, game)
    sheet = page.get_by_role("dialog")
    sheet.get_by_text(choice, exact=True).last.click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))


def play_hands(page: Page, hands: int) -> Locator:
    """Bets until this many hands are over, and checks the end of each."""
    for number in range(1, hands + 1):
        end = page.locator(".hand .just")
        while not end.count():
            page.locator(MOVES).last.or_(end).first.wait_for()
            if page.locator(MOVES).count():
                page.locator(MOVES).last.click()
                expect(page.locator(MOVES)).to_have_count(0)
        expect(end).to_contain_text(re.compile(f"Hand {number} of 4: .* (showdown|fold)"))
        if number < hands:
            page.get_by_role("button", name="Next hand").click()
    return end


def test_the_end_of_each_hand_is_shown_until_the_user_continues(people: People) -> None:
    page = people.new(390, 844)
    sit_down(page, "4")
    end = play_hands(page, 4)
    expect(page.locator(".result")).to_contain_text(re.compile(r"You (win|lose)\s*\d+ chips?|Draw"))
    expect(end).to_contain_text("Hand 4 of 4")
    expect(page.locator(".moves .ended")).to_have_count(4)


def test_a_second_tap_makes_no_move(people: People) -> None:
    page = people.new(390, 844)
    sit_down(page, "20")
    box = page.locator(MOVES).last.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    expect(page.locator("[data-ply]").nth(1)).to_be_visible()  # the bot has answered
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    page.get_by_role("button", name="Next hand").dblclick()
    # The bet, the answer, and the bot's first move of the next hand.
    expect(page.locator("[data-ply]")).to_have_count(3)
    expect(page.locator(MOVES).first).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_contain_text("by resignation")
    expect(page.locator(".board .card-back")).to_have_count(0)


def test_the_focus_stays_in_the_hand_when_a_key_plays_a_card(people: People) -> None:
    page = people.new(390, 844)
    sit_down(page, "4", "whist")
    page.get_by_role("button", name=re.compile("^your hand, .*, can be played$")).first.press(
        "Enter"
    )
    expect(page.locator(".moves .won")).to_have_count(1)  # the trick is complete
    expect(page.locator("[data-spot]:focus")).to_have_attribute(
        "aria-label", re.compile("^your hand")
    )


def test_a_slider_shows_the_size_of_the_bet(people: People) -> None:
    page = people.new(390, 844)
    sit_down(page, "No limit", "leduc")
    slider = page.get_by_role("slider", name="How much to bet")
    expect(page.get_by_role("button", name="Half pot 1")).to_be_visible()
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "All in 9")
    page.get_by_role("button", name="All in 9").click()
    expect(page.locator("[data-ply]").first).to_contain_text("All in")
