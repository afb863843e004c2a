"""The main functions of the page, in a real browser against a real server."""

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from .conftest import WAIT_MS, People, choose
from .front_page import choose_game, open_seat

TARGETS = ".board:not(.in-advance) .act.target"
SOURCES = TARGETS.replace("target", "source")


def play_against_bot(page: Page, game: str, level: str = "1", *choices: str) -> None:
    """Starts a game from the front page with this level and further choices."""
    page.goto("/")
    choose_game(page, game)
    sheet = page.get_by_role("dialog")
    for choice in (level, *choices):
        sheet.get_by_text(choice, exact=True).click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))


def wait_for_turn(page: Page) -> Locator:
    """Waits until something can be clicked or the game is over."""
    ready = page.locator(f"{TARGETS}, {SOURCES}, .throw button, .result").first
    expect(ready).to_be_visible()
    return ready


def ply_count(page: Page) -> int:
    return page.locator("[data-ply]").count()


def play(page: Page, moves: int) -> None:
    """Plays this many moves by clicking the first target or button."""
    for _ in range(moves):
        wait_for_turn(page)
        assert page.locator(".result").count() == 0, "the game ended too early"
        before = ply_count(page)
        if page.locator(".throw button").count():
            page.locator(".throw button").click()
        else:
            if not page.locator(TARGETS).count():
                page.locator(SOURCES).first.click()
            page.locator(TARGETS).first.click()
        expect(page.locator("[data-ply]").nth(before)).to_be_visible()


def clock(page: Page, seat: int) -> Locator:
    return page.locator(f"[data-seat='{seat}'] .clock")


def test_a_game_against_the_bot_from_start_to_replay(people: People) -> None:
    page = people.new()
    play_against_bot(page, "othello")
    expect(page.get_by_label("Ponderer", exact=True)).to_contain_text("BOT")
    play(page, 5)
    wait_for_turn(page)

    time_shown = clock(page, 0).inner_text()
    expect(clock(page, 0)).not_to_have_text(time_shown)

    before, discs = ply_count(page), page.locator(".board .black, .board .white").count()
    page.reload()
    wait_for_turn(page)
    assert ply_count(page) == before
    assert page.locator(".board .black, .board .white").count() == discs

    play(page, 5)
    wait_for_turn(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_contain_text("You lose")
    expect(page.locator(".result")).to_contain_text("by resignation")
    plies, game = ply_count(page), page.url.rsplit("/", 1)[1]
    discs = 4 + plies - page.locator("[data-ply]", has_text="pass").count()

    page.get_by_role("link", name="History").click()
    page.get_by_role("button", name="Only mine").click()
    row = page.locator(f"tr[data-game='{game}']")
    expect(row).to_contain_text("Othello")
    expect(row).to_contain_text("Lost")
    expect(row).to_contain_text("You (Black)")
    expect(row).not_to_contain_text("0–1")
    expect(row.locator(".thumb svg")).to_have_attribute("aria-hidden", "true")
    row.click()

    expect(page.locator(".result")).to_be_visible()
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".controls")).to_contain_text(f"0 / {plies}")
    expect(page.locator(".board .black, .board .white")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".controls")).to_contain_text(f"1 / {plies}")
    expect(page.locator(".board .black, .board .white")).to_have_count(5)
    page.keyboard.press("End")
    expect(page.locator(".board .black, .board .white")).to_have_count(discs)


def test_engine_lines_of_a_bot_are_shown_after_the_end(people: People) -> None:
    page = people.new()
    play_against_bot(
        page, "othello", "4"
    )  # lower levels play some moves at random, without a search
    expect(page.locator("[data-first-move]")).to_contain_text("Take your time")
    engine, value = page.locator("details.engine"), re.compile(r"[+−±]\d")
    play(page, 2)
    wait_for_turn(page)
    expect(page.locator("[data-first-move]")).to_have_count(0)
    expect(engine).to_contain_text("depth")
    expect(engine).not_to_contain_text(value)
    expect(engine.locator(".line")).to_have_count(0)

    watcher = people.new()
    watcher.goto(page.url)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    page.locator("[data-ply='2']").click()
    expect(watcher.locator(".result")).to_be_visible()
    watcher.locator("[data-ply='2']").click()
    for viewer in (page, watcher):
        expect(viewer.locator("details.engine")).to_contain_text("Expected")
        expect(viewer.locator("details.engine")).to_contain_text(value)
        assert viewer.locator("details.engine .line").text_content()
    page.locator("[data-ply='1']").click()
    expect(engine).to_contain_text("No engine has reported on this move")


def test_two_users_play_by_link(people: People) -> None:
    host, guest = people.new(), people.new(390, 844)
    host.goto("/")
    choose_game(host, "tictactoe")
    host.get_by_text("Invite by link").click()
    host.get_by_role("button", name="Make the link").click()
    link = host.get_by_label("Send this link").input_value()

    guest.goto(link)
    guest.get_by_role("button", name="Sit down as O").click()
    host.locator("[data-spot=b2]").click()
    guest.locator("[data-spot=a1]").click()

    # A spectator sees it live, as a thumbnail and in the room, and has no seat.
    watcher = people.new()
    watcher.goto("/watch")
    thumb = watcher.locator(f".thumb[data-game='{link.rsplit('/', 1)[1]}']")
    expect(thumb.locator(".board .cross")).to_have_count(1)
    host.locator("[data-spot=c1]").click()
    expect(thumb.locator(".board .cross")).to_have_count(2)
    thumb.click()
    expect(watcher.get_by_text("You are watching this game")).to_be_visible()
    expect(watcher.locator(".board .cross")).to_have_count(2)
    expect(host.get_by_text("1 person watches")).to_be_visible()

    host.locator(".chat summary").click()
    host.get_by_placeholder("Say something").fill("A good start")
    host.get_by_role("button", name="Send").click()
    guest.locator(".chat summary").click()
    expect(guest.locator(".chat li")).to_contain_text("A good start")

    host.get_by_role("button", name="Draw").click()
    host.get_by_role("button", name="Yes").click()
    guest.get_by_role("button", name="Accept").click()
    for page in (host, guest):
        expect(page.locator(".result")).to_contain_text("½–½")
        page.get_by_role("button", name="Rematch").click()
    for page in (host, guest):
        expect(page).not_to_have_url(link)
    # The seats are swapped: the guest begins.
    guest.locator("[data-spot=c3]").click()
    expect(host.locator("[data-ply='1']")).to_contain_text("c3")


def test_pieces_can_be_set_up_and_dice_verified(people: People) -> None:
    page = people.new()
    play_against_bot(page, "ewn", "1", "Free", "No clock")
    expect(page.get_by_text("Arrange your pieces")).to_be_visible()
    page.locator("[data-spot='25']").click()
    page.locator("[data-spot='15']").click()
    page.get_by_role("button", name="Play this set-up").click()
    expect(page.locator("[data-ply='1']")).to_contain_text("154326")
    play(page, 3)
    wait_for_turn(page)
    if not page.locator(".result").count():
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Verify the dice").click()
    expect(page.locator(".result .good")).to_contain_text("Checked")


def test_a_move_made_during_a_lost_connection_is_sent_later(people: People) -> None:
    page = people.new()
    routes: list[WebSocketRoute] = []
    is_down = False

    def relay(route: WebSocketRoute) -> None:
        if is_down:
            route.close()
            return
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket(re.compile("/ws/games/"), relay)
    play_against_bot(page, "othello")
    play(page, 1)
    wait_for_turn(page)
    before = ply_count(page)
    is_down = True
    routes[-1].close()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    page.locator(TARGETS).first.click()
    is_down = False
    expect(page.get_by_text("The connection is lost")).not_to_be_visible()
    expect(page.locator("[data-ply]").nth(before)).to_be_visible()


def test_a_silent_connection_is_closed(people: People) -> None:
    """A dead network delivers neither messages nor the close of the connection."""
    page = people.new()
    is_silent = False

    def relay(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def forward(send: Callable[[str | bytes], None]) -> Callable[[str | bytes], None]:
            return lambda message: None if is_silent else send(message)

        route.on_message(forward(server.send))
        server.on_message(forward(route.send))

    page.route_web_socket(re.compile("/ws/games/"), relay)
    play_against_bot(page, "othello")
    play(page, 1)
    wait_for_turn(page)
    before = ply_count(page)
    is_silent = True
    page.locator(TARGETS).first.click()
    expect(page.get_by_text("The connection is lost")).to_be_visible(timeout=WAIT_MS)
    is_silent = False
    expect(page.locator("[data-ply]").nth(before)).to_be_visible()
    expect(page.get_by_text("The connection is lost")).not_to_be_visible()


def test_the_front_page_shows_a_lost_connection(people: People) -> None:
    page = people.new()
    routes: list[WebSocketRoute] = []
    is_down = False

    def relay(route: WebSocketRoute) -> None:
        if is_down:
            route.close()
            return
        routes.append(route)
        route.connect_to_server()

    page.route_web_socket(re.compile("/ws/lobby"), relay)
    page.goto("/")
    expect(
        page.get_by_text("Nobody is waiting").or_(page.get_by_text(" is waiting")).first
    ).to_be_visible()
    is_down = True
    routes[-1].close()
    lost = page.get_by_text("The connection is lost")
    expect(lost).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(lost).to_have_count(0)
    page.get_by_role("link", name="Watch").click()
    expect(lost).to_be_visible()
    is_down = False
    expect(lost).to_have_count(0, timeout=WAIT_MS)


def test_a_finished_game_appears_in_the_book(people: People) -> None:
    page = people.new()
    play_against_bot(page, "tictactoe")
    page.locator("[data-spot=b2]").click()
    play_out(page)
    page.get_by_role("link", name="Books").click()
    page.locator("nav.games").get_by_text("Tic-tac-toe").click()
    book_row(page, "b2").click()
    expect(page.locator(".book .cross")).to_have_count(1)
    page.go_back()
    expect(page.locator(".book .cross")).to_have_count(0)


def book_row(page: Page, move: str, reload: Callable[[], object] | None = None) -> Locator:
    """The row of a move in the book. The book is updated some time after a game has ended, so the
    page is reloaded until the row is there; `reload` replaces the reload."""
    row = page.locator(f"tr[data-move='{move}']")
    for seconds in (1, 2, 4, 8, 16):
        with contextlib.suppress(AssertionError):
            expect(row).to_be_visible(timeout=1000 * seconds)
            return row
        (reload or page.reload)()
    expect(row).to_be_visible()
    return row


def play_out(page: Page) -> None:
    """Plays until the game is over."""
    for _ in range(5):
        wait_for_turn(page)
        if page.locator(".result").count():
            return
        play(page, 1)
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", "/watch", "/history", "/books", "/bots", "/no/such/page"])
def test_every_page_fits_and_has_labels(people: People, path: str, width: int) -> None:
    page = people.new(width, 800)
    page.goto(path)
    expect(page.locator("main > *").first).to_be_attached()
    expect(page.locator("main [aria-busy]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for language, tag in (("简体中文", "zh-Hans"), ("繁體中文", "zh-Hant")):
        choose(page, language)
        expect(page.locator("html")).to_have_attribute("lang", tag)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_names_fit_on_a_narrow_page(people: People) -> None:
    """The names have the maximum length and no place for a line break."""
    names = ["Wolfeschlegelsteinhausenberger", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"]
    host, guest = people.new(390, 844), people.new(390, 844)
    for page, name in zip((host, guest), names, strict=True):
        created = page.request.post(
            "/api/v1/session", data={"name": name}, headers={"origin": people.address}
        )
        assert created.json()["name"] == name
    open_seat(host, "othello")
    guest.goto("/")
    guest.get_by_text(f"{names[0]} is waiting").wait_for()
    check_width(guest)
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down as White").click()
    for page in (host, guest):
        wait_for_turn(page)
        page.locator(TARGETS).first.click()
    expect(guest.get_by_text(f"{names[0]} to move")).to_be_visible()
    check_width(guest)
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Yes").click()
    expect(guest.locator(".result")).to_be_visible()
    check_width(guest)
    guest.goto("/history")
    expect(guest.get_by_text(names[1]).first).to_be_visible()
    check_width(guest)


def check_width(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_history_can_be_filtered_by_reason(people: People) -> None:
    page = people.new()
    page.goto("/history")
    page.get_by_text("More filters").click()
    page.get_by_label("How").select_option(label="Abandoned")
    expect(page).to_have_url(re.compile("reason=abandoned"))
    answer = page.locator("tr[data-game]").or_(page.get_by_text("No finished game fits"))
    expect(answer.first).to_be_visible()
    rows = page.locator("tr[data-game] .result")
    expect(rows.filter(has_not_text="abandoned")).to_have_count(0)


def test_an_unknown_game_is_reported(people: People) -> None:
    page = people.new()
    page.goto("/game/nosuchgame")
    expect(page.get_by_role("alert")).to_contain_text("There is no such game")


def test_a_move_can_be_played_by_keyboard(people: People) -> None:
    page = people.new()
    play_against_bot(page, "tictactoe")
    cell = page.get_by_role("button", name="b2, play here")
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-ply='1']")).to_contain_text("b2")
