"""Positions of backgammon on the page: imported, shared, and played on with a beaver."""

import re

from playwright.sync_api import Page, expect

from .conftest import People
from .test_backgammon_board import button

DOUBLED = "XGID=-a-B--D-BA--dD-a-cbd---AA-:0:0:1:D:0:0:2:0:10"
GNU_ID = "4O3EAyCMZ+EBKA:cBEAAAAAAAAE"


def import_text(page: Page, text: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Import a game").first.click()
    page.get_by_role("textbox", name="Games or a position").fill(text)
    button(page, "Import").click()
    expect(page).to_have_url(re.compile("/game/"))


def test_a_double_of_another_program_is_shared_and_beavered(people: People) -> None:
    host, guest = people.new(), people.new()
    import_text(host, f"{DOUBLED}\n\nX:Ann   O:Bob\n")
    button(host, "Share").first.click()
    expect(host.get_by_role("textbox", name="GNU Backgammon ID")).to_have_value(GNU_ID)
    expect(host.get_by_role("link", name="MAT")).to_have_count(0)
    host.keyboard.press("Escape")
    button(host, "Play from here").first.click()
    host.get_by_text("Invite by link", exact=True).click()
    button(host, "Make the link").click()
    expect(host.get_by_text("Waiting for an opponent")).to_be_visible()
    guest.goto(host.url)
    button(guest, "Sit down as White").click()
    button(host, "Beaver").click()
    expect(button(guest, "Take")).to_be_visible()
    expect(button(guest, "Beaver")).to_have_count(0)
    button(guest, "Take").click()
    # Two dice, or four after a double.
    expect(guest.get_by_role("img", name=re.compile("Thrown: [1-6]")).nth(1)).to_be_visible()
    expect(guest.get_by_role("img", name="Doubling cube: 4")).to_be_visible()
