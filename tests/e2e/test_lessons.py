"""The lessons about game trees show payoffs and best play only at their end."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game


def start(page: Page, lesson: str) -> None:
    page.goto("/")
    choose_game(page, "tree")
    sheet = page.get_by_role("dialog")
    sheet.get_by_text(lesson, exact=True).click()
    sheet.get_by_text("No clock", exact=True).click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))


def test_payoffs_and_best_play_are_shown_only_at_the_end(people: People) -> None:
    page = people.new()
    start(page, "textbook tree")
    expect(page.locator(".notes")).to_contain_text("Which branch is best")
    expect(page.locator(".throw svg")).to_have_count(0)  # no dice
    expect(page.locator("[data-piece] text")).to_have_count(0)
    page.locator(".target[data-spot=n0]").click()
    expect(page.locator(".result span.figures")).to_contain_text("points")
    expect(page.locator("[data-piece] text")).to_have_text(["3", "3", "2", "2"])
    expect(page.locator(".notes")).to_contain_text("best play")


def test_a_coin_flip_can_be_verified(people: People) -> None:
    page = people.new()
    start(page, "coin flip")
    page.locator(".target").first.click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.locator(".result .good")).to_contain_text("all 1 throws follow")
