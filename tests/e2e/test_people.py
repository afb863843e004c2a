"""Profiles, followed people, reports and the filters of the history, with two people who have kept
their names."""

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import open_seat
from .test_access import COLOURS, violations

RATING = {
    **{"game_type": "chess", "speed": "blitz", "rating": 1612, "deviation": 58, "games": 3},
    "provisional": False,
}
POINTS = [
    {"at": 1_790_000_000_000 + 86_400_000 * day, "rating": 1500 + 37 * day, "deviation": 90 - day}
    for day in range(4)
]


def kept(people: People, name: str, width: int = 1280, height: int = 800) -> Page:
    """The page of a person who has kept this name."""
    page = people.new(width, height)
    page.request.post("/api/v1/session", data={})
    body = {"name": name, "password": "correct horse battery"}
    assert page.request.post("/api/v1/account", data=body).status == 201, name
    return page


def test_people_follow_report_and_block_each_other(people: People) -> None:
    ann, bea = kept(people, "Ann Follower", 390, 844), kept(people, "Bea Followed")
    bea.goto("/")
    ann.goto("/people/bea%20followed")
    expect(ann.get_by_role("heading", name="Bea Followed", level=1)).to_be_visible()
    ann.get_by_role("button", name="Follow", exact=True).click()
    expect(ann.get_by_role("button", name="Stop following")).to_be_visible()
    ann.get_by_role("button", name="Report").click()
    dialog = ann.get_by_role("dialog", name="Report Bea Followed")
    dialog.get_by_label("What has happened").fill("x" * 501)
    expect(dialog.get_by_role("button", name="Send")).to_be_disabled()
    dialog.get_by_label("What has happened").fill("See move 7.")
    dialog.get_by_label("Reason").select_option("stalling")
    assert violations(ann) == []
    dialog.get_by_role("button", name="Send").click()
    expect(ann.get_by_role("status").get_by_text("has been sent")).to_be_visible()
    ann.get_by_role("button", name="Block", exact=True).click()
    ann.get_by_role("button", name="Block: really?").click()
    expect(ann.get_by_text("You block this account")).to_be_visible()
    ann.get_by_role("button", name="Unblock").click()
    expect(ann.get_by_role("button", name="Block", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Follow", exact=True).click()  # the block had ended it
    expect(ann.get_by_role("button", name="Stop following")).to_be_visible()
    ann.goto("/")
    followed = ann.locator("section", has=ann.get_by_role("heading", name="People you follow"))
    expect(followed.get_by_role("listitem")).to_contain_text("Bea Followed")
    expect(followed.get_by_text("online", exact=True)).to_be_visible()
    assert violations(ann) == []
    followed.get_by_role("link", name="Your profile").click()
    expect(ann.get_by_role("heading", name="Ann Follower", level=1)).to_be_visible()
    assert ann.get_by_role("button", name="Report").count() == 0


def test_a_person_is_challenged_from_the_profile(people: People) -> None:
    ann, bea = kept(people, "Ann Challenger", 390, 844), kept(people, "Bea Challenged")
    bea.goto("/")
    expect(bea.get_by_role("button", name="Play now")).to_be_enabled()
    ann.goto("/people/Bea%20Challenged")
    ann.get_by_role("button", name="Challenge").press("Enter")
    sheet = ann.get_by_role("dialog", name="New game")
    sheet.get_by_role("combobox", name="Game").first.select_option("othello")
    expect(sheet.get_by_label("Or ask a player by name")).to_have_value("Bea Challenged")
    assert violations(ann) == []
    sheet.get_by_role("button", name="Ask Bea Challenged").click()
    expect(ann.locator("section.waiting")).to_contain_text("Bea Challenged has ")
    expect(bea.locator("[data-challenge]")).to_contain_text("Ann Challenger challenges you")


def test_a_guest_on_a_seat_is_reported_and_blocked(people: People) -> None:
    ann, guest = people.new(390, 844), people.new()
    open_seat(ann, "tictactoe")
    guest.goto(ann.url)
    guest.get_by_role("button", name="Sit down as").first.click()
    menus = ann.get_by_role("button", name="Block or report")
    expect(menus).to_have_count(1)
    menus.focus()
    menus.press("Enter")
    sheet = ann.get_by_role("dialog", name="Guest")
    sheet.get_by_role("button", name="Report").click()
    report = ann.get_by_role("dialog", name="Report Guest")
    report.get_by_label("Reason").select_option("insult")
    assert violations(ann) == []
    report.get_by_role("button", name="Send").click()
    expect(sheet.get_by_role("status")).to_contain_text("has been sent")
    expect(sheet.get_by_role("button", name="Report")).to_be_focused()
    sheet.get_by_role("button", name="Block").click()
    sheet.get_by_role("button", name="Block: really?").click()
    expect(sheet.get_by_role("status")).to_contain_text("You block this account")
    ann.keyboard.press("Escape")
    expect(menus).to_be_focused()


def test_a_person_hides_being_online(people: People) -> None:
    page, other = kept(people, "Ida Hidden", 390, 844), kept(people, "Joe Looking")
    page.goto("/account")
    box = page.get_by_label("Show when I am online")
    expect(box).to_be_checked()
    other.goto("/people/Ida%20Hidden")
    expect(other.get_by_text("online", exact=True)).to_be_visible()
    box.press("Space")
    expect(box).not_to_be_checked()
    expect(box).to_have_attribute("aria-busy", "false")
    page.reload()
    expect(box).not_to_be_checked()
    assert violations(page) == []
    other.reload()
    expect(other.get_by_text("here since")).to_be_visible()
    assert other.get_by_text("online", exact=True).count() == 0


def test_a_guest_learns_how_to_join_a_rated_game(people: People) -> None:
    host, guest = kept(people, "Kim Rated"), people.new(390, 844)
    body = {
        "game_type": "chess",
        "control": {"kind": "fischer", "base_ms": 300_000, "increment_ms": 0},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "listed": True,
        "setup": {"rated": True},
    }
    answer = host.request.post("/api/v1/games", data=body)
    assert answer.status == 201, answer.text()
    host.goto(answer.json()["url"])
    expect(host.get_by_role("button", name="Call it off")).to_be_visible()
    guest.goto("/")
    row = guest.locator(f"[data-open='{answer.json()['id']}']")
    expect(row).to_contain_text("Rated games need a kept name.")
    row.get_by_role("link", name="Kim Rated").click()
    expect(guest.get_by_text("Rated games need a kept name.")).to_be_visible()
    assert guest.get_by_role("button", name="Sit down").count() == 0
    assert violations(guest) == []
    guest.get_by_role("link", name="Keep your name").click()
    expect(guest.get_by_role("form", name="Keep your name")).to_be_visible()


def test_a_guest_can_look_and_is_told_how_to_do_more(people: People) -> None:
    kept(people, "Cyd Looked-at")
    guest = people.new()
    guest.goto("/people/Cyd%20Looked-at")
    expect(guest.get_by_text("Keep your name with a password")).to_be_visible()
    assert guest.get_by_role("button", name="Follow").count() == 0
    guest.goto("/people/Guest%205646")
    expect(guest.get_by_role("alert")).to_be_visible()


def with_rating(page: Page, name: str) -> None:
    """Lets the server's answers have a rating, because rated games of two players on one address do
    not count."""

    def profile(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "ratings": [RATING]})

    history = {"name": name, "game_type": "chess", "speed": "blitz", "points": POINTS}
    page.route(re.compile(r"/api/v1/people/[^/]+$"), profile)
    page.route(
        re.compile(r"/api/v1/people/[^/]+/ratings"), lambda route: route.fulfill(json=history)
    )


def test_a_rating_has_a_graph_and_the_same_numbers_as_a_table(people: People) -> None:
    page = kept(people, "Dan Rated", 390, 844)
    page.emulate_media(color_scheme="light")
    with_rating(page, "Dan Rated")
    page.goto("/people/Dan%20Rated")
    expect(page.get_by_role("img", name=re.compile("now 1612, at least 1500"))).to_be_visible()
    expect(page.locator("canvas")).to_be_visible()
    page.get_by_text("As a table").click()
    expect(page.get_by_role("row").filter(has_text="± 87")).to_contain_text("1611")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS) == []


def test_names_link_to_profiles_and_filters_are_in_the_url(people: People) -> None:
    eve, guest = kept(people, "Eve Linked"), people.new(390, 844)
    body = {
        "game_type": "tictactoe",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }
    game = eve.request.post("/api/v1/games", data=body).json()["id"]
    eve.goto(f"/game/{game}")
    expect(eve.locator("[data-seat='0']")).to_contain_text("Eve Linked")
    guest.goto(f"/game/{game}")
    guest.locator("[data-seat='0']").get_by_role("link", name="Eve Linked").click()
    expect(guest.get_by_role("heading", name="Eve Linked", level=1)).to_be_visible()
    guest.get_by_role("link", name="All games").click()
    expect(guest.get_by_role("button", name="Player: Eve Linked")).to_be_visible()
    guest.get_by_text("More filters").click()
    guest.get_by_label("Rating").select_option("true")
    guest.get_by_label("Speed").select_option("blitz")
    guest.get_by_label("At least (moves)").fill("10")
    guest.get_by_label("Opponent").fill("Ponderer")
    guest.get_by_label("Opponent").press("Enter")
    expect(guest).to_have_url(re.compile("opponent=Ponderer"))
    assert dict(parse_qsl(urlsplit(guest.url).query)) == {
        **{"person": "Eve Linked", "opponent": "Ponderer"},
        **{"rated": "true", "speed": "blitz", "min_moves": "10"},
    }
    guest.reload()
    expect(guest.get_by_label("Rating")).to_have_value("true")
    assert violations(guest) == []
