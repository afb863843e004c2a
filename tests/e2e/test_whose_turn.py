"""Every page shows in which games it is the user's turn and how long a game waits for an absent
user."""

import re

from playwright.sync_api import APIResponse, Page, expect

from .conftest import People, choose

ICON = "link[rel=icon]"
TURN_ICON = re.compile("favicon-turn|class=.turn.")
DAYS = {"kind": "correspondence", "days": 3}


def new_game(page: Page, control: dict[str, object], *seats: dict[str, object]) -> str:
    """Creates a game of tic-tac-toe; returns its path."""
    game = {"game_type": "tictactoe", "control": control, "seats": seats, "listed": False}
    origin = {"Origin": re.match(r"https?://[^/]+", page.url)[0]}  # type: ignore[index]
    created: APIResponse = page.request.post("/api/v1/games", data=game, headers=origin)
    assert created.status == 201, created.text()
    return str(created.json()["url"])


def play(page: Page, spot: str) -> None:
    page.locator(f'[data-spot="{spot}"]').click()


def test_correspondence_games_show_whose_turn_it_is(people: People) -> None:
    ann, bob = people.new(), people.new()
    ann.goto("/bots")
    expect(ann.locator("nav a").first).to_be_visible()
    paths = [new_game(ann, DAYS, {"kind": "me"}, {"kind": "open"}) for _ in range(2)]
    for path in paths:
        ann.goto(path)
        bob.goto(path)
        bob.get_by_role("button", name=re.compile("Sit down")).click()
        expect(ann).to_have_title(re.compile("^● Your move"))
    # Ann follows a link to another page, which does not reload. Two games wait for her.
    ann.locator("nav a[href='/bots']").click()
    expect(ann).to_have_title("● Your turn in 2 games · Bots · Zeitnot", timeout=9000)
    expect(ann.locator(ICON)).to_have_attribute("href", TURN_ICON)
    expect(ann.locator("nav .count")).to_contain_text("2")
    bob.locator("nav a[href='/']").first.click()
    rows = bob.locator("[data-own-game]")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("to move")
    expect(bob).to_have_title("Zeitnot")
    # Ann moves, and a button leads her to the next game that waits for her.
    ann.locator(".banner").get_by_role("link").click()
    first = ann.url
    play(ann, "a1")
    expect(bob).to_have_title("● Your turn · Zeitnot")
    expect(rows.first).to_contain_text("Your turn")
    expect(rows.first).to_contain_text("left")
    ann.locator("[data-next-game]").click()
    expect(ann).to_have_title(re.compile("^● Your move"))
    assert ann.url != first
    # Bob opens the game from his list and answers. Ann sees this although she has the other game
    # open.
    rows.first.click()
    expect(bob).to_have_title(re.compile("^● Your move"))
    play(bob, "b2")
    expect(bob).not_to_have_title(re.compile("^●"))
    play(ann, "c3")
    expect(ann).to_have_title(re.compile("^● Your turn · "))
    ann.keyboard.press("n")
    expect(ann).to_have_url(first)
    expect(ann).to_have_title(re.compile("^● Your move"))


def test_an_absent_player_sees_the_countdown_in_the_lobby(people: People) -> None:
    ann, bob = people.new(), people.new()
    ann.goto("/bots")
    expect(ann.locator("nav a").first).to_be_visible()
    half_an_hour = {"kind": "fischer", "base_ms": 1_800_000, "increment_ms": 20_000}
    path = new_game(ann, half_an_hour, {"kind": "me"}, {"kind": "open"})
    ann.goto(path)
    bob.goto(path)
    bob.get_by_role("button", name=re.compile("Sit down")).click()
    for page, spot in ((ann, "a1"), (bob, "b2")):
        expect(page).to_have_title(re.compile("^● Your move"))
        play(page, spot)
    expect(ann).to_have_title(re.compile("^● Your move"))
    ann.locator("nav a[href='/']").first.click()
    countdown = ann.locator("[data-own-game] [data-absence]")
    expect(countdown).to_contain_text(re.compile("You are away: come back within [12]:[0-5][0-9]"))
    time_shown = countdown.inner_text()
    expect(countdown).not_to_have_text(time_shown)
    choose(ann, "简体中文")
    expect(countdown).to_contain_text(re.compile("你不在场，请在 [12]:[0-5][0-9] 内回来"))
    # The countdown is also shown beside another game, which Ann only watches.
    carl = people.new()
    carl.goto("/bots")
    expect(carl.locator("nav a").first).to_be_visible()
    ann.goto(new_game(carl, half_an_hour, {"kind": "me"}, {"kind": "open"}))
    expect(ann.locator(".next [data-absence]")).to_contain_text("你不在场")
    ann.locator("[data-next-game]").click()
    expect(ann).to_have_title(re.compile("^●"))
    bob.locator("nav a[href='/']").first.click()
    expect(bob.locator("[data-own-game] [data-absence]")).to_have_count(1)


def test_the_first_move_against_a_bot_has_no_limit(people: People) -> None:
    page = people.new()
    page.goto("/bots")
    expect(page.locator("nav a").first).to_be_visible()
    blitz = {"kind": "fischer", "base_ms": 180_000, "increment_ms": 2_000}
    page.goto(new_game(page, blitz, {"kind": "me"}, {"kind": "bot", "name": "Ponderer"}))
    expect(page.locator("[data-first-move]")).to_contain_text("Take your time")
    expect(page.locator("[data-facts]")).to_contain_text("no limit for your first move")
    # The error of a typed move disappears when a move is made on the board.
    page.locator("input[placeholder]").first.fill("z9")
    page.keyboard.press("Enter")
    problem = page.locator("form p[role=status]")
    expect(problem).to_contain_text("z9")
    play(page, "b2")
    expect(problem).to_be_empty()
    expect(page.locator("[data-first-move]")).to_have_count(0)
