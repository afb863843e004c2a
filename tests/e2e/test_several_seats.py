"""A game of three seats on a phone, with the house bot on two of them."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game

LESSON = "three seats"


def open_sheet(page: Page) -> None:
    page.goto("/")
    choose_game(page, "tree")
    page.get_by_role("dialog").get_by_text(LESSON, exact=True).click()


def test_a_user_plays_against_two_levels_of_the_house_bot(people: People) -> None:
    page = people.new(width=390, height=844)
    open_sheet(page)
    sheet = page.get_by_role("dialog")
    for player, level in ((2, "1"), (3, "4")):
        sheet.get_by_label(f"Player {player}: Level").select_option(level)
    sheet.get_by_text("No clock", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))
    strips = page.locator("[data-seat]")
    expect(strips).to_have_count(3)
    assert sorted(strips.evaluate_all("seats => seats.map(seat => Number(seat.dataset.seat))")) == [
        0,
        1,
        2,
    ]
    expect(page.locator("[data-seat='1']")).to_contain_text("level 1")
    expect(page.locator("[data-seat='2']")).to_contain_text("level 4")
    page.locator(".target").first.click()
    places = page.locator(".result .places li")
    expect(places).to_have_count(3)
    first = places.first.inner_text()
    assert first.startswith("1."), first
    expect(page.locator("[data-ply]")).to_have_count(3)
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("you")  # seats rotate
    expect(page.locator("[data-seat].to-move")).to_have_attribute("data-seat", "1")


def test_seats_can_be_left_to_people_or_filled_with_bots(people: People) -> None:
    page = people.new(width=390, height=844)
    open_sheet(page)
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Player 3", exact=True).select_option(label="A person")
    expect(sheet.get_by_text("How people join the other seats")).to_be_visible()
    sheet.get_by_role("button", name="Fill with bots").click()
    expect(sheet.get_by_text("How people join the other seats")).to_have_count(0)
    sheet.get_by_label("Player 3", exact=True).select_option(label="A person")
    sheet.get_by_text("Invite by link", exact=True).last.click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".waiting")).to_be_visible()
    guest = people.new(width=390, height=844)
    guest.goto(page.url)
    guest.get_by_role("button", name=re.compile("^Sit down as")).click()
    for player in (page, guest):
        expect(player.locator("[data-seat].to-move")).to_have_attribute("data-seat", "0")
        expect(player.locator("[data-seat='1']")).to_contain_text("BOT")
    expect(guest.locator("[data-seat='2']")).to_contain_text("you")


def test_a_bot_takes_the_seat_of_a_person_who_leaves(people: People) -> None:
    page = people.new(width=360, height=780)
    page.goto("/")
    choose_game(page, "chinesecheckers")
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("3", exact=True).last.click()
    sheet.get_by_label("Player 3", exact=True).select_option(label="A person")
    sheet.get_by_text("Invite by link", exact=True).last.click()
    expect(sheet.get_by_text("a bot takes the seat")).to_be_visible()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".waiting")).to_be_visible()
    guest = people.new(width=360, height=780)
    guest.goto(page.url)
    guest.get_by_role("button", name=re.compile("^Sit down as")).click()
    first_move = re.compile("for the first move, then this player is out and the others play on")
    expect(guest.get_by_text(first_move)).to_be_visible()
    top = "document.querySelector('.board-area').getBoundingClientRect().top + scrollY"
    board_top = guest.evaluate(top)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.get_by_text(re.compile("^You have left and lost; .+ plays on"))).to_be_visible()
    expect(guest.get_by_title("who left")).to_be_visible()
    assert guest.evaluate(top) == board_top
    # The result moves the board, so that its buttons take no taps at first.
    guest.evaluate("""() => {
        window.held = [];
        const look = () => {
            const foot = document.querySelector('.finished > .foot');
            if (foot) window.held.push(getComputedStyle(foot).pointerEvents);
            requestAnimationFrame(look);
        };
        look();
    }""")
    guest.get_by_role("button", name="Resign", exact=True).click()
    guest.get_by_role("button", name="Yes", exact=True).click()
    expect(guest.locator(".finished > .foot")).to_have_css("pointer-events", "auto")
    assert guest.evaluate("window.held[0]") == "none"
