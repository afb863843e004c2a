"""A club with its ladder, from its founding to the new order after a game."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .conftest import People
from .test_access import COLOURS, SET_LANGUAGE, violations
from .test_people import kept


def found_club(page: Page) -> str:
    """Founds a club that people join with a code, as on a phone; returns the path of its page."""
    page.goto("/clubs")
    page.get_by_role("button", name="Found a club").click()
    dialog = page.get_by_role("dialog", name="Found a club")
    dialog.get_by_label("Name").fill("Ladder Club")
    dialog.get_by_text("Join with a code").click()
    dialog.get_by_text("Games: All games").click()
    dialog.get_by_label("Tic-tac-toe", exact=True).check()
    assert violations(page) == [], "the dialog to found a club"
    dialog.get_by_role("button", name="Found it").click()
    expect(page.get_by_role("heading", name="Ladder Club", level=1)).to_be_visible()
    return page.url


def make_code(page: Page) -> str:
    """Makes a code for the club; returns the link with it."""
    page.get_by_role("button", name="Make a code").click()
    link = page.get_by_role("textbox", name="Copy the link")
    expect(link).to_have_value(re.compile("#code=.{8}"))
    return link.input_value()


def open_ladder(page: Page) -> None:
    """Opens a ladder for the club's game with a clock that is not offered by the game."""
    page.get_by_role("button", name="Open a ladder").click()
    dialog = page.get_by_role("dialog", name="Open a ladder")
    dialog.get_by_text("Custom", exact=True).click()
    dialog.get_by_label("Minutes", exact=True).fill("7")
    dialog.get_by_label("Places above").fill("99")
    expect(dialog.get_by_role("button", name="Open a ladder")).to_be_disabled()
    dialog.get_by_label("Places above").fill("2")
    dialog.get_by_label("Days to answer").fill("5")
    assert violations(page) == [], "the terms of a ladder"
    dialog.get_by_role("button", name="Open a ladder").click()
    expect(page.get_by_text("challenge up to 2 places above")).to_be_visible()


def places(page: Page) -> Locator:
    return page.locator("[data-place] th a")


def test_the_ladder_of_a_club(people: People) -> None:
    ann = kept(people, "Ann Founder", 390, 844)
    bob, cleo = kept(people, "Bob Second"), kept(people, "Cleo Third", 390, 844)
    club = found_club(ann)
    link = make_code(ann)
    bob.goto(club)
    bob.get_by_label("Code").fill("WRONG-CODE1-23456")
    bob.get_by_role("button", name="Join with the code").click()
    expect(bob.get_by_role("alert")).to_contain_text("not the club's code")
    bob.get_by_label("Code").fill(link.partition("#code=")[2].lower().replace("-", ""))
    bob.get_by_role("button", name="Join with the code").click()
    expect(bob.get_by_role("button", name="Leave the club")).to_be_visible()
    cleo.goto(link)
    cleo.get_by_role("button", name="Join with the code").click()
    expect(cleo.get_by_text("3 members")).to_be_visible()
    open_ladder(ann)
    for page in (ann, bob, cleo):
        page.goto(club)
        page.get_by_role("button", name="Take the last place").click()
        expect(page.get_by_role("button", name="Leave the ladder")).to_be_visible()
    expect(places(cleo)).to_have_text(["Ann Founder", "Bob Second", "Cleo Third"])
    bob.goto("/")
    expect(bob.get_by_role("link", name="Clubs")).to_be_visible()
    cleo.get_by_role("button", name="Challenge Bob Second").click()
    expect(cleo.locator("[data-challenge]")).to_contain_text("5 days left to answer")
    task = bob.locator("[data-ladder-task=answer]")
    expect(task).to_contain_text("Cleo Third challenges you on the Tic-tac-toe ladder")
    expect(task).to_contain_text("Answer within 5 days")
    assert violations(bob) == [], "the front page"
    task.get_by_role("button", name="Accept").click()
    bob.wait_for_url("**/game/*")
    play_to_the_end(cleo, bob, club)
    for page in (ann, cleo):
        page.goto(club)
        expect(places(page)).to_have_text(["Ann Founder", "Cleo Third", "Bob Second"])
    expect(ann.get_by_text("Cleo Third won against Bob Second")).to_be_visible()
    check_access(ann, cleo)


def play_to_the_end(winner: Page, loser: Page, club: str) -> None:
    """Both come to the game; the loser, who has the first seat, resigns after a move of each."""
    winner.goto(club)
    winner.locator("[data-challenge]").get_by_role("link", name="To the game").click()
    for number, mover in enumerate((loser, winner)):
        expect(mover.locator(".throw")).to_contain_text("Your move")
        mover.locator(".act").nth(number).click()
        expect(mover.locator(".throw")).not_to_contain_text("Your move")
    loser.get_by_role("button", name="Resign").click()
    loser.get_by_role("button", name="Yes").click()
    expect(winner.locator(".result")).to_be_visible()


def check_access(leader: Page, member: Page) -> None:
    """The page of the club passes all rules for a leader, and the list for a member."""
    leader.get_by_role("button", name="Manage the members").click()
    leader.get_by_role("button", name="Manage the places").click()
    for tag in ("en", "zh-Hans", "zh-Hant"):
        leader.locator("header [popover] select").first.evaluate(SET_LANGUAGE, tag)
        expect(leader.locator("html")).to_have_attribute("lang", tag)
        assert violations(leader) == [], tag
    leader.emulate_media(color_scheme="dark")
    assert violations(leader, COLOURS) == [], "in the dark theme"
    member.goto("/clubs")
    expect(member.get_by_role("listitem").filter(has_text="Ladder Club")).to_contain_text(
        "3 members"
    )
    assert violations(member) == [], "the list"


def test_a_guest_looks_at_a_club_and_is_told_how_to_join(people: People) -> None:
    leader, guest = kept(people, "Dan Leader"), people.new(390, 844)
    body: dict[str, Any] = {"name": "Open House", "description": "Everybody is welcome."}
    slug = leader.request.post("/api/v1/clubs", data=body).json()["slug"]
    guest.goto("/clubs")
    guest.get_by_role("link", name="Open House").click()
    expect(guest.get_by_text("Everybody is welcome.")).to_be_visible()
    expect(guest.get_by_text("Keep your name with a password to found or join")).to_be_visible()
    expect(guest.get_by_role("button", name="Join")).to_have_count(0)
    leader.goto(f"/clubs/{slug}")
    leader.get_by_role("button", name="Add a clock").click()
    dialog = leader.get_by_role("dialog", name="Add a clock")
    dialog.get_by_label("Name of the clock").fill("House blitz")
    dialog.get_by_role("button", name="Save").click()
    expect(leader.get_by_text("House blitz")).to_be_visible()
    leader.goto("/")
    leader.locator("[data-card=tictactoe]").click()
    leader.get_by_role("dialog").get_by_text("House blitz").click()
    expect(leader.get_by_role("dialog")).to_contain_text("5+3 · 5 minutes")
    leader.goto(f"/clubs/{slug}")
    leader.locator("main").get_by_role("button", name="Settings").click()
    leader.locator("summary", has_text="Dissolve the club").click()
    leader.get_by_role("button", name="Dissolve the club").click()
    leader.get_by_role("button", name="Really dissolve it").click()
    leader.wait_for_url("**/clubs")
    guest.reload()
    expect(guest.get_by_role("alert")).to_contain_text("no club at this address")
