"""The front page in a browser: play now, custom clocks, seats by one click."""

import json
import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game

IN_GAME = re.compile("/game/")


def open_seat(page: Page, game: str, side: str = "Random") -> None:
    """Creates a game with an open seat; its page is shown then."""
    choose_open_seat(page, game)
    page.get_by_role("dialog").get_by_text(side, exact=True).click()
    page.get_by_role("button", name="Open the seat").click()
    expect(page).to_have_url(IN_GAME)


def choose_open_seat(page: Page, game: str) -> None:
    """Opens the dialog for a new game and chooses an open seat."""
    page.goto("/")
    choose_game(page, game)
    page.get_by_role("dialog").get_by_text("Open seat", exact=True).click()


def test_play_now_starts_the_game_that_it_shows(people: People) -> None:
    page = people.new(390, 844)
    page.goto("/")
    expect(page.locator("#plan")).to_have_text("Chess · Ponderer, level 3 · 3+2")
    heading = page.get_by_role("heading", name="Open seats").bounding_box()
    assert heading is not None
    assert heading["y"] < 500, "open seats are not above the fold"
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(IN_GAME)
    expect(page.get_by_label("Ponderer", exact=True)).to_contain_text("level 3")
    page.goto("/")
    ours = page.locator("section", has_text="Your games")
    expect(ours.locator("[data-own-game]")).to_have_count(1)


def test_a_custom_clock_is_checked_and_remembered(people: People) -> None:
    page = people.new()
    page.goto("/")
    choose_game(page, "othello")
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Custom", exact=True).click()
    minutes = sheet.get_by_role("textbox", name="Minutes", exact=True)
    minutes.fill("0")
    expect(sheet.get_by_role("alert")).to_contain_text("Write a number above 0")
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(minutes).to_be_focused()
    assert page.url.rstrip("/") == people.address
    minutes.fill("2.5")
    sheet.get_by_role("textbox", name="Seconds added a move").fill("7")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    expect(sheet).to_contain_text("2.5 minutes, plus 7 seconds after each move")
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(IN_GAME)
    expect(page.locator("[data-seat='0'] .clock")).to_have_text("02:30")

    page.goto("/")
    expect(page.locator("#plan")).to_have_text("Othello · Ponderer, level 3 · 150s+7")
    choose_game(page, "othello")
    expect(minutes).to_have_value("2.5")
    sheet.get_by_label("Kind of clock").select_option(label="Byo-yomi")
    expect(sheet).to_contain_text("2.5 minutes, then 5 periods of 30 seconds")


def test_a_seat_is_taken_by_one_click_and_not_by_opening_the_page(people: People) -> None:
    host, guest, passer = people.new(), people.new(390, 844, touch=True), people.new()
    open_seat(host, "tictactoe", side="X")
    game = host.url.rsplit("/", 1)[1]
    passer.goto(host.url)
    expect(passer.get_by_role("button", name="Sit down as O")).to_be_visible()
    guest.goto("/")
    guest.locator(f"[data-open='{game}']").get_by_role("button", name="Join").click()
    for page in (host, guest):
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    expect(passer.get_by_text("You are watching this game")).to_be_visible()


def test_the_creator_cancels_an_open_game_in_the_lobby(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "othello")
    address = host.url
    game = address.rsplit("/", 1)[1]
    host.get_by_role("link", name="Zeitnot, front page").click()
    own = host.locator(f"[data-own='{game}']")
    expect(own).to_contain_text("Your open seat")
    own.get_by_role("button", name="Cancel").click()
    expect(own).to_have_count(0)
    guest.goto(address)
    expect(guest.locator(".result")).to_contain_text("aborted")


def test_a_bot_is_challenged_in_one_of_its_games(people: People) -> None:
    page = people.new()
    page.goto("/bots")
    row = page.locator(".bot", has=page.get_by_role("heading", name="Ponderer", exact=True))
    expect(row).to_contain_text("free · 5 levels and full strength · version ")
    expect(row).to_contain_text(" · the server's own")
    expect(row.get_by_role("link", name="Its games")).to_have_attribute(
        "href", "/history?player=Ponderer"
    )
    row.get_by_role("button", name="Play against it").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("combobox").select_option(label="Othello")
    sheet.get_by_text("1", exact=True).click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(IN_GAME)
    expect(page.get_by_label("Ponderer", exact=True)).to_contain_text("level 1")


def test_finished_games_are_shown_while_none_is_played(people: People) -> None:
    """The server's lists are replaced, because other tests play on it."""
    page = people.new()
    finished = {
        "id": "abcdefgh",
        "game_type": "tictactoe",
        "settings": {},
        "control": {"kind": "unlimited"},
        "state": "finished",
        "seats": [{"player": {"name": "Ann"}}, {"player": {"name": "Bob"}}],
        "moves": 7,
        "position": "xoxoxox.. o",
        "created_at": 0,
        "scores": [1, 0],
        "reason": "rules",
    }
    empty = {"type": "lobby", "open": [], "running": [], "yours": [], "bots": []}
    page.route_web_socket(re.compile("/ws/lobby"), lambda line: line.send(json.dumps(empty)))
    page.route(
        re.compile(r"/api/v1/games\?state=finished"),
        lambda route: route.fulfill(json={"games": [finished]}),
    )
    page.goto("/watch")
    expect(page.get_by_text("No game is being played right now")).to_be_visible()
    expect(page.get_by_role("link", name="Start one")).to_be_visible()
    replay = page.locator(".thumb[data-game='abcdefgh']")
    expect(replay).to_contain_text("Ann – Bob")
    expect(replay).to_contain_text("1–0")
    expect(replay).to_have_attribute("href", "/game/abcdefgh")


def seek(page: Page, game: str) -> None:
    """Shows the front page to a user whose last game was this one, with a person."""
    kept = json.dumps({"opponent": "seat"})
    page.add_init_script(f"localStorage['last-game'] = '{game}'")
    page.add_init_script(f"localStorage['choices {game}'] = '{kept}'")
    page.goto("/")


def test_two_users_who_play_now_on_the_same_terms_are_paired(people: People) -> None:
    both = [people.new(), people.new(390, 844, touch=True)]
    for page in both:
        seek(page, "niujiaoqi")
        expect(page.locator("#plan")).to_contain_text("open seat")
    for page in both:  # before the second could receive the first
        page.get_by_role("button", name="Play now").click()
    for page in both:
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert both[0].url == both[1].url


def test_play_now_joins_a_waiting_player(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "grundy")
    seek(guest, "grundy")
    expect(guest.locator("#plan")).to_contain_text("is waiting")
    guest.get_by_role("button", name="Play now").click()
    expect(guest.get_by_role("button", name="Abort")).to_be_visible()
    assert guest.url == host.url


def test_opening_a_seat_joins_a_player_who_waits_on_the_same_terms(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "checkers")
    choose_open_seat(guest, "checkers")
    expect(guest.get_by_role("dialog")).to_contain_text("is waiting")
    guest.get_by_role("dialog").get_by_role("button", name="Join").click()
    for page in (host, guest):
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert guest.url == host.url


def test_opening_a_seat_with_other_settings_joins_a_waiting_player(people: People) -> None:
    """The start of such a game is only known after one was created, which is then cancelled."""
    pages = people.new(), people.new()
    for page in pages:
        choose_open_seat(page, "othello")
        page.get_by_role("dialog").get_by_role("group", name="Size").get_by_text("6 × 6").click()
        page.get_by_role("button", name="Open the seat").click()
        expect(
            page.get_by_role("button", name="Call it off").or_(
                page.get_by_role("button", name="Abort")
            )
        ).to_be_visible()
    for page in pages:
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert pages[0].url == pages[1].url


def test_the_others_keep_waiting_when_a_player_leaves_the_table(people: People) -> None:
    host, guest = people.new(), people.new()
    choose_open_seat(host, "whist")
    host.get_by_role("dialog").get_by_role("group", name="Seats").get_by_text("4").click()
    host.get_by_role("button", name="Open the seat").click()
    expect(host.get_by_text("Waiting for 3 more players")).to_be_visible()
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down as").first.click()
    expect(host.get_by_text("Waiting for 2 more players")).to_be_visible()
    guest.get_by_role("button", name="Leave").click()
    expect(host.get_by_text("Waiting for 3 more players")).to_be_visible()
    expect(guest.get_by_text("You have left your seat")).to_be_visible()
    guest.get_by_role("button", name="Sit down again").click()
    expect(guest.get_by_role("button", name="Sit down as")).to_have_count(3)
    host.get_by_role("button", name="Call it off").click()
    expect(guest.locator(".result")).to_contain_text("aborted")
