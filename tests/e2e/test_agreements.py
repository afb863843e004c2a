"""Two users play in two browsers: takebacks, adjournments, resuming and absence."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game

TARGETS = ".board:not(.in-advance) .act.target"


def two_pages(people: People) -> tuple[Page, Page]:
    """Starts a game of tic-tac-toe by link, on a phone and on a desktop, with random seats."""
    ann, bob = people.new(width=390, height=844), people.new()
    ann.goto("/")
    choose_game(ann, "tictactoe")
    ann.get_by_text("Invite by link", exact=True).click()
    ann.get_by_role("button", name="Make the link").click()
    expect(ann).to_have_url(re.compile("/game/"))
    bob.goto(ann.url)
    bob.get_by_role("button", name=re.compile("^Sit down as")).click()
    for page in (ann, bob):
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    return ann, bob


def move(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """Makes a move of the player on turn; returns the mover's page and the other."""
    either = pages[0].locator(TARGETS).first.or_(pages[0].get_by_text(" to move"))
    expect(either).to_be_visible()
    mover, other = pages if pages[0].locator(TARGETS).count() else pages[::-1]
    before = other.locator("[data-ply]").count()
    mover.locator(TARGETS).first.click()
    expect(other.locator("[data-ply]").nth(before)).to_be_visible()
    return mover, other


def confirm(page: Page, button: str) -> None:
    """Presses a button and confirms."""
    page.get_by_role("button", name=button, exact=True).click()
    page.get_by_role("button", name="Yes").click()


def test_a_move_is_taken_back_and_the_game_adjourned(people: People) -> None:
    pages = two_pages(people)
    for _ in range(3):
        mover, other = move(pages)
    confirm(mover, "Take back")
    expect(other.get_by_text("would like to take a move back")).to_be_visible()
    other.get_by_role("button", name="Accept").click()
    for page in pages:
        expect(page.locator("[data-ply]")).to_have_count(2)
        expect(page.get_by_text("A move was taken back")).to_be_visible()
    move(pages)
    expect(mover.get_by_text("1 move was taken back")).to_have_count(1)

    confirm(mover, "Adjourn")
    expect(other.get_by_text("offers to continue another day")).to_be_visible()
    other.get_by_role("button", name="Accept").click()
    for page in pages:
        expect(page.get_by_text("The game is adjourned")).to_be_visible()
        expect(page.locator(".clock.running")).to_have_count(0)
    pages[0].reload()
    pages[0].get_by_role("button", name="Continue").click()
    expect(pages[1].get_by_text("is ready to continue")).to_be_visible()
    pages[1].get_by_role("button", name="Continue").click()
    for page in pages:
        expect(page.locator(".clock.running")).to_have_count(1)


def test_the_opponent_sees_the_countdown_of_an_absent_player(people: People) -> None:
    pages = two_pages(people)
    for _ in range(2):
        move(pages)
    ann, bob = pages
    address = bob.url
    bob.goto("about:blank")
    expect(
        ann.get_by_text(re.compile(r"is away\. The game is abandoned in \d+ s\."))
    ).to_be_visible()
    bob.goto(address)
    expect(ann.get_by_text("is away. The game")).to_have_count(0)
    expect(ann.get_by_role("button", name="Resign")).to_be_visible()
