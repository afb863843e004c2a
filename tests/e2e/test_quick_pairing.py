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
    ann.get_by_role("link", name="Bots").click()
    expect(ann.get_by_role("region", name="Looking for an opponent")).to_be_visible()
    bob.goto("/")
    row = bob.locator("[data-looking=othello]")
    expect(row).to_contain_text("1 player is looking for an opponent")
    row.get_by_role("button", name="Join").click()
    for page in (ann, bob):
        expect(page).to_have_url(IN_GAME)
        expect(page.get_by_role("region", name="Looking for an opponent")).to_have_count(0)
    assert ann.url == bob.url
    for page in (ann, bob):
        expect(page.locator("[data-seat] .clock").first).to_be_visible()
        expect(page.locator("section.waiting")).to_have_count(0)


def test_who_asks_for_the_same_side_is_told_and_can_take_the_other(people: People) -> None:
    ann, bob = people.new(), people.new(390, 844)
    look_for_opponent(ann, "chess", "White")
    look_for_opponent(bob, "chess", "White")
    region = bob.get_by_role("region", name="Looking for an opponent")
    expect(region).to_contain_text("1 other player waits, but also asks for the side White.")
    region.get_by_role("button", name="Take either side").press("Enter")
    for page in (ann, bob):
        expect(page).to_have_url(IN_GAME)
    expect(ann.get_by_role("button", name="Abort")).to_be_visible()

    ann.get_by_role("button", name="Abort").click()
    ann.get_by_role("button", name="Yes").click()
    expect(bob.locator(".result")).to_contain_text("aborted before the first move")
    ann.get_by_role("button", name="Rematch").click()
    bob.get_by_role("button", name="Decline").click()
    expect(ann.locator(".result")).to_contain_text("wants no rematch")
    expect(ann.get_by_role("button", name="Rematch")).to_have_count(0)
    for page in (ann, bob):
        page.get_by_role("button", name="New opponent").click()
    expect(bob.get_by_role("button", name="Abort")).to_be_visible()
    assert ann.url == bob.url


def test_a_search_is_cancelled_and_lasts_over_a_loss_of_the_connection(people: People) -> None:
    ann, bob = people.new(), people.new()
    look_for_opponent(ann, "grundy")
    bob.goto("/")
    expect(bob.locator("[data-looking=grundy]")).to_be_visible()
    ann.context.set_offline(True)
    expect(bob.locator("[data-looking=grundy]")).to_have_count(0)
    ann.context.set_offline(False)
    expect(bob.locator("[data-looking=grundy]")).to_be_visible()
    ann.get_by_role("button", name="Cancel").click()
    expect(bob.locator("[data-looking=grundy]")).to_have_count(0)


def rename(page: Page, address: str, name: str) -> None:
    page.request.post("/api/v1/session", data={"name": name}, headers={"origin": address})
    page.goto("/")


def ask_by_name(page: Page, name: str) -> None:
    page.goto("/")
    choose_game(page, "othello")
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Invite by link", exact=True).click()
    sheet.get_by_label("Or ask a player by name").fill(name)
    sheet.get_by_role("button", name=f"Ask {name}").click()


def test_a_player_is_asked_by_name_and_declines_with_a_reason(people: People) -> None:
    ann, bob = people.new(1280, 800), people.new(390, 844, touch=True)
    rename(ann, people.address, "Ann Asker")
    ask_by_name(ann, "Bob Asked")
    sheet = ann.get_by_role("dialog")
    expect(sheet.get_by_role("alert")).to_contain_text("Nobody called Bob Asked is here")
    rename(bob, people.address, "Bob Asked")
    expect(bob.get_by_role("button", name="Play now")).to_be_enabled()
    sheet.get_by_role("button", name="Ask Bob Asked").click()
    expect(ann.locator("section.waiting")).to_contain_text("Bob Asked has ")
    banner = bob.locator("[data-challenge]")
    expect(banner).to_contain_text("Ann Asker challenges you to a game of Othello.")
    bob.reload()
    expect(banner).to_contain_text("Ann Asker challenges you to a game of Othello.")
    banner.get_by_label("Why you decline").select_option(label="this clock is too fast")
    banner.get_by_role("button", name="Decline").click()
    expect(banner).to_have_count(0)
    waiting = ann.locator("section.waiting")
    expect(waiting).to_contain_text("Bob Asked declines: this clock is too fast.")
    expect(waiting.get_by_role("button", name="New opponent")).to_be_visible()
