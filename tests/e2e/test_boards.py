"""Features of all boards: stable focus, arrows drawn with the right button, settings of the
board."""

from playwright.sync_api import Locator, Page, Route, expect

from .conftest import People, choose
from .front_page import choose_game
from .test_chess_boards import center_of, click, last_move, play_alternately, two_pages


def focused_spot(page: Page) -> str:
    """The spot of the board that has the focus, or an empty string."""
    spot: str = page.evaluate("document.activeElement?.dataset.spot ?? ''")
    return spot


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_focus_stays_on_the_board(people: People) -> None:
    white, black = two_pages(people, "chess")
    expect(white.locator(".source").first).to_be_attached()
    assert white.locator(".board [tabindex='0']").count() == 1
    white.locator("[data-spot=f2]").focus()
    press(white, "Enter", "ArrowUp", "Enter")
    expect(last_move(black)).to_contain_text("f3")
    click(black, "e7e5")
    expect(last_move(white)).to_contain_text("e5")
    expect(white.locator(".source").first).to_be_attached()
    assert focused_spot(white) == "f3"
    # An arrow key moves the focus to the next cell, with Shift to the next playable one.
    press(white, "ArrowUp", "ArrowUp", "ArrowLeft")
    expect(white.get_by_role("img", name="e5, black pawn", exact=True)).to_be_focused()
    press(white, "Shift+ArrowDown")
    expect(white.get_by_role("button", name="e2, white pawn, your piece, can move")).to_be_focused()
    # Escape drops a picked piece.
    press(white, "Enter")
    expect(white.locator(".picked")).to_have_count(1)
    press(white, "Escape")
    expect(white.locator(".picked")).to_have_count(0)
    assert focused_spot(white) == "e2"
    assert white.locator(".board [tabindex='0']").count() == 1


def test_the_focus_returns_from_a_promotion(people: People) -> None:
    white, black = two_pages(people, "chess")
    play_alternately((white, black), "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2")
    pawn = white.get_by_role("button", name="b7, white pawn, your piece, can move")
    pawn.focus()
    press(white, "Enter", "ArrowUp", "ArrowLeft", "Enter")
    expect(white.get_by_role("button", name="white queen")).to_be_focused()
    press(white, "Enter")
    expect(last_move(black)).to_contain_text("bxa8=Q")
    assert focused_spot(white) == "a8"


def right_drag(page: Page, start: Locator, target: Locator) -> None:
    page.mouse.move(*center_of(start))
    page.mouse.down(button="right")
    page.mouse.move(*center_of(target), steps=3)
    page.mouse.up(button="right")


def test_arrows_and_circles_are_drawn_with_the_right_button(people: People) -> None:
    white, black = two_pages(people, "chess")
    expect(white.locator(".source").first).to_be_attached()
    record_menu = (
        "addEventListener('contextmenu', (event) => { window.menu = event.defaultPrevented })"
    )
    white.evaluate(record_menu)
    marks = white.locator("[data-mark]")
    knight, target = white.locator("[data-spot=g1]"), white.locator("[data-spot=f3]")
    right_drag(white, knight, target)
    expect(white.locator("[data-mark='g1 f3']")).to_have_count(1)
    right_drag(white, target, target)
    expect(white.locator("circle[data-mark=f3]")).to_have_count(1)
    assert white.evaluate("window.menu") is True
    # Drawing a mark again removes it; a click and the next move remove all marks.
    right_drag(white, knight, target)
    expect(marks).to_have_count(1)
    white.locator("[data-spot=e5]").click(force=True)
    expect(marks).to_have_count(0)
    right_drag(white, knight, target)
    expect(marks).to_have_count(1)
    click(white, "e2e4")
    expect(marks).to_have_count(0)
    expect(black.locator("[data-mark]")).to_have_count(0)
    # Outside the board, and by keyboard, the context menu opens.
    white.locator(".history").click(button="right")
    assert white.evaluate("window.menu") is False
    white.evaluate("window.menu = null")
    white.locator("[data-spot=e4]").focus()
    press(white, "Shift+F10")
    white.wait_for_function("window.menu === false")


BOARD, COORDINATES, PIECES = 2, 3, 4  # positions in the settings


def test_the_settings_of_boards_are_saved(people: People) -> None:
    page = people.new(390, 844)
    page.goto("/")
    choose_game(page, "xiangqi")
    page.get_by_role("button", name="Play", exact=True).click()
    horse, labels = page.locator("[data-piece=h0]"), page.locator(".board .labels text")
    expect(horse.locator("text")).to_have_count(0)
    expect(labels).to_have_count(20)
    choose(page, "Characters", PIECES)
    expect(horse).to_have_text("傌")
    choose(page, "None", COORDINATES)
    expect(labels).to_have_text(["R i v e r"])
    choose(page, "High contrast", BOARD)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-board", "contrast")
    expect(horse).to_have_text("傌")
    expect(labels).to_have_text(["R i v e r"])
    # In Chinese, characters are the default.
    other = people.new()
    other.goto("/")
    other.locator("[data-card=xiangqi]").scroll_into_view_if_needed()
    expect(other.locator("[data-card=xiangqi] .board text").first).to_be_attached()
    assert other.locator("[data-card=xiangqi] [data-piece] text").count() == 0
    choose(other, "简体中文")
    expect(other.locator("[data-card=xiangqi] [data-piece=a0]")).to_have_text("车")


def test_the_settings_can_be_opened_by_keyboard(people: People) -> None:
    page = people.new()
    page.goto("/")
    button = page.get_by_role("button", name="Settings")
    button.focus()
    press(page, "Enter")
    expect(page.get_by_role("group", name="Settings")).to_be_focused()
    expect(page.get_by_label("Language")).to_be_visible()
    press(page, "Tab")
    expect(page.get_by_label("Language")).to_be_focused()
    press(page, "Escape")
    expect(page.get_by_label("Language")).to_be_hidden()
    expect(button).to_be_focused()


def test_settings_that_load_slowly_take_the_focus_when_they_come(people: People) -> None:
    page = people.new()
    page.goto("/")
    held: list[Route] = []
    page.route("**/SettingsPanel-*.js", lambda route: held.append(route))
    with page.expect_request("**/SettingsPanel-*.js"):
        page.reload()
    button = page.get_by_role("button", name="Settings")
    button.focus()
    press(page, "Enter", "Tab")
    expect(button).not_to_be_focused()
    for route in held:
        route.continue_()
    panel = page.get_by_role("group", name="Settings")
    expect(panel).to_be_focused()
    press(page, "Tab")
    expect(page.get_by_label("Language")).to_be_focused()
