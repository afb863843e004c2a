"""The front page in a browser: Play now, custom clocks, and joining open seats."""

import json
import re

from playwright.sync_api import Page, expect

from .conftest import People
from .front_page import choose_game, open_seat

IN_GAME = re.compile("/game/")


def choose_any_opponent(page: Page, game: str) -> None:
    """Opens the dialog for a new game and chooses any opponent."""
    page.goto("/")
    choose_game(page, game)
    page.get_by_role("dialog").get_by_text("Any opponent", exact=True).click()


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
    own_games = page.locator("section", has_text="Your games")
    expect(own_games.locator("[data-own-game]")).to_have_count(1)


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


def test_a_seat_is_taken_by_one_click(people: People) -> None:
    host, guest, visitor = people.new(), people.new(390, 844, touch=True), people.new()
    open_seat(host, "tictactoe")
    game = host.url.rsplit("/", 1)[1]
    visitor.goto(host.url)
    expect(visitor.get_by_role("button", name="Sit down as O")).to_be_visible()
    guest.goto("/")
    guest.locator(f"[data-open='{game}']").get_by_role("button", name="Join").click()
    for page in (host, guest):
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    expect(visitor.get_by_text("You are watching this game")).to_be_visible()


def test_the_creator_cancels_an_open_game_in_the_lobby(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "othello")
    address = host.url
    game = address.rsplit("/", 1)[1]
    host.get_by_role("link", name="Zeitnot, front page").click()
    own_seat = host.locator(f"[data-own='{game}']")
    expect(own_seat).to_contain_text("Your open seat")
    own_seat.get_by_role("button", name="Cancel").click()
    expect(own_seat).to_have_count(0)
    guest.goto(address)
    expect(guest.locator(".result")).to_contain_text("aborted")


def test_a_bot_can_be_challenged_from_its_list(people: People) -> None:
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


def test_a_textbook_bot_links_to_the_lesson_that_explains_it(people: People) -> None:
    page = people.new()
    page.goto("/bots")
    row = page.locator(".bot", has=page.get_by_role("heading", name="alphabeta-4", exact=True))
    expect(row).to_contain_text("one strength")
    row.get_by_role("link", name="How it plays").click()
    expect(page).to_have_url(re.compile("/lessons#alphabeta$"))
    lesson = page.locator("#alphabeta")
    expect(lesson.get_by_role("heading", name="Alpha-beta")).to_be_in_viewport()
    lesson.get_by_role("button", name="Play against it").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_watch_page_shows_finished_games_while_none_runs(people: People) -> None:
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
    page.route_web_socket(re.compile("/ws/lobby"), lambda route: route.send(json.dumps(empty)))
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


def open_as_seeker(page: Page, game: str) -> None:
    """Opens the front page as a user who last played this game against a person."""
    choices = json.dumps({"opponent": "seat"})
    page.add_init_script(f"localStorage['last-game'] = '{game}'")
    page.add_init_script(f"localStorage['choices {game}'] = '{choices}'")
    page.goto("/")


def test_two_users_with_equal_play_now_settings_are_paired(people: People) -> None:
    pages = [people.new(), people.new(390, 844, touch=True)]
    for page in pages:
        open_as_seeker(page, "niujiaoqi")
        expect(page.locator("#plan")).to_contain_text("any opponent")
    for page in pages:
        page.get_by_role("button", name="Play now").click()
    for page in pages:
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert pages[0].url == pages[1].url


def test_play_now_joins_a_waiting_player(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "grundy")
    open_as_seeker(guest, "grundy")
    expect(guest.locator("#plan")).to_contain_text("is waiting")
    guest.get_by_role("button", name="Play now").click()
    expect(guest.get_by_role("button", name="Abort")).to_be_visible()
    assert guest.url == host.url


def test_the_form_offers_to_join_a_player_with_equal_settings(people: People) -> None:
    host, guest = people.new(), people.new()
    open_seat(host, "checkers")
    choose_any_opponent(guest, "checkers")
    expect(guest.get_by_role("dialog")).to_contain_text("is waiting")
    guest.get_by_role("dialog").get_by_role("button", name="Join").click()
    for page in (host, guest):
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert guest.url == host.url


def test_people_who_choose_the_same_settings_are_paired(people: People) -> None:
    pages = people.new(), people.new()
    for page in pages:
        choose_any_opponent(page, "othello")
        page.get_by_role("dialog").get_by_role("group", name="Size").get_by_text("6 × 6").click()
        page.get_by_role("dialog").get_by_role("button", name="Find an opponent").click()
    for page in pages:
        expect(page.get_by_role("button", name="Abort")).to_be_visible()
    assert pages[0].url == pages[1].url


def test_other_players_keep_waiting_when_one_leaves(people: People) -> None:
    host, guest = people.new(), people.new()
    choose_any_opponent(host, "whist")
    host.get_by_role("dialog").get_by_role("group", name="Seats").get_by_text("4").click()
    host.get_by_role("dialog").get_by_role("button", name="Find an opponent").click()
    expect(host.get_by_text("Waiting for 3 more players")).to_be_visible()
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down as").first.click()
    expect(host.get_by_text("Waiting for 2 more players")).to_be_visible()
    expect(host.get_by_role("log", name="Who came and left")).to_contain_text("joined.")
    guest.get_by_role("button", name="Leave").click()
    expect(host.get_by_text("Waiting for 3 more players")).to_be_visible()
    expect(host.get_by_role("log", name="Who came and left")).to_contain_text("left.")
    expect(guest.get_by_text("You have left your seat")).to_be_visible()
    guest.get_by_role("button", name="Sit down again").click()
    expect(guest.get_by_role("button", name="Sit down as")).to_have_count(3)
    host.get_by_role("button", name="Call it off").click()
    expect(guest.locator(".result")).to_contain_text("aborted")
