"""Go on the page: captures, passes, marking of dead stones and the result; zoom on a phone."""

import re

from playwright.sync_api import CDPSession, Locator, Page, expect

from .conftest import People
from .front_page import choose_game
from .test_chess_boards import center_of


def two_players(people: People, *choices: str) -> tuple[Page, Page]:
    """Starts a game by link: Black on a desktop, White on a phone with a touch screen."""
    black, white = people.new(), people.new(390, 844, touch=True)
    black.goto("/")
    choose_game(black, "go")
    for choice in ("Invite by link", *choices):
        black.get_by_role("dialog").get_by_text(choice, exact=True).click()
    black.get_by_role("button", name="Make the link").click()
    expect(black).to_have_url(re.compile("/game/"))
    white.goto(black.url)
    white.get_by_role("button", name="Sit down as White").tap()
    expect(white.get_by_role("button", name="Abort")).to_be_visible()
    return black, white


def point(page: Page, name: str) -> Locator:
    return page.locator(f".board-area g:not(.resting) > .target[data-spot={name}]")


def button(page: Page, name: str) -> Locator:
    """A button that plays a move."""
    return page.locator(".throw").get_by_role("button", name=name, exact=True)


def tap_twice(page: Page, name: str) -> None:
    """Plays a move on a touch screen: the first tap previews the stone, the second plays it."""
    point(page, name).tap()
    expect(page.locator("[data-ghost]")).to_have_attribute("data-ghost", name)
    point(page, name).tap()


def test_a_game_ends_with_marking_dead_stones(people: People) -> None:
    black, white = two_players(people)
    point(black, "A2").hover()
    expect(black.locator("[data-ghost=A2]")).to_be_visible()
    point(black, "A2").click()
    tap_twice(white, "A1")
    expect(black.locator("[data-last=A1]")).to_be_visible()
    point(black, "B1").click()
    for page in (black, white):
        expect(page.locator("[data-seat='0']").get_by_label("1 stone captured")).to_be_visible()
        expect(page.locator("[data-spot=A1]")).not_to_have_attribute("aria-label", "white stone")

    # A previewed stone is moved to another point and played with the button.
    point(white, "E4").tap()
    point(white, "E5").tap()
    expect(white.locator("[data-ghost=E5]")).to_be_visible()
    white.get_by_role("button", name="Play E5").tap()
    expect(black.get_by_role("img", name="E5, white stone")).to_be_visible()

    # The second pass requires confirmation.
    button(black, "Pass").click()
    expect(white.locator(".throw")).to_contain_text("passed. Your move")
    button(white, "Pass").tap()
    expect(white.get_by_text("Then both sides have passed").first).to_be_visible()
    white.locator("[data-confirm]").tap()

    expect(black.get_by_text(re.compile("a whole group is marked at once"))).to_be_visible()
    expect(black.locator(".throw")).to_contain_text(re.compile(r"\d+ s left to mark"))
    expect(black.locator("[data-facts]")).to_contain_text("Komi: 7 · Area scoring")
    expect(white.get_by_text("Black is marking the dead stones.")).to_be_visible()
    point(black, "E5").click()
    for page in (black, white):
        expect(page.locator("[data-dead=white]")).to_be_visible()
        expect(page.get_by_text("With this marking Black leads by 74.")).to_be_visible()
    button(black, "Done").click()
    expect(white.get_by_text("Black has agreed to this marking.")).to_be_visible()
    expect(black.get_by_text("Do not leave yet")).to_be_visible()
    expect(white.get_by_text("Do not leave yet")).to_have_count(0)
    button(white, "Done").tap()
    for page in (black, white):
        expect(page.locator(".result")).to_contain_text("Black wins by 74 points")
        expect(page.get_by_text("Area: Black 81, White 0 + 7 komi.")).to_be_visible()


def swipe(finger: CDPSession, start: tuple[float, float], dx: float, dy: float) -> None:
    x, y = start
    for kind, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        points = [{"x": x + dx * part, "y": y + dy * part}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_large_board_can_be_zoomed_on_a_phone(people: People) -> None:
    black, white = two_players(people, "19 × 19")
    point(black, "D4").click()
    expect(white.get_by_role("img", name="D4, black stone")).to_be_visible()
    board = white.locator(".board-area .board").first
    before = board.bounding_box()
    white.get_by_role("button", name="Zoom in").tap()
    assert board.bounding_box() == before
    cell = point(white, "K10").bounding_box()
    assert cell is not None
    assert cell["width"] > 30

    # Dragging moves the view, but plays no stone.
    finger = white.context.new_cdp_session(white)
    place = center_of(point(white, "K10"))
    swipe(finger, place, -60, 60)
    moved = center_of(point(white, "K10"))
    assert (round(moved[0] - place[0]), round(moved[1] - place[1])) == (-60, 60)
    expect(white.locator("[data-ghost]")).to_have_count(0)

    # A previewed stone follows the finger.
    point(white, "K10").tap()
    expect(white.locator("[data-ghost=K10]")).to_be_visible()
    swipe(finger, center_of(point(white, "K10")), 1.1 * cell["width"], 0)
    expect(white.locator("[data-ghost=L10]")).to_be_visible()
    white.get_by_role("button", name="Play L10").tap()
    expect(black.get_by_role("img", name="L10, white stone")).to_be_visible()

    # The view stays after a visible move, and a button zooms to the last move.
    view_box = board.get_attribute("viewBox")
    point(black, "M9").click()
    expect(white.locator("[data-last=M9]")).to_be_visible()
    expect(board).to_have_attribute("viewBox", view_box or "")
    white.get_by_role("button", name="Whole board").tap()
    white.get_by_role("button", name="Zoom in").tap()
    middle, last = center_of(board), center_of(white.locator("[data-last=M9]"))
    assert abs(middle[0] - last[0]) < 2
    assert abs(middle[1] - last[1]) < 2
    tap_twice(white, "M10")
    expect(black.get_by_role("img", name="M10, white stone")).to_be_visible()

    # The opponent's move comes into view.
    hidden = center_of(white.locator("[data-spot=T1]"))
    assert before is not None
    assert hidden[0] > before["x"] + before["width"]
    point(black, "T1").click()
    expect(white.locator("[data-last=T1]")).to_be_visible()
    visible = center_of(white.locator("[data-spot=T1]"))
    assert visible[0] < before["x"] + before["width"]
    white.get_by_role("button", name="Whole board").tap()
    expect(board).to_have_attribute("viewBox", "0 0 204 204")
    assert white.evaluate("document.documentElement.scrollWidth") <= 390
